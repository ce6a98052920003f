import { WukuError } from '@wuku/core/errors'
import { msg } from '@wuku/messages/chats'
import { compareTexts } from '@wuku/core/list-helpers'
import type { DocumentId } from '@wuku/core/core-types'
import type { Engine } from '@wuku/kernel/base/engine'
import type { StoreView } from '@wuku/core/ports/store'
import { graphemeBorder } from '@wuku/text/terms/graphemes'
import { estimateTokens } from '@wuku/text/terms/tokens'
import type { ConversationBlock, Conversation, ConversationMessage } from '../assemble.ts'
import { readTexts, readConversations } from '../assemble.ts'
import { readCatalogue, type ChatEntry, citeChat } from '../catalogue.ts'
import { endOfDay, dayOf } from '../days.ts'
import { narrow, type Narrowed } from '../narrowing.ts'
import { editedIn, isTurn, timed } from '../timed-messages.ts'
import type { TimelineInput, TimelineOutput, TimelineConversation } from './timeline-shapes.ts'
import { isWithin, type Window } from '../search/choose.ts'

/** Conversations by day and project, newest day first. */
export const readTimeline = (request: TimelineInput, engine: Engine): Promise<TimelineOutput> =>
  engine.read(async (view) => {
    const { utc_offset_minutes: offset, limit } = request
    const start = readCursor(request.cursor)
    const narrowed = narrow(onDay(request), await readCatalogue(view, engine), engine.now())
    const { entries, window } = beforeCursor(narrowed, start, offset)
    // One more than the limit shows whether there is more.
    const reach = { window, offset, enough: start.returnedCount + limit + 1 }
    const { segments, older } = await readSegments(entries, reach, view)
    const rest = segments.slice(start.returnedCount)
    const returned = await renderWithinBudget(rest.slice(0, limit), request.budget, view)
    const next = rest[returned.length]
    const leftOut = rest.slice(returned.length).map(({ entry }) => entry)
    return {
      days: daysOf(returned),
      total: narrowed.entries.length,
      left_out: new Set([...older, ...leftOut]).size,
      cursor: next ? cursorAt(next, segments) : null,
      utc_offset_minutes: offset,
      notes: [`Days begin at midnight ${clockOf(offset)}; utc_offset_minutes changes that.`],
    }
  })

const onDay = (request: TimelineInput): TimelineInput =>
  request.day === undefined ? request : { ...request, since: request.day, until: request.day }

/** `at UTC+08:00` */
function clockOf(offset: number): string {
  if (offset === 0) return 'in UTC'
  const [hours, minutes] = [Math.floor(Math.abs(offset) / 60), Math.abs(offset) % 60]
  return `at UTC${offset < 0 ? '-' : '+'}${String(hours).padStart(2, '0')}:${String(minutes).padStart(2, '0')}`
}

interface Start {
  /** The newest day that is not finished. */
  readonly day?: string
  /** Conversations of that day that were already returned. */
  readonly returnedCount: number
}

function readCursor(cursor: string | undefined): Start {
  if (cursor === undefined) return { returnedCount: 0 }
  const [, day, returned] = /^(\d{4}-\d\d-\d\d)\.(\d{1,6})$/.exec(cursor) ?? []
  if (day !== undefined && returned !== undefined && Number.isFinite(endOfDay(day, 0)))
    return { day, returnedCount: Number(returned) }
  throw new WukuError('bad-input', msg('isNotCursorOfTimeline', { cursor: cursor.slice(0, 100) }))
}

function beforeCursor({ entries, window }: Narrowed, { day }: Start, offset: number): Narrowed {
  if (day === undefined) return { entries, window }
  const to = Math.min(window.to, endOfDay(day, offset))
  return { entries: entries.filter(({ startedAt }) => startedAt <= to), window: { ...window, to } }
}

const cursorAt = (next: DaySegment, all: readonly DaySegment[]): string =>
  `${next.day}.${all.filter(({ day }) => day === next.day).indexOf(next)}`

interface RenderedSegment {
  readonly segment: DaySegment
  readonly shown: TimelineConversation
}

/** As many as the budget holds, and the first in any case. */
async function renderWithinBudget(segments: readonly DaySegment[], budget: number, view: StoreView) {
  const returned: RenderedSegment[] = []
  let spent = 0
  for await (const { each, texts } of readTexts(segments.map(questionIn), view)) {
    const [question] = each.blocks
    const shown = renderSegment(each.segment, question && beginningOf(question, texts))
    spent += estimateTokens(JSON.stringify(shown))
    if (spent > budget && returned.length > 0) return returned
    returned.push({ segment: each.segment, shown })
  }
  return returned
}

