import { msg, tr } from '@wuku/messages/terminal'
import type { ExportOutput } from '@wuku/chats/export/export-shapes'
import type { ChatInfo, GatheredMessage } from '@wuku/chats/gathering/gather-shapes'
import type { GatheredChats } from '@wuku/chats/operations/gather-chats'
import type { Resumption } from '@wuku/chats/operations/resume-conversation'
import type { SearchOutput } from '@wuku/chats/search/chat-search-shapes'
import type { StatsOutput } from '@wuku/chats/stats/stats-shapes'
import { endOfDay, readDay, startOfDay } from '@wuku/chats/days'
import { groupCommand, type Action, type ActionRequest, type Calls } from '../action-groups.ts'
import { failEmptySearch } from '../flags.ts'
import { printJson } from '../print-answer.ts'
import type { Input, Outcome, Shell } from '../command-types.ts'
import { gatheredTable } from '@wuku/chats/chat-layout'
import { present } from '../command-page.ts'
import { harmless, paintFor, writeTranslated } from '../terminal.ts'

const filters = ['project', 'agent', 'since', 'until', 'limit']
/** A screenful of people costs nobody anything. */
const BUDGET = 50_000

/** `wuku chats <action>`, in the order in which help lists them. */
const chatsActions: Readonly<Record<string, Action>> = {
  list: {
    description: 'The newest conversations',
    flags: filters,
    calls: ['search_conversations', 'sources'],
    does: (request, shell, calls) => {
      const { limit = 20 } = request.flags
      return find({ intent_query: '*', limit_chats: limit, limit_snippets_per_chat: 1 }, request, shell, calls)
    },
  },
  search: {
    description: 'Which one was that?',
    takes: '<words>',
    joins: true,
    needs: { words: ['words', 'Write: wuku chats search "虚拟列表 scrolling"'] },
    flags: [...filters, 'fuzzy', 'weak', 'failEmpty'],
    calls: ['search_conversations', 'sources'],
    does: (request, shell, calls) => {
      const { limit = 10, fuzzy } = request.flags
      const precision = fuzzy === true ? { precision_mode: 'fuzzy', expand: 'auto' } : {}
      return find({ intent_query: request.words['words'], limit_chats: limit, ...precision }, request, shell, calls)
    },
  },
  show: {
    description: 'A whole conversation',
    takes: '<id>',
    flags: ['tools', 'thinking'],
    calls: ['gather_chats'],
    does: show,
  },
  export: {
    description: 'Export to a file',
    takes: '<ids ...>',
    needs: { ids: ['an id', 'List ids with: wuku chats'] },
    flags: ['format', 'tools', 'thinking'],
    calls: ['export_conversation'],
    does: exportChats,
  },
  resume: {
    description: 'The command to resume it',
    takes: '<id>',
    calls: ['resume_conversation'],
    does: resume,
  },
  timeline: {
    description: 'Activity by time',
    takes: '[day]',
    flags: [...filters, 'all'],
    calls: ['timeline'],
    input: (request) => {
      const { limit, all } = request.flags
      return { ...request.words, ...filtersOf(request), limit, include_automated: all === true, budget: BUDGET }
    },
  },
  stats: {
    description: 'Tokens and time, by week, model and more',
    flags: [...filters, 'by'],
    calls: ['conversation_stats'],
    does: async (request, shell, calls) => {
      const { by, limit } = request.flags
      const input = { group_by: by, limit, ...filtersOf(request) }
      return calls.show('conversation_stats', input, await countAll(input, shell, calls))
    },
  },
  files: {
    description: 'Conversations that read or changed a file',
    takes: '<path>',
    needs: { path: ['a path', 'Write: wuku chats files src/cart.ts'] },
    flags: [...filters, 'edited'],
    calls: ['find_file_history'],
    input: (request) => {
      const { limit, edited } = request.flags
      return { ...request.words, ...filtersOf(request), edited_only: edited === true, limit, budget: BUDGET }
    },
  },
}

