import { packShort, unpackShort } from '@wuku/store-sql/packed-text'
import { storedInFull, type PadTexts, type StoredText, type TextEdit } from '@wuku/store-sql/pads/pad-parts'
import { ADDED, type Change } from '@wuku/store-sql/sql-session'

/** Texts are kept whole, or as the changes to one. */
export const padTexts: PadTexts = {
  select: (unless) => ({ columns: 'places, removals, additions', join: joinTexts(unless) }),
  read: (row) => readStoredText(row as TextColumns),
  add: (content) => (value) =>
    `INSERT INTO pad_texts (pad, version, place, removed, added)
     VALUES (${value(ADDED)}, 0, 0, 0, ${value(packShort(content))})`,
  change: (pad, edit) =>
    isStoredAsChange(edit)
      ? { stored: withSplice(edit), changes: [addSplice(pad, edit)] }
      : { stored: storedInFull(edit.content), changes: putFullText(pad, edit.content) },
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

export function readStoredText({ places, removals, additions }: TextColumns): StoredText | undefined {
  if (!places) return undefined
  let content = ''
  let fullLength = 0
  let changed = 0
  places.forEach((place, at) => {
    const removed = removals[at] ?? 0
    const added = unpack(additions[at])
    content = content.slice(0, place) + added + content.slice(place + removed)
    if (at === 0) fullLength = added.length
    else changed += added.length + removed
  })
  return { content, fullLength, changes: places.length - 1, changed }
}

function unpack(packed: Uint8Array | undefined): string {
  return unpackShort(packed ?? new Uint8Array(0))
}

/** A text shorter than this is written whole: a row for its change would take as many pages. */
const SHORT = 4_096
/** Rows that a reader puts together. */
const MAX_CHANGES = 64
/** Changes may be so much of the text. */
const MAX_CHANGED_SHARE = 1 / 4

/** True if a change becomes a row of its own; otherwise the text is written whole. */
const isStoredAsChange = ({ before, splice: { removed, added } }: TextEdit): boolean =>
  before.fullLength >= SHORT &&
  before.changes < MAX_CHANGES &&
  before.changed + removed.length + added.length <= before.fullLength * MAX_CHANGED_SHARE

/** A text after a change that is kept as one. */
const withSplice = ({ before, content, splice: { removed, added } }: TextEdit): StoredText => ({
  content,
  fullLength: before.fullLength,
  changes: before.changes + 1,
  changed: before.changed + removed.length + added.length,
})

const addSplice =
  (pad: number, { version, splice: { at, removed, added } }: TextEdit): Change =>
  (value) =>
    `INSERT INTO pad_texts (pad, version, place, removed, added)
     VALUES (${[pad, version, at, removed.length, packShort(added)].map(value).join(', ')})`

const putFullText = (pad: number, content: string): readonly Change[] => [
  (value) => `UPDATE pad_texts SET added = ${value(packShort(content))} WHERE pad = ${value(pad)} AND version = 0`,
  (value) => `DELETE FROM pad_texts WHERE pad = ${value(pad)} AND version > 0`,
]
