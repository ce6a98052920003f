import { policy } from '@wuku/core/policy'
import { chatsFacts } from './chats-facts.ts'
import type { Storehouse } from '@wuku/kernel/base/operation'
import { fullPathOf } from '@wuku/core/part-paths'
import type { StoreView } from '@wuku/core/ports/store'
import { makeCatalogue, pathOf } from './catalogue.ts'
import type { Home, WrittenMessage } from '@wuku/kernel/base/kind'
import type { DocumentId, StoredDocument, Candidate, Json } from '@wuku/core/core-types'
import { metaOf, recordOf, type ChatMeta } from './record.ts'
import type { StorehouseKind } from '@wuku/kernel/base/engine'
import type { TimeSpan } from '@wuku/kernel/query/types'

const writtenMessages = (outline: Json): readonly WrittenMessage[] =>
  recordOf(outline).messages.map(({ role, pieces: blocks }) => ({
    role,
    pieces: blocks.map(({ kind, start, end, tool, name }) => ({ kind, start, end, name: tool ?? name })),
  }))

/** Messages by their own time: a conversation of years that went on yesterday says little that is new. */
async function writtenWithin(
  candidates: readonly Candidate[],
  { since = -Infinity, before = Infinity }: TimeSpan,
  view: StoreView,
): Promise<readonly Candidate[]> {
  const documents = await view.documents.byId([...new Set(candidates.map(({ document }) => document))])
  const idsWhere = (isMeant: (startedAt: number, endedAt: number) => boolean): ReadonlySet<DocumentId> => {
    const isOne = ({ startedAt = since, endedAt = since }: ChatMeta): boolean => isMeant(startedAt, endedAt)
    return new Set(documents.filter((document) => isOne(metaOf(document))).map(({ id }) => id))
  }
  const isOutside = idsWhere((startedAt, endedAt) => startedAt >= before || endedAt < since)
  const isAcross = idsWhere((startedAt, endedAt) => startedAt < since || endedAt >= before).difference(isOutside)
  // A title has no time: it goes with its conversation.
  const inside = candidates.filter(({ document }) => !isOutside.has(document))
  if (isAcross.size === 0) return inside
  const outlines = await view.documents.outlines([...isAcross])
  const others = new Set<string>()
  for (const [document, outline] of outlines)
    for (const { id, at } of recordOf(outline).messages)
      if (at !== undefined && (at < since || at >= before)) others.add(`${document} ${id}`)
  const places = await view.chunks.places(
    inside.filter((each) => isAcross.has(each.document)).map(({ chunk }) => chunk),
  )
  const left = new Set(
    places.filter(({ document, facts }) => others.has(`${document.id} ${facts.anchor}`)).map(({ chunk }) => chunk),
  )
  return inside.filter(({ chunk }) => !left.has(chunk))
}

/** Newest documents of each archive that are checked for membership: checking all would cost more than the search. */
const MAX_CHECKED_DOCUMENTS = 300

/** Conversations that were held in its folders; of a project that is known by its name alone, in folders of that name. */
const partOf: NonNullable<StorehouseKind['partOf']> = async ({ name, folders }, { view, sources }) => {
  const { isOfProject } = await import('./search/choose.ts')
  const tests = (folders.length > 0 ? folders : [name]).map((folder) => isOfProject(folder))
  const isOwn = (document: StoredDocument): boolean => {
    const { project } = metaOf(document)
    return project !== undefined && tests.some((test) => test(project))
  }
  const ids = new Set(sources.map(({ id }) => id))
  const newest = await Promise.all([...ids].map((id) => view.documents.newest(id, MAX_CHECKED_DOCUMENTS)))
  return {
    holds: (document) => ids.has(document.source) && isOwn(document),
    ...(newest.flat().some(isOwn) && { summary: 'its conversations' }),
  }
}

const configs = ['$XDG_CONFIG_HOME', '~/.config', '~/Library/Application Support', '$APPDATA'] as const
const data = ['$XDG_DATA_HOME', '~/.local/share', '~/Library/Application Support', '$LOCALAPPDATA', '$APPDATA'] as const

const below = (folders: readonly string[], path: string): readonly string[] =>
  folders.map((folder) => `${folder}/${path}`)

/**
 * Folders where agents keep conversations on Linux, macOS and Windows. A folder rather than the database file in it: new
 * writes first appear in the files next to the database. Aider keeps its history in each repository, and has no home.
 */
export const chatHomes: readonly Home[] = [
  { name: 'claude-code', places: ['$CLAUDE_CONFIG_DIR', '~/.claude', '~/.config/claude'], patterns: ['projects/**'] },
  { name: 'codex', places: ['$CODEX_HOME', '~/.codex'], patterns: ['sessions/**', 'archived_sessions/**'] },
  { name: 'gemini-cli', places: ['$GEMINI_CLI_HOME/.gemini', '~/.gemini'], patterns: ['tmp/**'] },
  {
    name: 'cursor',
    places: below(configs, 'Cursor/User'),
    patterns: ['globalStorage/state.vscdb', 'workspaceStorage/*/state.vscdb'],
  },
  { name: 'cursor-cli', places: ['~/.cursor'], patterns: ['chats/**/store.db', 'projects/*/agent-transcripts/**'] },
  { name: 'opencode', places: ['$OPENCODE_DB', ...below(data, 'opencode')], patterns: ['opencode*.db', 'storage/**'] },
  { name: 'chatwise', places: ['$CHATWISE_DB_PATH', ...below(data, 'app.chatwise')], patterns: ['app.db'] },
]

/** Paths of the conversations that agents had with each other on behalf of these, and of those that these had. */
export async function subagentsOf(paths: readonly string[], view: StoreView): Promise<readonly string[]> {
  const { entries } = await makeCatalogue(view)
  const children = Map.groupBy(
    entries.filter(({ parent }) => parent?.as === 'subagent'),
    ({ agent, parent }) => `${agent} ${parent?.id}`,
  )
  const seenPaths = new Set(paths.map(fullPathOf))
  const open = entries.filter((entry) => seenPaths.has(pathOf(entry)))
  const found: string[] = []
  for (let entry = open.pop(); entry; entry = open.pop()) {
    for (const child of children.get(`${entry.agent} ${entry.id}`) ?? []) {
      if (seenPaths.has(pathOf(child))) continue
      seenPaths.add(pathOf(child))
      found.push(pathOf(child))
      open.push(child)
    }
  }
  return found
}

/** Conversations with agents, with the tools of chatwise-mcp under their own names. */
export const chats: Storehouse = {
  kind: 'chats',
  summary: 'past conversations with agents',
  feed: 'conversations',
  facts: chatsFacts,
  reader: async () => (await import('./chats-reader.ts')).chatsReader,
  ranking: policy.ofChats,
  search: async () => (await import('./search/conversation-rankers.ts')).chatsSearch,
  operations: async () => (await import('./operations/index.ts')).chatOperations,
  homes: chatHomes,
  forgetting: {
    attendants: subagentsOf,
    without: async (...given) => (await import('./reading/restore.ts')).without(...given),
  },
  hits: {
    writtenWithin,
    messages: writtenMessages,
    latest: async (newest, request) => (await import('./latest.ts')).latestExchanges(newest, request),
    describe: async (hits, view) => (await import('./chat-hits.ts')).renderChatHits(hits, view),
  },
  claims: {
    folders: async (documents) =>
      new Map(
        documents.flatMap((document) => {
          const { project } = metaOf(document)
          return project === undefined ? [] : [[document.id, project] as const]
        }),
      ),
  },
  partOf,
}
