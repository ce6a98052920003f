import type { DraftMessage, DraftPiece } from '../conversation.ts'
import type { MessageRecord, PieceRecord } from '../record.ts'
import { writeMinute } from '../time.ts'
import { writeArguments } from './arguments.ts'

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

/** What a piece is when it is not what somebody said, on a line of its own. */
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
