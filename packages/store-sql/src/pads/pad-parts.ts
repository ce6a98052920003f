import type { LruMap } from '@wuku/core/lru-map'
import type { HitField } from '@wuku/core/ports/pads'
import type { Splice } from '@wuku/text/edits/edit'
import type { Change, SqlSession } from '../sql-session.ts'
import type { Conditions } from '../tables.ts'
import type { PadsShown } from '../visible-rows.ts'

/** Everything that reads and writes workflows and pads. Rows are the same in both databases; texts are stored differently. */
export interface PadParts {
  readonly db: SqlSession
  /** `undefined`: every workflow. */
  readonly shown: PadsShown | undefined
  readonly texts: PadTexts
  /** For searches of what is written for good; a transaction remembers nothing. */
  readonly hitTexts?: HitTexts
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
  readonly changes: readonly Change[]
}

/** Texts of workflows as keywords are counted in them, kept from one search to the next. */
export type HitTexts = LruMap<number, WorkflowTexts>

export interface WorkflowTexts {
  /** It differs once anything of the workflow was written. */
  readonly stamp: string
  readonly texts: readonly FoldedText[]
  readonly characters: number
}

export interface FoldedText {
  readonly slot: number
  readonly field: HitField
  folded: string
  /** As it was written, until it is known which part of it is secret: most texts are never asked for. */
  unmasked?: string | undefined
}

/** Limits a statement to workflows that the caller sees. */
export function requireShown({ db, shown }: Pick<PadParts, 'db' | 'shown'>, { also, given }: Conditions): void {
  if (!shown) return
  also(`(${db.dialect.isIn('workflows.source', given(shown.sources))}
    OR (workflows.source IS NULL AND ${given(shown.shared)}))`)
}
