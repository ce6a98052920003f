import type { Problem, Skipped, Source } from '@wuku/core/core-types'

export interface CollectRequest {
  readonly source: Source
  /** Only these items, and of them only the documents that fit; all when absent. */
  readonly only?: { readonly items: ReadonlySet<string>; isIncluded(path: string): boolean }
  /** Texts that look like a secret and are none (`secrets.allow`). */
  readonly allowed: readonly string[]
  readonly signal: AbortSignal
}

/** Items of a source that may leave this machine, one after the other, and those left out. */
export type Collected =
  | { readonly is: 'listed'; readonly count: number; readonly isComplete: boolean }
  | ({ readonly is: 'item' } & MaskedItem)
  /** No longer where it was read, and kept here: receivers keep it as well. */
  | { readonly is: 'kept'; readonly path: string }
  | ({ readonly is: 'problem' } & Problem)
  | ({ readonly is: 'skipped' } & Skipped)

export interface MaskedItem {
  readonly path: string
  readonly modifiedAt: number
  /** Bytes of a feed's item, as `writePushed` writes it. */
  readonly text: string
  readonly secrets: readonly FoundSecret[]
}

export interface FoundSecret {
  readonly path: string
  readonly rule: string
  /** From 1; `null` where it is in a title or another fact about the document. */
  readonly line: number | null
}
