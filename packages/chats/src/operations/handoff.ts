import { WukuError } from '@wuku/core/errors'
import type { Engine } from '@wuku/kernel/base/engine'
import { defineOperation } from '@wuku/kernel/base/operation'
import { parseContinuation } from '@wuku/kernel/query/continuation'
import { msg } from '@wuku/messages/chats'
import { shellText } from '@wuku/text/show/shell-words'
import { readConversation } from '../assemble.ts'
import { citeChat, readCatalogue, type ChatEntry } from '../catalogue.ts'
import { readChat } from '../gathering/resolve-chats.ts'
import type { HandoffInput, HandoffOutput } from '../handoff/handoff-shapes.ts'
import { handoffInput, handoffOutput, starters } from '../handoff/handoff-shapes.ts'
import { makeHandoff } from '../handoff/make-handoff.ts'
import { readFacts } from '../handoff/session-facts.ts'
import { inFolder, isFolder } from './resume-conversation.ts'

export const handoff = defineOperation<HandoffInput, HandoffOutput>({
  name: 'handoff',
  group: 'chats',
  title: 'Hand a conversation over',
  description:
    'Hand a past conversation over to another agent, person or machine: its aim, decisions, files with their present ' +
    'state, commands that worked, what failed, what is open and the next step, quoted with citations and held against ' +
    'what is there now. Use it to go on with work that another session began, also one that was cut off.',
  effect: 'read',
  openWorld: true,
  input: handoffInput,
  output: handoffOutput,
  aliases: { chatId: 'session', chat_id: 'session', conversation: 'session', id: 'session', max_tokens: 'budget' },
  searchHint:
    'hand over handoff handover continue another agent session cut off resume work next step 交接 接手 继续 移交 会话',
  command: { name: 'handoff', positional: ['session'] },
  route: { method: 'GET', path: '/chats/handoff' },
  examples: [
    { label: 'The newest conversation of this project', input: {} },
    { label: 'One conversation, for Codex', input: { session: '7f3c9a12', to: 'codex' } },
  ],
  run: handOver,
  foundNothing: ({ sections }) => sections.every(({ lines }) => lines.length === 0),
  brief: ({ conversation, text, command, left_out, notes }) => ({ conversation, text, command, left_out, notes }),
  render: ({ text, command, notes }) => [{ type: 'text', text: [command ?? text.trimEnd(), ...notes].join('\n\n') }],
})

async function handOver({ session, to, budget }: HandoffInput, { engine }: { readonly engine: Engine }) {
  const entry = session === undefined ? await newestOf(engine) : await readChat(session, engine, async (found) => found)
  const facts = await engine.read(async (view) => readFacts(await readConversation(entry, view), view))
  const ages = await engine.search.freshness(entry.documents.slice(-1))
  const isStale = [...ages.values()].includes('stale')
  const place = to === undefined || to === 'server' ? null : await placeOf(entry, engine)
  return {
    ...(await makeHandoff(entry, facts, { budget, engine })),
    command: to === undefined ? null : commandFor(to, entry, place?.folder),
    folder: place?.folder ?? null,
    notes: [
      ...(isStale ? ['The conversation has gone on since it was indexed: `wuku index` reads the rest.'] : []),
      ...(place?.lost === undefined
        ? []
        : [`Its folder is not there, so the program starts in the present one: ${place.lost}`]),
    ],
  }
}

/** The folder of a conversation of this user; a server does not have the folders of its users. */
async function placeOf({ source, project }: ChatEntry, { sources, workspace }: Engine) {
  if (!sources.isOwn(source) || !isFolder(project)) return null
  const isThere = workspace.isShared === true || (await workspace.resolveRoot(project, 'chats').catch(() => undefined))
  return isThere ? { folder: project } : { lost: project }
}

/**
 * The newest of the project that the program was started for. One that a person had goes before runs of programs; the
 * conversation that asks is not meant.
 */
async function newestOf({ workspace, sources, read }: Engine): Promise<ChatEntry> {
  const scope = (await workspace.folder()) === undefined ? undefined : await workspace.projectScope('.')
  const { entries, findById } = await read((view) => readCatalogue(view, { sources }))
  const current = workspace.chat === undefined ? [] : findById(workspace.chat)
  const candidates = entries.filter(
    (entry) =>
      entry.parent?.as !== 'subagent' &&
      entry.turns > 0 &&
      !current.includes(entry) &&
      !(entry.turns === 1 && parseContinuation(entry.title)) &&
      sources.isOwn(entry.source) &&
      (!scope || entry.documents.some((document) => scope.holds(document))),
  )
  const entry = candidates.find(({ isAutomated }) => !isAutomated) ?? candidates[0]
  if (entry) return entry
  throw new WukuError('not-found', msg('noConversationOfProject'))
}

/** The line that begins a session with the hand-over, in the folder of the conversation where it is known. */
function commandFor(to: NonNullable<HandoffInput['to']>, entry: ChatEntry, folder: string | undefined): string {
  if (to === 'server') return `wuku push <server> ${shellText(citeChat(entry))}`
  const start = `${starters[to].join(' ')} "$(wuku handoff ${shellText(entry.id)})"`
  return folder === undefined ? start : inFolder(folder, start)
}