/** A segment with the start of its first question. */
function questionIn(segment: DaySegment) {
  const question = segment.messages.find(isTurn)?.pieces.find(({ kind }) => kind === 'text')
  return { segment, entry: segment.entry, blocks: question ? [question] : [] }
}

const MAX_FILES = 5
/** Characters of a question that is not cut. */
const QUESTION = 160

function renderSegment({ entry, from, to, messages }: DaySegment, question = ''): TimelineConversation {
  const files = editedIn(messages)
  return {
    chatId: entry.id,
    title: entry.title,
    agent: entry.agent,
    timeRange: { from, to },
    messages: messages.length,
    turns: messages.filter(isTurn).length,
    ...(question !== '' && { firstQuestion: question }),
    ...(files.length > 0 && { files: files.slice(0, MAX_FILES) }),
    ...(files.length > MAX_FILES && { filesOmitted: files.length - MAX_FILES }),
    citation: citeChat(entry, messages[0]),
  }
}

function beginningOf(block: ConversationBlock, texts: ReadonlyMap<DocumentId, string>): string {
  const text = texts.get(block.document) ?? ''
  // Breaks and spaces shrink: twice as much is looked at as may be shown.
  const opening = text.slice(block.start, Math.min(block.end, block.start + 2 * QUESTION + 200))
  const line = opening.replaceAll(/\s+/g, ' ').trim()
  const isComplete = line.length <= QUESTION && opening.length === block.end - block.start
  return isComplete ? line : `${line.slice(0, graphemeBorder(line, QUESTION)).trimEnd()}…`
}

const daysOf = (returned: readonly RenderedSegment[]): TimelineOutput['days'] =>
  [...Map.groupBy(returned, ({ segment }) => segment.day)].map(([day, own]) => ({
    day,
    projects: [...Map.groupBy(own, ({ segment }) => segment.entry.project ?? null)].map(([project, each]) => ({
      project,
      conversations: each.map(({ shown }) => shown),
    })),
  }))

/** The messages of one conversation on one day. */
interface DaySegment {
  readonly day: string
  readonly entry: ChatEntry
  readonly from: number
  readonly to: number
  /** Messages of the current thread; at least one. */
  readonly messages: readonly ConversationMessage[]
}

interface Reach {
  readonly window: Window
  readonly offset: number
  /** Nothing before this is looked at once there are so many. */
  readonly enough: number
}

/**
 * Newest day first, each day whole, and the conversations that may hold something on days before those. Conversations are
 * read from the newest back: a day is whole when the next one had ended before it.
 */
async function readSegments(entries: readonly ChatEntry[], reach: Reach, view: StoreView) {
  const found: DaySegment[] = []
  let at = 0
  for await (const conversation of readConversations(entries, view)) {
    found.push(...segmentsOf(conversation, reach))
    const next = entries[++at]
    const open = next && dayOf(next.endedAt, reach.offset)
    if (found.length < reach.enough || open === undefined) continue
    const complete = found.filter(({ day }) => day > open)
    if (complete.length < reach.enough) continue
    const opening = found.filter(({ day }) => day <= open).map((each) => each.entry)
    return { segments: inOrder(complete), older: [...opening, ...entries.slice(at)] }
  }
  return { segments: inOrder(found), older: [] }
}

function segmentsOf(conversation: Conversation, { window, offset }: Reach): readonly DaySegment[] {
  const timedMessages = timed(conversation).filter(({ message, at }) => !message.branch && isWithin(at, window))
  return [...Map.groupBy(timedMessages, ({ at }) => dayOf(at, offset))].map(([day, own]) => ({
    day,
    entry: conversation.entry,
    from: own.reduce((first, { at }) => Math.min(first, at), Infinity),
    to: own.reduce((last, { at }) => Math.max(last, at), -Infinity),
    messages: own.map(({ message }) => message),
  }))
}

/** Days from the newest back; in each the projects as they were begun, and their conversations likewise. */
function inOrder(segments: readonly DaySegment[]): readonly DaySegment[] {
  const opening = new Map<string, number>()
  for (const each of segments) opening.set(placeOf(each), Math.min(opening.get(placeOf(each)) ?? Infinity, each.from))
  const order = (a: DaySegment, b: DaySegment): number =>
    compareTexts(b.day, a.day) ||
    (opening.get(placeOf(a)) ?? 0) - (opening.get(placeOf(b)) ?? 0) ||
    compareTexts(placeOf(a), placeOf(b)) ||
    a.from - b.from ||
    compareTexts(a.entry.id, b.entry.id)
  return segments.toSorted(order)
}

const placeOf = ({ day, entry }: DaySegment): string => `${day} ${entry.project ?? ''}`
