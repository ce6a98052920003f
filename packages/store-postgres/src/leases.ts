import { leaseLost } from '@wuku/core/errors'
import type { OwnedLease } from '@wuku/core/ports/store'
import type { Session } from '@wuku/store-sql/postgres/session'

export interface LeaseRequest {
  readonly name: string
  readonly owner: string
  readonly ttl: number
  /** Milliseconds of the clock; absent: the clock of the server counts, which all instances share. */
  readonly now: number | undefined
}

/**
 * A request for a lease that someone else holds has no effect, except that it cannot outlast what is asked for now. A lease
 * that ran out while a write under it goes on is still held: nobody waits for that write.
 */
export async function acquireLease(db: Session, { name, owner, ttl, now }: LeaseRequest): Promise<string> {
  const row = await db.row<{ owner: string }>(
    `WITH clock AS (SELECT coalesce($4::float8, extract(epoch FROM clock_timestamp()) * 1000) AS now),
       free AS (SELECT FROM leases, clock WHERE name = $1 AND owner <> $2 AND expires <= now
         FOR UPDATE OF leases SKIP LOCKED)
     INSERT INTO leases AS held (name, owner, expires) SELECT $1, $2, now + $3 FROM clock
     ON CONFLICT (name) DO UPDATE SET
       owner = CASE WHEN EXISTS (SELECT FROM free) THEN excluded.owner ELSE held.owner END,
       expires = CASE WHEN held.owner = $2 OR EXISTS (SELECT FROM free) THEN excluded.expires
         ELSE least(held.expires, excluded.expires) END
     RETURNING held.owner`,
    [name, owner, ttl, now ?? null],
  )
  return row?.owner ?? owner
}

export async function releaseLease(db: Session, name: string, owner: string): Promise<void> {
  await db.run('DELETE FROM leases WHERE name = $1 AND owner = $2', [name, owner])
}

/**
 * An expired lease that nobody else took still counts as held. Nobody takes or releases one between this look and the end of
 * the transaction; its holder renews it meanwhile.
 */
export async function requireLeases(db: Session, leases: readonly OwnedLease[]): Promise<void> {
  const rows = await db.rows<{ name: string; owner: string }>(
    'SELECT name, owner FROM leases WHERE name = ANY($1) ORDER BY name COLLATE "C" FOR KEY SHARE',
    [leases.map(({ name }) => name)],
  )
  const owners = new Map(rows.map(({ name, owner }) => [name, owner]))
  const lost = leases.find(({ name, owner }) => owners.get(name) !== owner)
  if (lost) throw leaseLost(lost.name)
}
