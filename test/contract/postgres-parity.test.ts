import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { openPostgres } from '@wuku/store-postgres/open-postgres'
import { openSqlite } from '@wuku/store-sqlite/open-sqlite'
import { ask } from '../servers/postgres.ts'
import { fillFiveKinds, makeFiveKinds, openFiveKinds, type FiveKinds } from './round-trips/five-kinds.ts'
import { asked, others } from './round-trips/questions.ts'
import { sharedFolder } from '../scratch.ts'

const url = inject('postgres')
const schema = `parity_${process.pid}`
const openTeamStore = () => openPostgres({ url, schema })

const folder = sharedFolder()
let embedded: FiveKinds
let team: FiveKinds
beforeAll(async () => {
  await makeFiveKinds(folder)
  await fillFiveKinds(folder, openTeamStore, 'team')
  embedded = await openFiveKinds(folder, ({ store }) => openSqlite(store))
  team = await openFiveKinds(folder, openTeamStore, 'team')
})
afterAll(async () => {
  await embedded.engine.close()
  await team.engine.close()
  await ask(url, `DROP SCHEMA ${schema} CASCADE`)
})

/** Ids that are made at random, moments of the writing, and measured times. */
const settle = (text: string): string =>
  text
    .replaceAll(/[\da-f]{8}-[\da-f]{4}-(?!4888)[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/g, '<id>')
    .replaceAll(/"(\w*(?:[aA]t|_at|updated|created|modified))": ?"?2026-[^",]*"?/g, '"$1":"<moment>"')
    .replaceAll(/"(took|milliseconds|took_ms|elapsed)": ?[\d.]+/g, '"$1":0')

async function answerOf(fixture: FiveKinds, name: string, input: object): Promise<string> {
  const given = JSON.parse(JSON.stringify(input).replaceAll('<repository>', join(folder, 'wuku'))) as object
  const output = await fixture.call(name, given).catch((thrown: unknown) => String(thrown))
  return settle(JSON.stringify(output, undefined, 1))
}

const check = async (name: string, input: object): Promise<void> =>
  expect(await answerOf(team, name, input)).toBe(await answerOf(embedded, name, input))

it.each([...asked, ...others])('a store on PostgreSQL answers as the embedded one, to the last digit: %s of %o', check)
