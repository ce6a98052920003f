import { msg, tr, trCount } from '@wuku/messages/chats'
import { readableTime, type AnswerTable, type Paragraph, type TableColumn } from '@wuku/kernel/base/answer-table'
import { grouped } from '@wuku/kernel/base/counted'
import { renderClaims } from '@wuku/kernel/claims/shown-claims'
import { commandLine } from '@wuku/text/show/shell-words'
import { writeTime } from './days.ts'
import type { FileOutput, TouchedIn } from './files/file-history-shapes.ts'
import type { ChatInfo, Gathered, GatheredMessage } from './gathering/gather-shapes.ts'
import { lastSegment } from './replies.ts'
import { type ChatResult, type SearchOutput, turnsIn } from './search/chat-search-shapes.ts'
import { type Group, groupings, type StatsOutput, type Totals } from './stats/stats-shapes.ts'
import type { TimelineConversation, TimelineOutput } from './timeline/timeline-shapes.ts'

/** Answers about conversations as people read them. */

/** `2026-11-20 10:02`, by the clock of this machine. */
export const localMinute = (at: number): string => readableTime(new Date(at).toISOString())

/** The id is never cut. */
const titled: readonly TableColumn<{ readonly chatId: string; readonly title: string }>[] = [
  { cell: ({ chatId }) => chatId, is: 'id', look: 'cyan' },
  { cell: ({ title }) => title, look: 'bold', least: 6 },
]

const faint = (text: string, indent = 2): Paragraph => ({ text, look: 'dim', indent, fits: 'cut' })

const facts = (...parts: readonly (string | undefined)[]): string => parts.filter(Boolean).join(' · ')

const folderOf = (project: string | undefined): string | undefined => project && lastSegment(project)

/** Conversations that were found; without words these are the newest. */
export const foundTable = (answer: SearchOutput, { intent_query: query }: { readonly intent_query: unknown }) => {
  const isListed = query === '*'
  return {
    columns: titled,
    rows: answer.results,
    under: (result: ChatResult) => [
      faint(
        facts(
          result.agent,
          folderOf(result.project),
          localMinute(result.timeRange.to),
          trCount(result.messageCount, 'message'),
          isListed ? '' : trCount(result.hits, 'hit'),
          result.source_missing && tr('its source is gone'),
          result.copies && tr(msg('copiesOfChat', { ids: result.copies.join(', ') })),
        ),
      ),
      ...turnsIn(result).map(({ who, text }): Paragraph => ({ text: `${who}: ${text}`, indent: 2, fits: 'cut' })),
      ...renderClaims(result.claims).map((text) => ({ text, indent: 2 })),
    ],
    foot: [foundFoot(answer, isListed)],
  }
}

function foundFoot({ results, guidance, weaker = 0 }: SearchOutput, isListed: boolean): string {
  const searched = Object.entries(guidance.state.expandedTerms).map(([word, others]) => `${word}: ${others.join(', ')}`)
  const also = searched.length > 0 ? tr(msg('alsoSearched', { searched: searched.join('; ') })) : ''
  if (results.length === 0)
    return tr(msg('noConversationFound', { also, value: isListed ? '' : tr(' To loosen the search: --fuzzy.') }))
  const left = weaker > 0 ? tr(msg('farWeakerLeftOutWeak', { weaker })) : ''
  return tr(msg('readOneChatsShowId', { conversations: results.length, also, left }))
}

/** A table with a row for each day and project. */
export const timelineTable = (
  { days, left_out: left, utc_offset_minutes: offset }: TimelineOutput,
  { day }: { readonly day?: string | undefined },
): AnswerTable => ({
  columns: [{ cell: (each: Day) => `${each.day} ${tr(weekday(each.day))}`, look: 'bold' }],
  rows: days,
  under: ({ projects }: Day) =>
    projects.flatMap(({ project, conversations }) => [
      { text: project ?? tr('(no project)'), look: 'green', indent: 2, fits: 'cut' },
      conversationsOf(conversations, offset),
    ]),
  foot: [timelineFoot(days.at(-1)?.day, left, day)],
})

type Day = TimelineOutput['days'][number]

const weekday = (day: string): string => WEEKDAYS[new Date(`${day}T00:00:00Z`).getUTCDay()] ?? ''
const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

/** Width of `10:02–11:30` and the gap behind it. */
const BEHIND_TIMES = 13

function conversationsOf(rows: readonly TimelineConversation[], offset: number): AnswerTable {
  const clock = (at: number): string => writeTime(at + offset * 60_000).slice(11, 16)
  return {
    indent: 4,
    columns: [
      { cell: ({ timeRange }: TimelineConversation) => `${clock(timeRange.from)}–${clock(timeRange.to)}` },
      { cell: ({ title }: TimelineConversation) => title, least: 6 },
      { cell: ({ chatId }: TimelineConversation) => chatId, is: 'id', look: 'cyan' },
    ],
    rows,
    under: ({
      title,
      agent,
      turns,
      messages,
      firstQuestion: asked,
      files = [],
      filesOmitted = 0,
    }: TimelineConversation) => {
      const more = filesOmitted > 0 ? msg('more', { filesOmitted }) : ''
      return [
        facts(agent, trCount(turns, 'turn'), trCount(messages, 'message')),
        // A title may be how the first question begins, cut.
        asked === undefined || asked.startsWith(title.replace(/…$/, '')) ? '' : `› ${asked}`,
        files.length === 0 ? '' : tr(msg('edited', { files: files.map(lastSegment).join(', '), more })),
      ].flatMap((text) => (text === '' ? [] : faint(text, BEHIND_TIMES)))
    },
  }
}