/** Minutes that the clock of this machine is ahead of UTC: people mean their own days. */
const offsetAt = (at: number): number => -new Date(at).getTimezoneOffset()

/** Filters of a timeline, a history or counts, as operations take them. */
const filtersOf = ({ flags: { project, agent, since, until }, now }: ActionRequest): Input => ({
  project,
  agent,
  since,
  until,
  utc_offset_minutes: offsetAt(now),
})

/** The same for a search, which knows moments and no days. */
function searchFiltersOf({ flags: { project, agent, since, until }, now }: ActionRequest): Input {
  const calendar = { now, offset: offsetAt(now) }
  const start = since === undefined ? 0 : Math.max(0, startOfDay(readDay(String(since), calendar), calendar.offset))
  const end = until === undefined ? now : endOfDay(readDay(String(until), calendar), calendar.offset)
  const isBounded = since !== undefined || until !== undefined
  return { project, agent, ...(isBounded && { time_window: { start, end } }) }
}

async function find(input: Input, request: ActionRequest, shell: Shell, { ask, print }: Calls): Promise<Outcome> {
  // A person at a terminal is in no conversation that could find itself.
  const search = {
    ...input,
    ...searchFiltersOf(request),
    weak: request.flags['weak'] === true,
    exclude_current_chat: false,
  }
  let isEmpty = false
  const outcome = await print<SearchOutput>('search_conversations', search, (answer) => {
    isEmpty = answer.results.length === 0
    return answer
  })
  if (isEmpty && !shell.json && !(await hasChats(ask)))
    writeTranslated(shell.terminal.out, () => `${tr('No conversations are indexed yet: wuku add --agent all')}\n`)
  return outcome
}

const hasChats = async (ask: Calls['ask']): Promise<boolean> =>
  (await ask<{ readonly sources: readonly { readonly kind: string }[] }>('sources', {})).sources.some(
    ({ kind }) => kind === 'chats',
  )

/** One call looks into so much; people get all of it counted, since each call goes on from the one before. */
async function countAll(input: Input, { signal }: Shell, { ask }: Calls): Promise<StatsOutput> {
  let answer = await ask<StatsOutput>('conversation_stats', input)
  for (let before = Infinity; answer.reckoned > 0 && answer.reckoned < before && !signal.aborted;) {
    before = answer.reckoned
    answer = await ask<StatsOutput>('conversation_stats', input)
  }
  return answer
}

type Gathered = Required<Pick<GatheredChats, 'chat' | 'messages' | 'cursor'>>

/** Answers are bounded for those who pay by the word: people get all pages. */
const PAGE_TOKENS = 200_000

async function show({ words: { id }, flags }: ActionRequest, shell: Shell, calls: Calls): Promise<Outcome> {
  const { out } = shell.terminal
  const { tools, thinking } = flags
  const input = { chatIds: [id], includeTools: true, includeThinking: thinking === true, budget: PAGE_TOKENS }
  const all: GatheredMessage[] = []
  let chat: ChatInfo | undefined
  for await (const { chat: read, messages } of pagesOf(input, shell, calls)) {
    if (shell.json) all.push(...messages)
    else {
      if (chat) out.write('\n')
      const isHeaded = !chat && !shell.quiet
      present({ messages, ...(isHeaded && { chat: read }) }, (page) => gatheredTable(page, tools === true), shell)
    }
    chat = read
  }
  if (shell.json) printJson(out, { chat, messages: all })
  return 'done'
}

async function* pagesOf(input: Input, { signal }: Shell, { ask }: Calls): AsyncGenerator<Gathered> {
  let cursor: string | undefined
  do {
    const page: Gathered = await ask('gather_chats', { ...input, cursor })
    yield page
    cursor = page.cursor ?? undefined
  } while (cursor !== undefined && !signal.aborted)
}

/** A page at a time goes out: a long conversation is never held as a whole. */
const PAGE_CHARS = 1_000_000

