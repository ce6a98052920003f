import { counted, grouped } from '../../../engine/operations/counted.ts'
import type { ChatResult, SearchOutput } from '../../../kinds/chats/search/shapes.ts'
import { saidBy, whoSaid } from '../../../kinds/chats/search/who.ts'
import { printJson } from '../../../surfaces/cli/answer.ts'
import { usage } from '../../../surfaces/cli/arguments.ts'
import type { Input, Outcome, Shell } from '../../../surfaces/cli/command.ts'
import { cut, pageFor, type Page } from '../pads/layout.ts'
import type { Action } from '../actions.ts'
import {
  folderName,
  headLines,
  localMinute,
  noWord,
  ask,
  searchFiltersOf,
  localTime,
  shortId,
  filtersOf,
} from './layout.ts'
import type { TimelineOutput, ToldStretch } from '../../../kinds/chats/timeline/shapes.ts'
import { harmless, displayWidth, padEnd } from '../../../surfaces/cli/terminal.ts'
import { commandLine } from '../../../text/shell-words.ts'
import { groupings, type Group, type StatsOutput, type Totals } from '../../../kinds/chats/stats/shapes.ts'

/** The newest conversations. */
export const list: Action = async ({ words, flags }, shell) => {
  noWord(words)
  const { limit = 20 } = flags
  return find({ intent_query: '*', limit_chats: limit, limit_snippets_per_chat: 1 }, flags, shell)
}

/** Conversations by what they were about, best first. */
export const search: Action = async ({ words, flags }, shell) => {
  const query = words.join(' ')
  if (query.trim() === '')
    throw usage('"wuku chats search" needs words.', 'Write: wuku chats search "虚拟列表 scrolling"')
  const { limit = 10, fuzzy } = flags
  const precision = fuzzy === true ? { precision_mode: 'fuzzy', expand: 'auto' } : {}
  return find({ intent_query: query, limit_chats: limit, ...precision }, flags, shell)
}

async function find(input: Input, flags: Input, shell: Shell): Promise<Outcome> {
  const { out } = shell.terminal
  const engine = await shell.engine()
  // Whoever sits at a terminal is in no conversation that could find itself.
  const whole = {
    ...input,
    ...searchFiltersOf(flags, engine),
    weak: flags['weak'] === true,
    exclude_current_chat: false,
  }
  const answer = await ask<SearchOutput>(shell, 'search_conversations', whole)
  if (shell.json) {
    printJson(out, answer)
    return 'done'
  }
  const page = pageFor(out, engine.now())
  const isListed = input['intent_query'] === '*'
  const isEmpty = !(await engine.read((view) => view.sources())).some(({ kind }) => kind === 'chats')
  const parts = answer.results.map((result) => resultPart(result, isListed, page))
  if (!shell.quiet || parts.length === 0) parts.push(page.paint.dim(foot(answer, { isListed, isEmpty })))
  out.write(`${parts.join('\n\n')}\n`)
  return 'done'
}

function resultPart(result: ChatResult, isListed: boolean, page: Page): string {
  const { chatId, title, agent, project, timeRange, messageCount, hits, snippets } = result
  const facts = [
    agent,
    ...(project === undefined ? [] : [folderName(project)]),
    localMinute(timeRange.to),
    counted(messageCount, 'message'),
    ...(isListed ? [] : [counted(hits, 'hit')]),
    ...(result.source_missing ? ['its source is gone'] : []),
  ]
  const said = snippets.filter(({ source }) => source !== 'title')
  const lines = said.map((snippet) => {
    const who = whoSaid(snippet)
    return `  ${page.paint.dim(`${who}:`)} ${cut(saidBy(snippet), page.out.columns - who.length - 4, page)}`
  })
  return [...headLines({ id: chatId, title, facts }, page), ...lines].join('\n')
}

interface Asked {
  readonly isListed: boolean
  /** No conversations were ever taken in. */
  readonly isEmpty: boolean
}

function foot({ results, guidance, weaker = 0 }: SearchOutput, { isListed, isEmpty }: Asked): string {
  const searched = Object.entries(guidance.state.expandedTerms).map(([word, others]) => `${word}: ${others.join(', ')}`)
  const also = searched.length > 0 ? ` Also searched: ${searched.join('; ')}.` : ''
  if (results.length === 0)
    return isEmpty
      ? 'No conversations are indexed yet: wuku add --agent all'
      : `No conversation found.${also}${isListed ? '' : ' To loosen the search: --fuzzy.'}`
  const left = weaker > 0 ? ` ${weaker} far weaker left out: --weak.` : ''
  return `${counted(results.length, 'conversation')}.${also}${left} To read one: wuku chats show <id>`
}

/** A screenful of people costs nobody anything. */
const BUDGET = 50_000

/** What was done when, by day and project; a day may be named. */
export const timeline: Action = async ({ words: [day, ...more], flags }, shell) => {
  noWord(more)
  const { out } = shell.terminal
  const engine = await shell.engine()
  const { limit, all } = flags
  const input = { day, ...filtersOf(flags, engine), limit, include_automated: all === true, budget: BUDGET }
  const answer = await ask<TimelineOutput>(shell, 'timeline', input)
  if (shell.json) {
    printJson(out, answer)
    return 'done'
  }
  const page = pageFor(out, engine.now())
  const parts = answer.days.map((each) => dayPart(each, page))
  if (!shell.quiet || parts.length === 0) parts.push(page.paint.dim(timelineFoot(answer, day)))
  out.write(`${parts.join('\n\n')}\n`)
  return 'done'
}

