import { WukuError } from '../../../core/errors.ts'
import { pagesBySize } from '../../../core/lists.ts'
import type { DocumentId } from '../../../core/words.ts'
import type { Engine } from '../../../engine/engine.ts'
import type { StoreView } from '../../../ports/store.ts'
import { graphemeBorder } from '../../../text/terms/graphemes.ts'
import { estimateTokens } from '../../../text/terms/tokens.ts'
import { bytesOf, PAGE_BYTES, type ConversationPiece } from '../assemble.ts'
import { readCatalogue, type ChatEntry } from '../catalogue.ts'
import { citeChat } from '../cite.ts'
import { endOfDay } from '../days.ts'
import { narrow, type Narrowed } from '../narrowing.ts'
import { editedIn, isTurn } from '../said.ts'
import type { TimelineInput, TimelineOutput, ToldStretch } from './shapes.ts'
import { readStretches, type Stretch } from './stretches.ts'

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
