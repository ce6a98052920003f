import { WukuError } from '../../../core/errors.ts'
import { pagesBySize } from '../../../core/lists.ts'
import type { DocumentId } from '../../../core/words.ts'
import type { Engine } from '../../../engine/engine.ts'
import type { StoreView } from '../../../ports/store.ts'
import { graphemeBorder } from '../../../text/terms/graphemes.ts'
import { estimateTokens } from '../../../text/terms/tokens.ts'
import {
  bytesOf,
  PAGE_BYTES,
  type ConversationPiece,
  readConversations,
  type Conversation,
  type ConversationMessage,
} from '../assemble.ts'
import { readCatalogue, type ChatEntry, citeChat } from '../catalogue.ts'
import { endOfDay, dayOf } from '../days.ts'
import { narrow, type Narrowed } from '../narrowing.ts'
import { editedIn, isTurn, timed } from '../said.ts'
import type { TimelineInput, TimelineOutput, ToldStretch } from './shapes.ts'
import { isWithin, type Window } from '../search/window.ts'

/** Conversations by day and project, newest day first. */
export const readTimeline = (wanted: TimelineInput, engine: Engine): Promise<TimelineOutput> =>
  engine.read(async (view) => {
    const { utc_offset_minutes: offset, limit } = wanted
    const start = readCursor(wanted.cursor)
    const narrowed = narrow(onDay(wanted), await readCatalogue(view, engine), engine.now())
    const { entries, window } = beforeCursor(narrowed, start, offset)
    // One more than the limit shows whether there is more.
    const reach = { window, offset, enough: start.told + limit + 1 }
    const { stretches, older } = await readStretches(entries, reach, view)
    const rest = stretches.slice(start.told)
    const told = await tellWithin(rest.slice(0, limit), wanted.budget, view)
    const next = rest[told.length]
    const untold = rest.slice(told.length).map(({ entry }) => entry)
    return {
      days: daysOf(told),
      total: narrowed.entries.length,
      left_out: new Set([...older, ...untold]).size,
      cursor: next ? cursorAt(next, stretches) : null,
      utc_offset_minutes: offset,
      notes: [`Days begin at midnight ${clockOf(offset)}; utc_offset_minutes changes that.`],
    }
  })

const onDay = (wanted: TimelineInput): TimelineInput =>
  wanted.day === undefined ? wanted : { ...wanted, since: wanted.day, until: wanted.day }

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
  readonly told: number
}

function readCursor(cursor: string | undefined): Start {
  if (cursor === undefined) return { told: 0 }
  const [, day, told] = /^(\d{4}-\d\d-\d\d)\.(\d{1,6})$/.exec(cursor) ?? []
  if (day !== undefined && told !== undefined && Number.isFinite(endOfDay(day, 0))) return { day, told: Number(told) }
  throw new WukuError(
    'bad-input',
    `"${cursor.slice(0, 100)}" is not a cursor of a timeline.`,
    'Pass the cursor from the previous answer with the same arguments, or leave it out to begin with the newest day.',
  )
}

function beforeCursor({ entries, window }: Narrowed, { day }: Start, offset: number): Narrowed {
  if (day === undefined) return { entries, window }
  const to = Math.min(window.to, endOfDay(day, offset))
  return { entries: entries.filter(({ startedAt }) => startedAt <= to), window: { ...window, to } }
}

const cursorAt = (next: Stretch, all: readonly Stretch[]): string =>
  `${next.day}.${all.filter(({ day }) => day === next.day).indexOf(next)}`

interface Told {
  readonly stretch: Stretch
  readonly shown: ToldStretch
}

/** As many as the budget holds, and the first in any case. */
async function tellWithin(stretches: readonly Stretch[], budget: number, view: StoreView): Promise<readonly Told[]> {
  const told: Told[] = []
  let spent = 0
  for (const page of pagesBySize(stretches.map(askingIn), PAGE_BYTES, sizeOf)) {
    const texts = await view.documents.bodies([...new Set(page.flatMap(({ question }) => question?.document ?? []))])
    for (const { stretch, question } of page) {
      const shown = tell(stretch, question && beginningOf(question, texts))
      spent += estimateTokens(JSON.stringify(shown))
      if (spent > budget && told.length > 0) return told
      told.push({ stretch, shown })
    }
  }
  return told
}

interface Asking {
  readonly stretch: Stretch
  /** Start of its first question. */
  readonly question: ConversationPiece | undefined
}