/** All of one or several conversations to standard output. */
async function exportChats({ rest, flags }: ActionRequest, shell: Shell, { ask }: Calls): Promise<Outcome> {
  const { out, err } = shell.terminal
  const { format, tools, thinking } = flags
  const include = { include_tools: tools === true, include_thinking: thinking === true }
  const input = { chatIds: rest, format, ...include, max_chars: PAGE_CHARS }
  const parts: string[] = []
  let page: ExportOutput | undefined
  do {
    const cursor: string | undefined = page?.cursor ?? undefined
    page = await ask<ExportOutput>('export_conversation', { ...input, cursor })
    if (shell.json) parts.push(page.content)
    else out.write(out.isTerminal ? harmless(page.content) : page.content)
  } while (page.cursor !== null && !shell.signal.aborted)
  if (shell.json) printJson(out, { ...page, content: parts.join('') })
  const missing = [...page.unknown, ...page.ambiguous.map(({ id }) => id)]
  for (const id of missing)
    writeTranslated(err, () => tr(msg('noUniqueConversation', { value: paintFor(err).yellow('!'), id: harmless(id) })))
  if (!shell.quiet) for (const note of page.notes) err.write(`${paintFor(err).yellow('!')} ${note}\n`)
  return missing.length > 0 || shell.signal.aborted ? 'failed' : 'done'
}

/** The command that continues a conversation. A program gets nothing else. */
async function resume({ words: { id } }: ActionRequest, shell: Shell, { print }: Calls): Promise<Outcome> {
  const isForProgram = !shell.terminal.out.isTerminal && !shell.json
  let isMissing = false
  const outcome = await print<Resumption>('resume_conversation', { chatId: id }, (answer) => {
    isMissing = (answer.line ?? answer.url) === undefined
    return isForProgram && !isMissing ? { ...answer, note: '' } : answer
  })
  return isMissing && !shell.json ? 'failed' : outcome
}

export const chatsCommand = groupCommand({
  name: 'chats',
  title: 'Conversations with agents: list, search, show, export, resume, timeline, stats, files',
  examples: [
    { description: 'The newest; any unique prefix of an id will do', line: 'wuku chats' },
    { description: 'Which one was that?', line: 'wuku chats search "虚拟列表 scrolling" --since 2026-10-01' },
    { description: 'A whole conversation, with tool output', line: 'wuku chats show 7f3c9a12 --tools' },
    { description: 'Export to a file', line: 'wuku chats export 7f3c9a12 --format markdown' },
    { description: 'The command to resume it', line: 'wuku chats resume 7f3c9a12' },
    { description: 'What was done yesterday', line: 'wuku chats timeline yesterday' },
    { description: 'Tokens and time by week and model', line: 'wuku chats stats --by week,model' },
    { description: 'Who changed this file, and when', line: 'wuku chats files src/cart.ts --edited' },
  ],
  actions: chatsActions,
  flags: {
    '--words A,B': 'Its id, words, day or path.',
    '--project TEXT': 'Only this working folder: its path, the end of it, or its name.',
    '--agent TEXT': 'Only this program, such as claude-code.',
    '--since TEXT': 'From this day on: 2026-11-20, yesterday, 昨天.',
    '--until TEXT': 'Up to and including this day.',
    '--limit, -n N': 'Maximum number of conversations or groups.',
    '--fuzzy': 'search: include misspelt and related words.',
    '--weak': 'search: include hits that are far weaker than the best.',
    '--tools': 'show, export: include the input and output of tools.',
    '--thinking': "show, export: include the model's thinking.",
    '--format TEXT': 'export: markdown, json, jsonl or pairs. Default: markdown.',
    '--all': 'timeline: include automated runs, without a person.',
    '--by A,B': 'stats: one or two of agent, model, project, day, week, month.',
    ...failEmptySearch,
    '--edited': 'files: only changes, not reads.',
  },
  id: /^[0-9a-f-]{6,}$/i,
  needs: { id: ['an id', 'List ids with: wuku chats'] },
})
