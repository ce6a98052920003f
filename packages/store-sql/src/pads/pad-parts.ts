import type { HitProbe, HitTable } from '@wuku/core/ports/pads'
import type { Splice } from '@wuku/text/edits/edit'
import type { Change, SqlSession } from '../sql-session.ts'
import type { Conditions } from '../tables.ts'
import type { PadsShown } from '../visible-rows.ts'

/** Everything that reads and writes workflows and pads. Rows are the same in both databases; texts and hits are stored differently. */
export interface PadParts {
  readonly db: SqlSession
  /** `undefined`: every workflow. */
  readonly shown: PadsShown | undefined
  readonly texts: PadTexts
  readonly hits: PadHits
}

/** A text with what it is kept as. */
export interface StoredText {
  readonly content: string
  /** Letters of the row that has it whole. */
  readonly fullLength: number
  /** Rows that change it since, and their letters. */
  readonly changes: number
  readonly changed: number
}

export const storedInFull = (content: string): StoredText => ({
  content,
  fullLength: content.length,
  changes: 0,
  changed: 0,
})

export interface PadTexts {
  /** Columns with the text of a row of `pads`, and their tables; NULL where the condition holds. */
  select(unless: string): { readonly columns: string; readonly join: string }
  /** `undefined`: the text was not asked for, or is missing. */
  read(row: object): StoredText | undefined
  /** For the pad that the first change inserts. */
  add(content: string): Change
  change(pad: number, edit: TextEdit): TextChange
}

export interface TextEdit {
  readonly before: StoredText
  readonly content: string
  readonly splice: Splice
  /** Version of the pad afterwards. */
  readonly version: number
}

export interface TextChange {
  readonly stored: StoredText
  readonly isWhole: boolean
  readonly changes: readonly Change[]
}

/** A place says its workflow: `readPlace`. */
export interface PadHits {
  /** Whether counts change by differences, so that the text that goes must be known. */
  readonly needsBefore: boolean
  find(probe: HitProbe): Promise<HitTable>
  add(place: number, text: string): readonly Change[]
  /** `version`: the text is kept as a change that this version made. */
  replace(
    place: number,
    texts: { readonly before: string; readonly after: string },
    version?: number,
  ): readonly Change[]
  /** `forgets`: no word that only these texts held may be legible afterwards. */
  remove(texts: readonly PlacedText[], forgets: boolean): readonly Change[]
}

export interface PlacedText {
  readonly place: number
  readonly text: string
}

/** Limits a statement to workflows that the caller sees. */
export function requireShown({ db, shown }: Pick<PadParts, 'db' | 'shown'>, { also, given }: Conditions): void {
  if (!shown) return
  also(`(${db.dialect.isIn('workflows.source', given(shown.sources))}
    OR (workflows.source IS NULL AND ${given(shown.shared)}))`)
}
