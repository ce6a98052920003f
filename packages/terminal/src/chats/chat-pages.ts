import { msg, tr, trCount, type Speaker } from '@wuku/messages/terminal'
import { grouped } from '@wuku/kernel/base/counted'
import type { FileOutput, TouchedIn } from '@wuku/chats/files/file-history-shapes'
import type { ChatInfo, GatheredMessage } from '@wuku/chats/gathering/gather-shapes'
import { type ChatResult, type SearchOutput, snippetText, speakerOf } from '@wuku/chats/search/chat-search-shapes'
import type { Group, Grouping, StatsOutput, Totals } from '@wuku/chats/stats/stats-shapes'
import type { TimelineOutput, TimelineConversation } from '@wuku/chats/timeline/timeline-shapes'
import { commandLine } from '@wuku/text/show/shell-words'
import type { ActionRequest } from '../action-groups.ts'
import { cut, indented, type Page, type Shown } from '../command-page.ts'
import { table, type Column } from '../table.ts'
import { harmless } from '../terminal.ts'

/**
 * Beginning of an id that suffices to distinguish it: the first group of a UUID, two if that is a time; of an id such as
 * `ses_6f2c81d09ffe...` the twelve digits that are a time. Other ids are shown whole.
 */
export function shortId(id: string): string {
  const [, first, second, version] = /^([0-9a-f]{8})-([0-9a-f]{4})-([0-9a-f])[0-9a-f]{3}-/i.exec(id) ?? []
  if (first === undefined || second === undefined) return /^[a-z]{2,5}_[0-9a-f]{12}/.exec(id)?.[0] ?? id
  return version === '7' ? `${first}-${second}` : first
}

/** Minutes that the clock of this machine is ahead of UTC: people mean their own days. */
export const offsetAt = (at: number): number => -new Date(at).getTimezoneOffset()

/** `2026-11-20 10:02`, by the clock of this machine. */
export const localMinute = (at: number): string =>
  new Date(at + offsetAt(at) * 60_000).toISOString().slice(0, 16).replace('T', ' ')

/** `10:02`. */
const localTime = (at: number): string => localMinute(at).slice(11)

/** The last folder of a path is what people call a project. */
const folderName = (path: string): string => path.split(/[\\/]+/).findLast((part) => part !== '') ?? path

/** `7f3c9a12  Title` with the facts under it; the id is never cut. */
function headLines(
  { id, title, facts }: { readonly id: string; readonly title: string; readonly facts: readonly string[] },
  page: Page,
): readonly string[] {
  const { out, paint } = page
  const shown = harmless(shortId(id))
  return [
    `${paint.cyan(shown)}  ${paint.bold(cut(title, out.columns - shown.length - 2, page))}`,
    `  ${paint.dim(cut(facts.join(' · '), out.columns - 2, page))}`,
  ]
}

interface ResultsState {
  readonly isListed: boolean
  /** No conversations were ever taken in. */
  readonly isEmpty: boolean
}

export const showResults = (answer: SearchOutput, page: Page, state: ResultsState): Shown => ({
  parts: answer.results.map((result) => resultPart(result, state.isListed, page)),
  foot: [resultsFoot(answer, state)],
})

function resultPart(result: ChatResult, isListed: boolean, page: Page): string {
  const { chatId, title, agent, project, timeRange, messageCount, hits, snippets } = result
  const facts = [
    agent,
    ...(project === undefined ? [] : [folderName(project)]),
    localMinute(timeRange.to),
    ...[
      trCount(messageCount, 'message'),
      ...(isListed ? [] : [trCount(hits, 'hit')]),
      ...(result.source_missing ? [tr('its source is gone')] : []),
    ].map((fact) => page.translate(fact)),
  ]
  const bodySnippets = snippets.filter(({ source }) => source !== 'title')
  const lines = bodySnippets.map((snippet) => {
    const who = speakerOf(snippet)
    return `  ${page.paint.dim(`${who}:`)} ${cut(snippetText(snippet), page.out.columns - who.length - 4, page)}`
  })
  return [...headLines({ id: chatId, title, facts }, page), ...lines].join('\n')
}

