import { expect, inject, it } from 'vitest'
import { openPostgres } from '@wuku/store-postgres/open-postgres'
import { ask } from '../servers/postgres.ts'

const url = inject('postgres')
const schema = 'leases_of_writes'

it.each([
  { does: 'is renewed by its holder', owner: 'ann', at: 50, held: 'ann' },
  { does: 'is left alone by another while it counts', owner: 'bob', at: 50, held: 'ann' },
  { does: 'is left alone by another, though it ran out', owner: 'bob', at: 5_000, held: 'ann' },
])('a lease that a write goes on under $does, and nobody waits', async ({ owner, at, held }) => {
  let now = 0
  const [one, other] = [await openPostgres({ url, schema }), await openPostgres({ url, schema, now: () => now })]
  await other.lease('work', 'ann', 1_000)
  await one.under({ name: 'work', owner: 'ann' }).write('jobs', async () => {
    now = at
    expect(await other.lease('work', owner, 1_000)).toBe(held)
  })
  now = 10_000
  expect(await other.lease('work', 'bob', 1_000)).toBe('bob')
  await Promise.all([one.close(), other.close()])
  await ask(url, `DROP SCHEMA ${schema} CASCADE`)
})
