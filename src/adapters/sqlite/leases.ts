import type { Connection } from './driver.ts'

export interface LeaseRequest {
  readonly name: string
  readonly owner: string
  readonly ttl: number
  readonly now: number
}

/** One statement: who asks while another holds it changes nothing. */
export const takeLease = (db: Connection, { name, owner, ttl, now }: LeaseRequest): boolean =>
  db.run(
    `INSERT INTO leases (name, owner, expires) VALUES (?, ?, ?)
     ON CONFLICT DO UPDATE SET owner = excluded.owner, expires = excluded.expires
     WHERE owner = excluded.owner OR expires <= ?`,
    [name, owner, now + ttl, now],
  ) === 1

export function releaseLease(db: Connection, name: string, owner: string): void {
  db.run('DELETE FROM leases WHERE name = ? AND owner = ?', [name, owner])
}