function resultsFoot({ results, guidance, weaker = 0 }: SearchOutput, { isListed, isEmpty }: ResultsState): string {
  const searched = Object.entries(guidance.state.expandedTerms).map(([word, others]) => `${word}: ${others.join(', ')}`)
  const also = searched.length > 0 ? tr(msg('alsoSearched', { searched: searched.join('; ') })) : ''
  if (results.length === 0)
    return isEmpty
      ? tr('No conversations are indexed yet: wuku add --agent all')
      : tr(msg('noConversationFound', { also, value: isListed ? '' : tr(' To loosen the search: --fuzzy.') }))
  const left = weaker > 0 ? tr(msg('farWeakerLeftOutWeak', { weaker })) : ''
  return tr(msg('readOneChatsShowId', { conversations: results.length, also, left }))
}

export function chatHead(chat: ChatInfo, page: Page): string {
  const { paint, translate } = page
  const { id, title, agent, project, branch, models, messageCount, timeRange } = chat
  const facts = [
    agent,
    ...(project === undefined ? [] : [project]),
    ...(branch === undefined ? [] : [branch]),
    ...models,
    ...[
      trCount(messageCount, 'message'),
      `${localMinute(timeRange.from)} – ${localMinute(timeRange.to)}`,
      ...(chat.source_missing ? [tr('its source is gone')] : []),
    ].map((fact) => translate(fact)),
  ]
  const head = [paint.bold(cut(title, page.out.columns, page)), paint.cyan(harmless(id))]
  return [...head, ...indented(facts.join(' · '), 0, page).map(paint.dim)].join('\n')
}

export function messagePart(message: GatheredMessage, withTools: boolean, page: Page): string {
  const { index, role, createdAt, branch, content, thinking, tools } = message
  const { paint } = page
  const facts = [
    ...(createdAt === null ? [] : [localTime(createdAt)]),
    ...(branch ? [page.translate('taken back')] : []),
  ]
  const who = role === 'user' ? paint.green(role) : paint.bold(role)
  const calls = (tools?.calls ?? []).map(({ server, tool, args }) => {
    const name = server === '' ? tool : `${server} ${tool}`
    return toolLines(`⚙ ${name}`, typeof args === 'string' ? args : JSON.stringify(args), withTools, page)
  })
  const results = (tools?.results ?? []).map(({ text, isError }) =>
    toolLines(isError ? '✗' : '↳', text, withTools, page),
  )
  return [
    `${paint.dim(`#${index}`)} ${who} ${paint.dim(facts.join(' · '))}`.trimEnd(),
    ...(thinking === undefined ? [] : indented(thinking, 4, page).map(paint.dim)),
    ...(content === '' ? [] : indented(content, 0, page)),
    ...[...calls, ...results].flat(),
  ].join('\n')
}

/** A line, or all of it. */
function toolLines(mark: string, text: string, isFull: boolean, page: Page): readonly string[] {
  const { out, paint } = page
  if (isFull) return [paint.dim(`  ${harmless(mark)}`), ...indented(text, 4, page).map(paint.dim)]
  const short = text.length > FIRST ? `${text.slice(0, FIRST)}…` : text
  return [paint.dim(`  ${cut(`${mark} ${short}`, out.columns - 2, page)}`)]
}

const FIRST = 500

/** Timeline by day and project; a day may be named. */
export const showTimeline = (answer: TimelineOutput, page: Page, { words: { day } }: ActionRequest): Shown => ({
  parts: answer.days.map((each) => dayPart(each, page)),
  foot: [timelineFoot(answer, day)],
})

const weekday = (day: string): string => WEEKDAYS[new Date(`${day}T00:00:00Z`).getUTCDay()] ?? ''
const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

const dayPart = ({ day, projects }: TimelineOutput['days'][number], page: Page): string =>
  [
    page.paint.bold(`${day} ${page.translate(weekday(day))}`.trimEnd()),
    ...projects.flatMap(({ project, conversations }) => [
      `  ${page.paint.green(cut(project ?? page.translate('(no project)'), page.out.columns - 2, page))}`,
      ...conversations.flatMap((each) => rangeLines(each, page)),
    ]),
  ].join('\n')

const INDENT = ' '.repeat(17)

function rangeLines(range: TimelineConversation, page: Page): readonly string[] {
  const { chatId, title, agent, timeRange, turns, messages, firstQuestion, files = [], filesOmitted = 0 } = range
  const { paint, out, translate } = page
  const id = harmless(shortId(chatId))
  const width = out.columns - INDENT.length
  const line = (text: string): string => `${INDENT}${paint.dim(cut(text, width, page))}`
  const more = filesOmitted > 0 ? msg('more', { filesOmitted }) : ''
  return [
    `    ${localTime(timeRange.from)}–${localTime(timeRange.to)}  ${cut(title, width - id.length - 2, page)}  ${paint.cyan(id)}`,
    line([agent, trCount(turns, 'turn'), trCount(messages, 'message')].join(' · ')),
    ...(firstQuestion === undefined || isIn(title, firstQuestion) ? [] : [line(`› ${firstQuestion}`)]),
    ...(files.length === 0 ? [] : [line(translate(msg('edited', { files: files.map(folderName).join(', '), more })))]),
  ]
}

