import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { openPostgres } from '@wuku/store-postgres/open-postgres'
import { addCounts } from '../../packages/store-sql/src/records.ts'
import { lineOn } from '@wuku/store-postgres/connection/watch'
import { sessionOn } from '@wuku/store-postgres/connection/session'
import type { Store } from '@wuku/core/ports/store'
import { askRecords, auditOf, callOf, countOf } from './library-samples.ts'

const url = inject('postgres')
const schema = `t_${randomUUID().replaceAll('-', '')}`
const client = new Client({ connectionString: url })
let instances: readonly Store[] = []

beforeAll(async () => {
  await client.connect()
  const open = () => openPostgres({ url, schema })
  instances = [await open(), await open(), await open()]
})
afterAll(async () => {
  await Promise.all(instances.map((store) => store.close()))
  await client.query(`DROP SCHEMA ${schema} CASCADE`)
  await client.end()
})

const at = (nth: number): Store => instances[nth % instances.length] as Store
const wholePage = { limit: 1_000, offset: 0 }

it.each(["UPDATE audit SET actor = 'nobody'", 'UPDATE audit SET actor = actor WHERE id = -1', 'TRUNCATE audit'])(
  'refuses a change of the audit, whoever asks for it: %s',
  async (sql) => {
    await at(0).record({ audit: [auditOf(1)] })
    await client.query(`SET search_path = ${schema}`)
    await expect(client.query(sql)).rejects.toThrow(/never changed/)
  },
)

/** Nothing tries again here: a deadlock would fail. */
it('adds counts of processes that name the same rows in opposite orders', async () => {
  const rows = Array.from({ length: 50 }, (_, nth) => countOf('2026-11-22', { metric: `m${nth}`, count: 1, sum: 0.5 }))
  const processes = [rows, rows.toReversed(), rows.toSorted((one, other) => (one.metric < other.metric ? 1 : -1))]
  await Promise.all(
    processes.map(async (counts) => {
      const one = new Client({ connectionString: url })
      await one.connect()
      try {
        for (let turn = 0; turn < 20; turn++) {
          await one.query(`BEGIN; SET LOCAL search_path = ${schema}`)
          await addCounts(sessionOn(lineOn(one)), counts)
          await one.query('COMMIT')
        }
      } finally {
        await one.end()
      }
    }),
  )
  const told = await askRecords(at(0), (view) => view.counts({ from: '0', to: '9' }))
  expect(told.map(({ count, sum }) => [count, sum])).toEqual(rows.map(() => [60, 30]))
})

it('leaves no name of what was forgotten in calls that other instances record meanwhile', async () => {
  const named = { input: { path: 'tides.md' }, hits: ['wuku://notes/tides.md'] }
  const record = (nth: number) => at(nth).record({ calls: [callOf(1_000, named)] })
  const forget = () => at(0).record({ forgetNaming: { texts: ['tides.md'], at: 1_000 } })
  await Promise.all([...Array.from({ length: 30 }, (_, nth) => record(nth)), forget(), record(0), record(1)])
  const { items } = await askRecords(at(0), (view) => view.calls(wholePage))
  expect(items).toHaveLength(32)
  expect(items.filter(({ input, hits }) => input !== null || hits.length > 0)).toEqual([])
})