type Day = TimelineOutput['days'][number]

const weekday = (day: string): string => WEEKDAYS[new Date(`${day}T00:00:00Z`).getUTCDay()] ?? ''
const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

const dayPart = ({ day, projects }: Day, page: Page): string =>
  [
    page.paint.bold(`${day} ${weekday(day)}`.trimEnd()),
    ...projects.flatMap(({ project, conversations }) => [
      `  ${page.paint.green(cut(project ?? '(no project)', page.out.columns - 2, page))}`,
      ...conversations.flatMap((each) => stretchLines(each, page)),
    ]),
  ].join('\n')

const INDENT = ' '.repeat(17)

function stretchLines(told: ToldStretch, page: Page): readonly string[] {
  const { chatId, title, agent, timeRange, turns, messages, firstQuestion, files = [], filesOmitted = 0 } = told
  const { paint, out } = page
  const id = harmless(shortId(chatId))
  const room = out.columns - INDENT.length
  const line = (text: string): string => `${INDENT}${paint.dim(cut(text, room, page))}`
  const more = filesOmitted > 0 ? ` and ${filesOmitted} more` : ''
  return [
    `    ${localTime(timeRange.from)}–${localTime(timeRange.to)}  ${cut(title, room - id.length - 2, page)}  ${paint.cyan(id)}`,
    line([agent, counted(turns, 'turn'), counted(messages, 'message')].join(' · ')),
    ...(firstQuestion === undefined || isIn(title, firstQuestion) ? [] : [line(`› ${firstQuestion}`)]),
    ...(files.length === 0 ? [] : [line(`edited ${files.map(folderName).join(', ')}${more}`)]),
  ]
}

/** A title may be how the first question begins, cut. */
const isIn = (title: string, question: string): boolean => question.startsWith(title.replace(/…$/, ''))

function timelineFoot({ days, left_out: left }: TimelineOutput, day: string | undefined): string {
  const last = days.at(-1)?.day
  if (last === undefined) return 'No conversations in this period. To include automated runs: --all'
  if (left === 0) return 'No more. To read one: wuku chats show <id>'
  const more =
    day === undefined ? `Further back: ${commandLine`wuku chats timeline --until ${last}`}` : 'More: --limit 200'
  return `${counted(left, 'conversation')} left out. ${more}`
}

/** How much was said: a row a group, and the totals. */
export const stats: Action = async ({ words, flags }, shell) => {
  noWord(words)
  const { out } = shell.terminal
  const engine = await shell.engine()
  const { by, limit } = flags
  const input = { group_by: by, limit, ...filtersOf(flags, engine) }
  const answer = await countAll(input, shell)
  if (shell.json) {
    printJson(out, answer)
    return 'done'
  }
  out.write(`${tableOf(answer, pageFor(out, engine.now())).join('\n')}\n`)
  return 'done'
}

/** One call looks into so much; people get all of it counted, since each call goes on from the one before. */
async function countAll(input: Input, shell: Shell): Promise<StatsOutput> {
  let answer = await ask<StatsOutput>(shell, 'conversation_stats', input)
  for (let before = Infinity; answer.reckoned > 0 && answer.reckoned < before && !shell.signal.aborted;) {
    before = answer.reckoned
    answer = await ask<StatsOutput>(shell, 'conversation_stats', input)
  }
  return answer
}

const heads = ['chats', 'messages', 'turns', 'tokens in', 'out', 'time']

function tableOf({ groups, totals, groups_left_out: left, notes }: StatsOutput, page: Page): readonly string[] {
  const rows = groups.map((group) => [nameOf(group), ...cellsOf(group)])
  const total = ['all', ...cellsOf(totals)]
  const widths = heads.map((head, at) =>
    Math.max(head.length, ...[...rows, total].map((row) => (row[at + 1] ?? '').length)),
  )
  const numbers = widths.reduce((sum, width) => sum + width + 2, 0)
  const names = Math.max(3, ...rows.map(([name = '']) => displayWidth(name)))
  const room = page.out.isTerminal ? Math.max(8, Math.min(names, page.out.columns - numbers)) : names
  const line = ([name = '', ...cells]: readonly string[]): string =>
    [padEnd(cut(name, room, page), room), ...cells.map((cell, at) => cell.padStart(widths[at] ?? 0))].join('  ')
  return [
    page.paint.dim(line(['', ...heads])),
    ...rows.map(line),
    page.paint.bold(line(total)),
    ...(left > 0 ? [page.paint.dim(`${left} more: --limit ${Math.min(500, groups.length + left)}`)] : []),
    ...notes.map(page.paint.dim),
  ]
}

const nameOf = (group: Group): string =>
  groupings
    .filter((grouping) => group[grouping] !== undefined)
    .map((grouping) => (grouping === 'project' ? folderName(group.project ?? '(none)') : (group[grouping] ?? '(none)')))
    .join(' · ')

const cellsOf = ({ conversations, messages, turns, inputTokens, outputTokens, activeSeconds }: Totals) => [
  ...[conversations, messages, turns, inputTokens, outputTokens].map(grouped),
  timeOf(activeSeconds),
]

/** `3 h 07 min`. */
function timeOf(seconds: number): string {
  const minutes = Math.round(seconds / 60)
  if (minutes < 60) return `${minutes} min`
  return `${grouped(Math.floor(minutes / 60))} h ${String(minutes % 60).padStart(2, '0')} min`
}
