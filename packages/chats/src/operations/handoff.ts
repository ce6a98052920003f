import { WukuError } from '@wuku/core/errors'
import type { Engine } from '@wuku/kernel/base/engine'
import { explainExcluded } from '@wuku/kernel/documents/excluded'
import { defineOperation } from '@wuku/kernel/base/operation'
import { parseContinuation } from '@wuku/kernel/query/continuation'
import { msg } from '@wuku/messages/chats'
import { shellText } from '@wuku/text/show/shell-words'
import { readConversation } from '../assemble.ts'
import { citeChat, readCatalogue, type Catalogue, type ChatEntry } from '../catalogue.ts'
import { isoTime } from '@wuku/kernel/day'
import { requireFound, resolveChats } from '../gathering/resolve-chats.ts'
import { makeHandoff } from '../handoff/make-handoff.ts'
import {
  handoffInput,
  handoffOutput,
  starters,
  type HandoffInput,
  type HandoffOutput,
} from '../handoff/handoff-shapes.ts'
import { readSessionMessages } from '../handoff/session-messages.ts'

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
    'hand over handoff handover continue another agent session cut off resume work summary next step 交接 接手 继续 移交 会话',
  command: { name: 'handoff', positional: ['session'] },
  route: { method: 'GET', path: '/chats/handoff' },
  examples: [
    { label: 'The newest conversation of this project', input: {} },
    { label: 'One conversation, for Codex', input: { session: '7f3c9a12', to: 'codex' } },
  ],
  run: (request, { engine }) => handOver(request, engine),
  foundNothing: ({ sections }) => sections.every(({ lines }) => lines.length === 0),
  brief: ({ conversation, text, command, left_out, notes }) => ({ conversation, text, command, left_out, notes }),
  render: ({ text, command, notes }) => [
    { type: 'text', text: [text.trimEnd(), ...notes, ...(command === null ? [] : [command])].join('\n\n') },
  ],
})

async function handOver(request: HandoffInput, engine: Engine): Promise<HandoffOutput> {
  const { session, to } = request
  const isOfProject = session === undefined ? await projectTest(engine) : () => true
  const find = () =>
    engine.read(async (view) => {
      const catalogue = await readCatalogue(view, engine)
      const entry = session === undefined ? newestOf(catalogue, isOfProject, engine) : requested(session, catalogue)
      return { entry, messages: await readSessionMessages(await readConversation(entry, view), view) }
    })
  const { entry, messages } = await explainExcluded(engine, {
    names: session === undefined ? [] : [session],
    kinds: ['chats'],
    work: find,
  })
  const isOwn = engine.sources.isOwn(entry.source)
  const ages = await engine.search.freshness(entry.documents.slice(-1))
  const isStale = [...ages.values()].includes('stale')
  return {
    conversation: entry.id,
    title: entry.title,
    agent: entry.agent,
    project: isOwn ? (entry.project ?? null) : null,
    started_at: isoTime(entry.startedAt),
    ended_at: isoTime(entry.endedAt),
    ...(await makeHandoff({ entry, messages, isOwn }, request, engine)),
    command: to === undefined ? null : commandFor(to, entry, isOwn),
    notes: isStale ? ['The conversation has gone on since it was indexed: `wuku index` reads the rest.'] : [],
    citation: citeChat(entry),
  }
}

function requested(session: string, catalogue: Catalogue): ChatEntry {
  const resolved = resolveChats([session], catalogue)
  requireFound(resolved, catalogue)
  const [entry] = resolved.found
  if (!entry) throw new Error('A requested conversation exists.')
  return entry
}

/** Whether a conversation is one of the project that the program was started for; without one, of all. */
async function projectTest(engine: Engine): Promise<(entry: ChatEntry) => boolean> {
  if ((await engine.workspace.folder()) === undefined) return () => true
  const scope = await engine.workspace.projectScope('.')
  return ({ documents }) => documents.some((document) => scope.holds(document))
}

/** One that a person had goes before runs of programs; the conversation that asks is not meant. */
function newestOf(catalogue: Catalogue, isOfProject: (entry: ChatEntry) => boolean, engine: Engine): ChatEntry {
  const asking = engine.workspace.chat === undefined ? [] : catalogue.findById(engine.workspace.chat)
  const candidates = catalogue.entries.filter(
    (entry) =>
      entry.parent?.as !== 'subagent' &&
      entry.turns > 0 &&
      !asking.includes(entry) &&
      !(entry.turns === 1 && parseContinuation(entry.title)) &&
      engine.sources.isOwn(entry.source) &&
      isOfProject(entry),
  )
  const entry = candidates.find(({ isAutomated }) => !isAutomated) ?? candidates[0]
  if (entry) return entry
  throw new WukuError('not-found', msg('noConversationOfProject'))
}

/** The line that begins a session with the hand-over, in the folder of the conversation. */
function commandFor(to: NonNullable<HandoffInput['to']>, entry: ChatEntry, isOwn: boolean): string {
  if (to === 'server') return `wuku push <server> ${shellText(citeChat(entry))}`
  const start = `${starters[to].join(' ')} "$(wuku handoff ${shellText(entry.id)})"`
  const { project } = entry
  return isOwn && project !== undefined && /^(?:\/|[A-Za-z]:)/.test(project) && !/[\p{Cc}]/u.test(project)
    ? `cd ${shellText(project)} && ${start}`
    : start
}
