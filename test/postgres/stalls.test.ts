import { setTimeout as sleep } from 'node:timers/promises'
import { expect, inject, it } from 'vitest'
import { openDatabase } from '@wuku/store-postgres/database'
import { openPostgres } from '@wuku/store-postgres/open-postgres'
import { ask } from '../servers/postgres.ts'
import { wireTo, type Wire } from '../servers/wire.ts'
import { openMarks } from './marks.ts'

const url = inject('postgres')

async function wireToServer(): Promise<{ readonly wire: Wire; readonly through: string }> {
  const wire = await wireTo(Number(new URL(url).port))
  return { wire, through: Object.assign(new URL(url), { port: String(wire.port) }).href }
}

it.each([
  { after: 'goes on', mend: (wire: Wire) => wire.go() },
  {
    after: 'has lost what was on the way',
    mend: (wire: Wire) => {
      wire.cut()
      wire.go()
    },
  },
])('a network that stalls and then $after: every call is answered, every write is there once', async ({ mend }) => {
  const { wire, through } = await wireToServer()
  const marks = await openMarks(through, url)
  const work = marks.begin(8)
  for (let times = 0; times < 3; times++) {
    await work.more(40)
    wire.stall()
    await sleep(500)
    mend(wire)
  }
  await work.more(40)
  const { failures, wrong } = await work.stop()
  expect({ failures, wrong }).toEqual({ failures: [], wrong: [] })
  await marks.close()
  await wire.close()
})

it('a network that forgets its connections: every call is answered, every write is there once', async () => {
  const { wire, through } = await wireToServer()
  const marks = await openMarks(through, url)
  const work = marks.begin(8)
  for (let times = 0; times < 2; times++) {
    await work.more(40)
    wire.forget()
  }
  await work.more(40)
  const { failures, wrong } = await work.stop()
  expect({ failures, wrong }).toEqual({ failures: [], wrong: [] })
  await marks.close()
  await wire.close()
})

it('statements that take long are left alone, and end at their limit', async () => {
  const marks = await openMarks(url)
  const { database } = marks
  const row = await database.read({ at: 'primary', rows: 'every' }, (db) => db.row('SELECT pg_sleep(8)::text AS slept'))
  expect(row).toEqual({ slept: '' })
  const limited = database.read({ at: 'primary', rows: 'every' }, async (db) => {
    await db.run("SET LOCAL statement_timeout = '200ms'")
    return db.row('SELECT pg_sleep(60)::text AS slept')
  })
  await expect(limited).rejects.toMatchObject({ code: 'store-busy' })
  await marks.close()
})

it('a full pool lets calls wait for their turn', async () => {
  await (await openPostgres({ url, schema: 'full_pool' })).close()
  const database = openDatabase({ url, schema: 'full_pool', readUrls: [], connections: 2 })
  const nested = async (depth: number): Promise<number> =>
    database.read({ at: 'primary', rows: 'every' }, async (db) => {
      await db.row('SELECT pg_sleep(0.02)::text AS slept')
      return depth === 0 ? 1 : 1 + (await nested(depth - 1))
    })
  const depths = await Promise.all(Array.from({ length: 60 }, () => nested(2)))
  expect(new Set(depths)).toEqual(new Set([3]))
  await database.close()
  await ask(url, 'DROP SCHEMA full_pool CASCADE')
})
