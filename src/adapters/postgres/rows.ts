import type { Holding } from '../../core/words.ts'
import { WukuError } from '../../core/errors.ts'
import { type HoldingColumns, readHolding as readHoldingOf } from '../stores/rows.ts'

/** Reads stored data; a failure means that the store is damaged. */
export function readStored<T>(read: () => T): T {
  try {
    return read()
  } catch (cause) {
    throw new WukuError(
      'store-damaged',
      `The store is damaged: ${cause instanceof Error ? cause.message : String(cause)}.`,
      'Restore the database from a backup.',
      { cause },
    )
  }
}

/** JSON of a column. */
export const parseStored = <T>(json: string): T => readStored(() => JSON.parse(json) as T)

export const readHolding = (row: HoldingColumns): Holding | undefined => readHoldingOf(row, parseStored)