/** A title may be how the first question begins, cut. */
const isIn = (title: string, question: string): boolean => question.startsWith(title.replace(/…$/, ''))

function timelineFoot({ days, left_out: left }: TimelineOutput, day: string | undefined): string {
  const last = days.at(-1)?.day
  if (last === undefined) return tr('No conversations in this period. To include automated runs: --all')
  if (left === 0) return tr('No more. To read one: wuku chats show <id>')
  const more =
    day === undefined
      ? msg('furtherBack', { command: commandLine`wuku chats timeline --until ${last}` })
      : msg('moreLimit')
  return tr(msg('leftOut', { conversations: left, more }))
}

type Counted = Totals & { readonly name?: string }

const countColumns = ({ translate }: Page): readonly Column<Counted>[] => [
  { cell: ({ name = translate('all') }) => name, align: 'left', least: 8 },
  { head: 'chats', cell: ({ conversations }) => grouped(conversations), align: 'right' },
  { head: 'messages', cell: ({ messages }) => grouped(messages), align: 'right' },
  { head: 'turns', cell: ({ turns }) => grouped(turns), align: 'right' },
  { head: 'tokens in', cell: ({ inputTokens }) => grouped(inputTokens), align: 'right' },
  { head: 'out', cell: ({ outputTokens }) => grouped(outputTokens), align: 'right' },
  { head: 'time', cell: ({ activeSeconds }) => timeOf(activeSeconds), align: 'right', is: 'word' },
]

/** How much was said: a row a group, and the totals. */
export function showStats({ groups, totals, groups_left_out: left, notes }: StatsOutput, page: Page): Shown {
  const rows = [...groups.map((group): Counted => ({ ...group, name: groupName(group, page.translate) })), totals]
  return {
    parts: table(countColumns(page), rows, page, { colourOf: (row) => (row === totals ? 'bold' : undefined) }),
    foot: [
      ...(left > 0 ? [tr(msg('moreLimit2', { left, value: Math.min(500, groups.length + left) }))] : []),
      ...notes.map(tr),
    ],
    isDense: true,
  }
}

const groupings: readonly Grouping[] = ['agent', 'model', 'project', 'day', 'week', 'month']

const groupName = (group: Group, translate: Speaker): string =>
  groupings
    .filter((grouping) => group[grouping] !== undefined)
    .map((grouping) =>
      grouping === 'project'
        ? folderName(group.project ?? translate('(none)'))
        : (group[grouping] ?? translate('(none)')),
    )
    .join(' · ')

/** `3 h 07 min`. */
function timeOf(seconds: number): string {
  const minutes = Math.round(seconds / 60)
  if (minutes < 60) return tr(msg('min', { minutes }))
  return tr(msg('hMin', { minutes: grouped(Math.floor(minutes / 60)), value: String(minutes % 60).padStart(2, '0') }))
}

/** Which conversations touched a file. */
export const showFileHistory = ({ results, left_out: left, notes }: FileOutput, page: Page): Shown => ({
  parts: results.map((result) => touchedPart(result, page)),
  foot: [
    ...notes.map((note) => tr(note).replace('search_conversations', 'wuku chats search')),
    ...(left > 0 ? [tr(msg('leftOut2', { olderConversations: left }))] : []),
  ],
})

function touchedPart(touched: TouchedIn, page: Page): string {
  const { chatId, title, agent, project, edits, reads, tools, paths, first, last } = touched
  const [from, to] = [localMinute(first.createdAt), localMinute(last.createdAt)]
  const facts = [
    agent,
    ...(project === undefined ? [] : [folderName(project)]),
    page.translate(msg('editedRead', { edits, reads })),
    tools.map(({ tool }) => tool).join(', '),
    first.createdAt === last.createdAt ? from : `${from} – ${to}`,
  ]
  return [
    ...headLines({ id: chatId, title, facts }, page),
    ...paths.map((path) => `  ${page.paint.dim(cut(path, page.out.columns - 2, page))}`),
  ].join('\n')
}
