import type { Holding } from '../../core/words.ts'
import { WukuError } from '../../core/errors.ts'
import { type HoldingColumns, readHolding as readHoldingOf } from '../stores/rows.ts'

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

export const readHolding = (row: HoldingColumns): Holding | undefined => readHoldingOf(row, parseStored)
