import type { Json } from '../../../core/words.ts'
import type { DraftMessage, DraftPiece } from '../conversation.ts'
import type { MessageRecord, PieceRecord } from '../record.ts'
import { writeMinute } from '../days.ts'

export interface LaidOut {
  readonly text: string
  readonly messages: readonly MessageRecord[]
  /** The end of the title's line, and then where each piece begins and ends, in order. */
  readonly cuts: readonly number[]
}

/** A conversation as people read it: its title, then each message under a line that says who and when. */
export function layOut(title: string, messages: readonly DraftMessage[]): LaidOut {
  const page = openPage()
  page.write(`# ${title}`)
  const cuts = [page.length()]
  page.write('\n')
  const records = messages.map(({ pieces, ...facts }) => {
    page.write(`\n## ${headerOf(facts)}\n`)
    return { ...facts, pieces: pieces.map((piece) => setPiece(page, cuts, piece)) }
  })
  return { text: page.text(), messages: records, cuts }
}

type Page = ReturnType<typeof openPage>

function openPage() {
  const parts: string[] = []
  let length = 0
  return {
    write: (text: string): void => {
      parts.push(text)
      length += text.length
    },
    length: (): number => length,
    text: (): string => parts.join(''),
  }
}

const headerOf = ({ role, at, isInactive }: Omit<DraftMessage, 'pieces'>): string =>
  [role, ...(at === undefined ? [] : [writeMinute(at)]), ...(isInactive ? ['taken back'] : [])].join(' · ')

function setPiece(page: Page, cuts: number[], piece: DraftPiece): PieceRecord {
  page.write(`\n${leadOf(piece)}`)
  const start = page.length()
  const body = bodyOf(piece)
  page.write(body)
  const end = page.length()
  if (!body.endsWith('\n')) page.write('\n')
  cuts.push(start, end)
  return { ...factsOf(piece), start, end }
}

/** A label line for any piece that is not spoken text. */
function leadOf(piece: DraftPiece): string {
  if (piece.kind === 'text') return ''
  if (piece.kind === 'thinking') return 'Thinking\n'
  if (piece.kind === 'attachment') return `Attachment ${oneLine(piece.name)}\n`
  if (piece.kind === 'call') return `Tool ${oneLine([piece.server ?? '', piece.tool].join(' '))}\n`
  return piece.isError ? 'Error\n' : 'Result\n'
}

const oneLine = (text: string): string => text.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim()

const bodyOf = (piece: DraftPiece): string => (piece.kind === 'call' ? writeArguments(piece.args) : piece.text)

function factsOf(piece: DraftPiece): Omit<PieceRecord, 'start' | 'end'> {
  if (piece.kind === 'call') {
    const { args: _, ...facts } = piece
    return facts
  }
  const { text: _, ...facts } = piece
  return facts
}

/** Longer arguments are not set out line by line. */
const MOST_SET_OUT = 4_000

/** These fit on one line. */
const SHORT = 80

/**
 * Arguments of a call as JSON in which the breaks and tabs of texts stand as themselves: a file that was written is read
 * and searched as lines, not as `\n` between words.
 */
export function writeArguments(args: Json): string {
  try {
    const short = JSON.stringify(args)
    const isSetOut = short.length > SHORT && short.length <= MOST_SET_OUT
    return (isSetOut ? JSON.stringify(args, null, 2) : short).replaceAll(/\\(.)/gs, unescape)
  } catch (error) {
    if (error instanceof RangeError) return '"[nested too deep]"'
    throw error
  }
}

/** Escapes come in pairs of characters, so that of `\\n` the first pair is the backslash itself. */
const unescape = (pair: string, escaped: string): string => breaks[escaped] ?? pair

const breaks: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' }

/** Reads what `writeArguments` wrote; the text itself when something in it was masked that JSON needs. */
export function readArguments(text: string): Json {
  try {
    return JSON.parse(escapeBreaks(text)) as Json
  } catch {
    return text
  }
}

/** Between the quotes of a string a break is part of it; elsewhere it only sets out. */
function escapeBreaks(text: string): string {
  const parts: string[] = []
  let done = 0
  let isString = false
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    if (unit === QUOTE) isString = !isString
    else if (isString && unit === BACKSLASH) at++
    else if (isString && unit < FIRST_PRINTABLE) {
      parts.push(text.slice(done, at), JSON.stringify(text[at]).slice(1, -1))
      done = at + 1
    }
  }
  return parts.join('') + text.slice(done)
}

const QUOTE = 34

const BACKSLASH = 92

const FIRST_PRINTABLE = 32
