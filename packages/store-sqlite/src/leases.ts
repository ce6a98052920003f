import { leaseLost } from '@wuku/core/errors'
import type { OwnedLease, Store } from '@wuku/core/ports/store'
import type { Connection } from '@wuku/store-sql/sqlite/driver/connection'
import type { Writer } from './writer.ts'

export interface LeaseRequest {
  readonly name: string
  readonly owner: string
  readonly ttl: number
  readonly now: number
}

/** A request for a lease that someone else holds has no effect, except that it cannot outlast what is asked for now. */
export function acquireLease(db: Connection, { name, owner, ttl, now }: LeaseRequest): string {
  // Such a time comes from a clock that was ahead, or is forged: a living holder renews it, and others wait no longer
  // than for this.
  db.run('UPDATE leases SET expires = ? WHERE name = ? AND expires > ?', [now + ttl, name, now + ttl])
  db.run(
    `INSERT INTO leases (name, owner, expires) VALUES (?, ?, ?)
     ON CONFLICT DO UPDATE SET owner = excluded.owner, expires = excluded.expires
     WHERE owner = excluded.owner OR expires <= ?`,
    [name, owner, now + ttl, now],
  )
  return db.row<{ owner: string }>('SELECT owner FROM leases WHERE name = ?', [name])?.owner ?? owner
}

export function releaseLease(db: Connection, name: string, owner: string): void {
  db.run('DELETE FROM leases WHERE name = ? AND owner = ?', [name, owner])
}

/** An expired lease that nobody else took still counts as held: taking it is a write, and writes are one at a time. */
function requireLease(db: Connection, { name, owner }: OwnedLease): void {
  if (db.row<{ owner: string }>('SELECT owner FROM leases WHERE name = ?', [name])?.owner !== owner)
    throw leaseLost(name)
}

/** A writer that looks first, in every transaction, whether the lease is still held. */
export const writerUnder = (writer: Writer, lease: OwnedLease): Writer => ({
  ...writer,
  transact: (work, timeout) =>
    writer.transact((db) => {
      requireLease(db, lease)
      return work(db)
    }, timeout),
})

/** Methods that are not part of the work under the lease. */
export const neverRefused = ({ release, record, tidy }: Store): Pick<Store, 'release' | 'record' | 'tidy'> => ({
  release,
  record,
  tidy,
})
