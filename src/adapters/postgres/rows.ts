import type { Holding, Visibility } from '../../core/words.ts'
import { WukuError } from '../../core/errors.ts'

/** Columns of the holding of a row; all NULL if it was never set. */
export interface HoldingColumns {
  readonly owner: string | null
  readonly visibility: Visibility | null
  /** A list of texts, as JSON. */
  readonly shared_with: string | null
}

export const readHolding = ({ owner, visibility, shared_with: shared }: HoldingColumns): Holding | undefined =>
  owner === null || visibility === null
    ? undefined
    : { owner, visibility, sharedWith: shared === null ? [] : parseStored<readonly string[]>(shared) }

export const holdingColumns = (holding: Holding | undefined): HoldingColumns => ({
  owner: holding?.owner ?? null,
  visibility: holding?.visibility ?? null,
  shared_with: holding ? JSON.stringify(holding.sharedWith) : null,
})

/** Reads JSON of a column; a failure means that the store is damaged. */
export function parseStored<T>(json: string): T {
  try {
    return JSON.parse(json) as T
  } catch (cause) {
    throw new WukuError(
      'store-damaged',
      `The store is damaged: ${cause instanceof Error ? cause.message : String(cause)}.`,
      'Restore the database from a backup.',
      { cause },
    )
  }
}
