import type { Json } from '../../../core/words.ts'
import type { DraftDocument } from '../../../ports/reader.ts'
import type { MessageRecord, PartRecord, PieceRecord } from '../record.ts'

/** What `parse` leaves to `chunk` and `outline`: the record as the text was laid out, before anything in it was masked. */
export interface DraftNotes {
  readonly record: PartRecord
  /** The title is one that somebody gave, or the user's own words. */
  readonly isTitled: boolean
  /** Somebody or some model gave it; else it repeats the first line that the user wrote. */
  readonly isNamed: boolean
}

/** Interfaces of plain values; only their type does not say that they are JSON. */
export const packNotes = (notes: DraftNotes): Json => notes as unknown as Json

export const notesOf = ({ notes }: DraftDocument): DraftNotes => notes as unknown as DraftNotes

export const titleEnd = ({ cuts = [] }: DraftDocument): number => cuts[0] ?? 0

/** The record with the places at which its pieces stand now. */
export function placeRecord(document: DraftDocument): PartRecord {
  const { record } = notesOf(document)
  const { cuts = [] } = document
  let next = 1
  const place = (piece: PieceRecord): PieceRecord => {
    const [start = 0, end = start] = [cuts[next], cuts[next + 1]]
    next += 2
    return { ...piece, start, end }
  }
  const messages = record.messages.map((message): MessageRecord => ({
    ...message,
    pieces: message.pieces.map((piece) => place(piece)),
  }))
  return { ...record, messages }
}