function askingIn(stretch: Stretch): Asking {
  const question = stretch.messages.find(isTurn)?.pieces.find(({ kind }) => kind === 'text')
  return { stretch, question }
}

const sizeOf = ({ stretch: { entry }, question }: Asking): number => (question ? bytesOf(entry, [question]) : 0)

const MOST_FILES = 5
/** Characters of a question that is not cut. */
const QUESTION = 160

function tell({ entry, from, to, messages }: Stretch, question = ''): ToldStretch {
  const files = editedIn(messages)
  return {
    chatId: entry.id,
    title: entry.title,
    agent: entry.agent,
    timeRange: { from, to },
    messages: messages.length,
    turns: messages.filter(isTurn).length,
    ...(question !== '' && { firstQuestion: question }),
    ...(files.length > 0 && { files: files.slice(0, MOST_FILES) }),
    ...(files.length > MOST_FILES && { filesOmitted: files.length - MOST_FILES }),
    citation: citeChat(entry, messages[0]),
  }
}

function beginningOf(piece: ConversationPiece, texts: ReadonlyMap<DocumentId, string>): string {
  const text = texts.get(piece.document) ?? ''
  // Breaks and spaces shrink: twice as much is looked at as may be shown.
  const begun = text.slice(piece.start, Math.min(piece.end, piece.start + 2 * QUESTION + 200))
  const line = begun.replaceAll(/\s+/g, ' ').trim()
  const isWhole = line.length <= QUESTION && begun.length === piece.end - piece.start
  return isWhole ? line : `${line.slice(0, graphemeBorder(line, QUESTION)).trimEnd()}…`
}

const daysOf = (told: readonly Told[]): TimelineOutput['days'] =>
  [...Map.groupBy(told, ({ stretch }) => stretch.day)].map(([day, own]) => ({
    day,
    projects: [...Map.groupBy(own, ({ stretch }) => projectOf(stretch.entry))].map(([project, each]) => ({
      project,
      conversations: each.map(({ shown }) => shown),
    })),
  }))

const projectOf = ({ project }: ChatEntry): string | null => project ?? null

/** The messages of one conversation on one day. */
interface Stretch {
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

interface ReadStretches {
  readonly stretches: readonly Stretch[]
  /** Conversations that may hold something on days before those. */
  readonly older: readonly ChatEntry[]
}

/**
 * Newest day first, each day whole. Conversations are read from the newest back: a day is whole when the next one had
 * ended before it.
 */
async function readStretches(entries: readonly ChatEntry[], reach: Reach, view: StoreView): Promise<ReadStretches> {
  const found: Stretch[] = []
  let at = 0
  for await (const conversation of readConversations(entries, view)) {
    found.push(...stretchesOf(conversation, reach))
    const next = entries[++at]
    const open = next && dayOf(next.endedAt, reach.offset)
    if (found.length < reach.enough || open === undefined) continue
    const whole = found.filter(({ day }) => day > open)
    if (whole.length < reach.enough) continue
    const begun = found.filter(({ day }) => day <= open).map((each) => each.entry)
    return { stretches: inOrder(whole), older: [...begun, ...entries.slice(at)] }
  }
  return { stretches: inOrder(found), older: [] }
}

function stretchesOf(conversation: Conversation, { window, offset }: Reach): readonly Stretch[] {
  const said = timed(conversation).filter(({ message, at }) => !message.branch && isWithin(at, window))
  return [...Map.groupBy(said, ({ at }) => dayOf(at, offset))].map(([day, own]) => ({
    day,
    entry: conversation.entry,
    from: own.reduce((first, { at }) => Math.min(first, at), Infinity),
    to: own.reduce((last, { at }) => Math.max(last, at), -Infinity),
    messages: own.map(({ message }) => message),
  }))
}

/** Days from the newest back; in each the projects as they were begun, and their conversations likewise. */
function inOrder(stretches: readonly Stretch[]): readonly Stretch[] {
  const begun = new Map<string, number>()
  for (const each of stretches) begun.set(placeOf(each), Math.min(begun.get(placeOf(each)) ?? Infinity, each.from))
  const order = (a: Stretch, b: Stretch): number =>
    compare(b.day, a.day) ||
    (begun.get(placeOf(a)) ?? 0) - (begun.get(placeOf(b)) ?? 0) ||
    compare(placeOf(a), placeOf(b)) ||
    a.from - b.from ||
    compare(a.entry.id, b.entry.id)
  return stretches.toSorted(order)
}

const placeOf = ({ day, entry }: Stretch): string => `${day} ${entry.project ?? ''}`

const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b))
