import type { Ownership } from '@wuku/core/core-types'
import { WukuError } from '@wuku/core/errors'
import { faultOf, type OwnershipColumns, readOwnership as ownershipFrom } from '../stored-rows.ts'

/** Reads stored data; a failure means that the store is damaged. */
export function readStored<T>(read: () => T): T {
  try {
    return read()
  } catch (cause) {
    throw new WukuError(
      'store-damaged',
      `The store is damaged: ${faultOf(cause)}.`,
      'Restore the database from a backup.',
      { cause },
    )
  }
}

/** JSON of a column. */
export const parseStored = <T>(json: string): T => readStored(() => JSON.parse(json) as T)

export const readOwnership = (row: OwnershipColumns): Ownership | undefined => ownershipFrom(row, parseStored)
