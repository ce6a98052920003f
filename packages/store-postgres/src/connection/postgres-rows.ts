import type { ParseStored, ReadJson } from '@wuku/store-sql/stored-rows'
import { msg } from '@wuku/messages/store-postgres'
import { WukuError } from '@wuku/core/errors'
import { faultOf } from '@wuku/store-sql/stored-rows'

/** Reads stored data; a failure means that the store is damaged. */
export function readStored<T>(read: () => T): T {
  try {
    return read()
  } catch (cause) {
    throw new WukuError('store-damaged', msg('storeDamaged', { fault: faultOf(cause) }), { cause })
  }
}

/** JSON of a column. */
export const parseStored: ParseStored = <T>(json: string, read?: ReadJson): T =>
  readStored(() => JSON.parse(json, read) as T)
