import { createHash } from 'node:crypto'
import type { WriteScope } from '@wuku/core/ports/store'

/** Locks of a transaction, which end with it. */
export interface Lock {
  readonly name: string
  readonly isShared: boolean
}

/**
 * Scopes exclude their equals, and `all` every one: the others share its lock. `sources`, `accounts`, `leases`, sets of vectors and vectors are of the store itself.
 */
export type LockedPart = WriteScope | 'sources' | 'accounts' | 'leases' | 'sets' | 'vectors'

export function locksOf(scope: LockedPart): readonly Lock[] {
  if (scope === 'all') return [{ name: 'all', isShared: false }]
  // The vectors of each source have locks of their own, taken as they are written.
  if (scope === 'vectors') return [{ name: 'all', isShared: true }]
  return [
    { name: 'all', isShared: true },
    { name: nameOf(scope), isShared: false },
  ]
}

const nameOf = (scope: Exclude<LockedPart, 'all' | 'vectors'>): string =>
  typeof scope === 'string' ? scope : Object.entries(scope).flat().join(' ')

/** Also the number of the transaction, by which the server knows later whether it took place. */
export const lockColumns = (schema: string, locks: readonly Lock[]): string =>
  ['pg_current_xact_id()::text AS xid', ...locks.map((lock) => lockSql(schema, lock))].join(', ')

export const lockStatement = (schema: string, locks: readonly Lock[]): string => `SELECT ${lockColumns(schema, locks)}`

const lockSql = (schema: string, { name, isShared }: Lock): string =>
  `pg_advisory_xact_lock${isShared ? '_shared' : ''}(${lockNumber(schema, name)})`

/** Locks are numbers that all stores of a server share. */
export const lockNumber = (schema: string, name: string): string =>
  createHash('sha256')
    .update(JSON.stringify(['wuku', schema, name]))
    .digest()
    .readBigInt64BE()
    .toString()