function timelineFoot(last: string | undefined, left: number, day: string | undefined): string {
  if (last === undefined) return tr('No conversations in this period. To include automated runs: --all')
  if (left === 0) return tr('No more. To read one: wuku chats show <id>')
  const more =
    day === undefined
      ? msg('furtherBack', { command: commandLine`wuku chats timeline --until ${last}` })
      : msg('moreLimit')
  return tr(msg('leftOut', { conversations: left, more }))
}

/** How much was said: a row a group, and the totals. */
export function statsTable({ groups, totals, groups_left_out: left, notes }: StatsOutput): AnswerTable {
  const lookOf = (row: Totals) => (row === totals ? ('bold' as const) : undefined)
  return {
    columns: countColumns.map((column) => ({ ...column, lookOf })),
    rows: [...groups, totals],
    foot: [
      ...(left > 0 ? [tr(msg('moreLimit2', { left, value: Math.min(500, groups.length + left) }))] : []),
      ...notes.map(tr),
    ],
  }
}

const countColumns: readonly TableColumn<Group>[] = [
  { cell: (group) => groupName(group) || tr('all'), least: 8 },
  { head: 'chats', cell: ({ conversations }) => conversations, is: 'count' },
  { head: 'messages', cell: ({ messages }) => messages, is: 'count' },
  { head: 'turns', cell: ({ turns }) => turns, is: 'count' },
  { head: 'tokens in', cell: ({ inputTokens }) => inputTokens, is: 'count' },
  { head: 'out', cell: ({ outputTokens }) => outputTokens, is: 'count' },
  { head: 'time', cell: ({ activeSeconds }) => durationOf(activeSeconds), is: 'count' },
]

const groupName = (group: Group): string =>
  groupings
    .filter((grouping) => group[grouping] !== undefined)
    .map((grouping) => {
      const name = group[grouping] ?? tr('(none)')
      return grouping === 'project' ? lastSegment(name) : name
    })
    .join(' · ')

/** `3 h 07 min`. */
function durationOf(seconds: number): string {
  const minutes = Math.round(seconds / 60)
  if (minutes < 60) return tr(msg('min', { minutes }))
  return tr(msg('hMin', { minutes: grouped(Math.floor(minutes / 60)), value: String(minutes % 60).padStart(2, '0') }))
}

/** The conversations that touched a file. */
export const fileTable = ({ results, left_out: left, notes }: FileOutput): AnswerTable => ({
  columns: titled,
  rows: results,
  under: ({ agent, project, edits, reads, tools, paths, first, last }: TouchedIn) => [
    faint(
      facts(
        agent,
        folderOf(project),
        tr(msg('editedRead', { edits, reads })),
        tools.map(({ tool }) => tool).join(', '),
        [...new Set([localMinute(first.createdAt), localMinute(last.createdAt)])].join(' – '),
      ),
    ),
    ...paths.map((path) => faint(path)),
  ],
  foot: [...notes.map(tr), ...(left > 0 ? [tr(msg('leftOut2', { olderConversations: left }))] : [])],
})

type Message = GatheredMessage & { readonly chatIdx?: number }

/** Conversations as they went; `isWhole`: all that went into tools and came out of them, else the beginning of each. */
export const gatheredTable = (
  { chat, messages, meta = [], narrative = [] }: Gathered,
  isWhole = true,
): AnswerTable => ({
  above: chat ? headOf(chat) : meta.flatMap((each) => headOf(each, `${each.chatIdx}  `)),
  columns: [
    { cell: ({ chatIdx, index }: Message) => `${chatIdx ?? ''}#${index}`, look: 'dim' },
    { cell: ({ role }: Message) => role, lookOf: ({ role }: Message) => (role === 'user' ? 'green' : 'bold') },
    { cell: ({ createdAt }: Message) => (createdAt === null ? '' : localMinute(createdAt).slice(11)), look: 'dim' },
    { cell: ({ branch }: Message) => (branch ? 'taken back' : ''), is: 'word', look: 'dim' },
  ],
  rows: messages ?? narrative,
  under: ({ thinking, content, tools }: Message) => [
    { text: thinking ?? '', look: 'dim', indent: 4 },
    content,
    ...(tools?.calls ?? []).flatMap(({ server, tool, args }) =>
      toolParts(`⚙ ${server} ${tool}`, typeof args === 'string' ? args : JSON.stringify(args), isWhole),
    ),
    ...(tools?.results ?? []).flatMap(({ text, isError }) => toolParts(isError ? '✗' : '↳', text, isWhole)),
  ],
})

function headOf(chat: ChatInfo, number = ''): readonly (string | Paragraph)[] {
  const { id, title, agent, project, branch, models, messageCount, timeRange } = chat
  const range = `${localMinute(timeRange.from)} – ${localMinute(timeRange.to)}`
  const gone = chat.source_missing && tr('its source is gone')
  return [
    { text: number + title, look: 'bold', fits: 'cut' },
    { text: id, look: 'cyan' },
    { text: facts(agent, project, branch, ...models, trCount(messageCount, 'message'), range, gone), look: 'dim' },
  ]
}

/** A line, or all of it. */
const toolParts = (mark: string, text: string, isWhole: boolean): readonly Paragraph[] =>
  isWhole ? [faint(mark), { text, look: 'dim', indent: 4 }] : [faint(`${mark} ${text.slice(0, FIRST)}`)]

const FIRST = 500
