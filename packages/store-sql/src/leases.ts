import { leaseLost } from '@wuku/core/errors'
import type { OwnedLease } from '@wuku/core/ports/store'
import type { SqlSession } from './sql-session.ts'

export interface LeaseRequest {
  readonly name: string
  readonly owner: string
  readonly ttl: number
  /** Milliseconds since the epoch; `undefined`: the clock of the database counts, which all instances of a server share. */
  readonly now: number | undefined
}

/**
 * A request for a lease that someone else holds has no effect, except that it cannot outlast what is asked for now: a later time
 * comes from a clock that was ahead, or is forged, and a living holder renews it. A lease that ran out while a write under it
 * goes on is still held: nobody waits for that write. Returns the owner.
 */
export async function acquireLease(db: SqlSession, { name, owner, ttl, now }: LeaseRequest): Promise<string> {
  const row = await db.row<{ owner: string }>(
    `WITH clock AS (SELECT coalesce(CAST($4 AS double precision), ${db.dialect.clock}) AS now),
       free AS (SELECT 1 FROM leases, clock WHERE name = $1 AND owner <> $2 AND expires <= now
         ${db.dialect.lock('UPDATE OF leases SKIP LOCKED')})
     INSERT INTO leases AS held (name, owner, expires) SELECT $1, $2, now + $3 FROM clock WHERE true
     ON CONFLICT (name) DO UPDATE SET
       owner = CASE WHEN EXISTS (SELECT 1 FROM free) THEN excluded.owner ELSE held.owner END,
       expires = CASE WHEN held.owner = $2 OR held.expires > excluded.expires OR EXISTS (SELECT 1 FROM free)
         THEN excluded.expires ELSE held.expires END
     RETURNING owner`,
    [name, owner, ttl, now ?? null],
  )
  return row?.owner ?? owner
}

export async function releaseLease(db: SqlSession, name: string, owner: string): Promise<void> {
  await db.run('DELETE FROM leases WHERE name = $1 AND owner = $2', [name, owner])
}

/**
 * An expired lease that nobody else took still counts as held. Nobody takes or releases one between this look and the end of
 * the transaction; its holder renews it meanwhile.
 */
export async function requireLeases(db: SqlSession, leases: readonly OwnedLease[]): Promise<void> {
  for (const { name, owner } of leases.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    const sql = `SELECT owner FROM leases WHERE name = $1 ${db.dialect.lock('KEY SHARE')}`
    if ((await db.row<{ owner: string }>(sql, [name]))?.owner !== owner) throw leaseLost(name)
  }
}
