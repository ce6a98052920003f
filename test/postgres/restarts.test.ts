import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Postgres, startPostgres } from '../servers/postgres.ts'
import { openMarks } from './marks.ts'

let postgres: Postgres

beforeAll(async () => {
  postgres = await startPostgres({ isDurable: true })
})

afterAll(() => postgres.close())

it.each([
  { ends: 'in order', end: () => postgres.stop() },
  { ends: 'by kill -9', end: () => postgres.kill() },
])('a server that ends $ends and comes back: every call is answered, every write is there once', async ({ end }) => {
  const marks = await openMarks(postgres.url)
  const work = marks.begin(8)
  for (let times = 0; times < 5; times++) {
    await work.more(40)
    await end()
    await postgres.start()
  }
  await work.more(40)
  const { failures, wrong } = await work.stop()
  expect({ failures, wrong }).toEqual({ failures: [], wrong: [] })
  await marks.close()
})
