import type { Splice } from '../../../text/edits/edit.ts'
import { packShort, unpackShort } from '../../stores/packed-text.ts'
import { numberIn, type Change, type RowNumber } from './together.ts'

/** A text with what it is kept as. */
export interface KeptText {
  readonly content: string
  /** Letters of the row that has it whole. */
  readonly whole: number
  /** Rows that change it since, and their letters. */
  readonly changes: number
  readonly changed: number
}

/** Rows of one pad, oldest first; NULL where the text was not asked for. */
export interface TextColumns {
  readonly places: readonly number[] | null
  readonly removals: readonly number[]
  readonly additions: readonly Uint8Array[]
}

/** The rows of a text in one; `but`: where the text is known already. */
export const joinTexts = (but = 'false'): string =>
  `LEFT JOIN LATERAL (
     SELECT array_agg(place ORDER BY version) AS places, array_agg(removed ORDER BY version) AS removals,
       array_agg(added ORDER BY version) AS additions
     FROM pad_texts WHERE pad = pads.number AND NOT (${but})) AS texts ON true`

export function readKeptText({ places, removals, additions }: TextColumns): KeptText | undefined {
  if (!places) return undefined
  let content = ''
  let whole = 0
  let changed = 0
  places.forEach((place, at) => {
    const removed = removals[at] ?? 0
    const added = unpack(additions[at])
    content = content.slice(0, place) + added + content.slice(place + removed)
    if (at === 0) whole = added.length
    else changed += added.length + removed
  })
  return { content, whole, changes: places.length - 1, changed }
}

function unpack(packed: Uint8Array | undefined): string {
  return unpackShort(packed ?? new Uint8Array(0))
}

/** A text shorter than this is written whole: a row for its change would take as many pages. */
const SHORT = 4_096
/** Rows that a reader puts together. */
const MOST_CHANGES = 64
/** Changes may be so much of the text. */
const MOST_CHANGED = 1 / 4

/** True if a change becomes a row of its own; otherwise the text is written whole. */
export const isKeptAsChange = (before: KeptText, { removed, added }: Splice): boolean =>
  before.whole >= SHORT &&
  before.changes < MOST_CHANGES &&
  before.changed + removed.length + added.length <= before.whole * MOST_CHANGED

/** A text after a change that is kept as one. */
export const withSplice = (before: KeptText, content: string, { removed, added }: Splice): KeptText => ({
  content,
  whole: before.whole,
  changes: before.changes + 1,
  changed: before.changed + removed.length + added.length,
})

export const keptWhole = (content: string): KeptText => ({ content, whole: content.length, changes: 0, changed: 0 })

export const addSplice =
  (pad: number, version: number, { at, removed, added }: Splice): Change =>
  (value) =>
    `INSERT INTO pad_texts (pad, version, place, removed, added)
     VALUES (${[pad, version, at, removed.length, packShort(added)].map(value).join(', ')})`

export const addWhole =
  (pad: RowNumber, content: string): Change =>
  (value) =>
    `INSERT INTO pad_texts (pad, version, place, removed, added)
     VALUES (${numberIn(pad, value)}, 0, 0, 0, ${value(packShort(content))})`

export const putWhole = (pad: number, content: string): readonly Change[] => [
  (value) => `UPDATE pad_texts SET added = ${value(packShort(content))} WHERE pad = ${value(pad)} AND version = 0`,
  (value) => `DELETE FROM pad_texts WHERE pad = ${value(pad)} AND version > 0`,
]
