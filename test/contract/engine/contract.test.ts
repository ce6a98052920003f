import { afterAll, afterEach, beforeAll, expect, inject } from 'vitest'
import { engineAt } from '@wuku/settings/team-open-store'
import { openPostgres } from '@wuku/store-postgres/open-postgres'
import { type ClickHouse, ENGINE_DATABASE, searchUrl, startClickHouse } from '../../servers/clickhouse.ts'
import { openSchemas } from '../../servers/schemas.ts'
import { storeContract } from '../store.ts'

const url = inject('postgres')
const schemas = openSchemas(url, 'engine_t')
let server: ClickHouse

const FRACTION = /\d+\.\d{4,}/g
const isNear = (one: number, other: number): boolean => Math.abs(one - other) <= 1e-5 * Math.abs(other)

// Scores are in whole steps, so that they differ in their last digits; some stand within a text.
expect.addEqualityTesters([
  (one: unknown, other: unknown) => {
    if (typeof one === 'number' && typeof other === 'number')
      return Number.isInteger(one) || Number.isInteger(other) ? undefined : isNear(one, other)
    if (typeof one !== 'string' || typeof other !== 'string') return undefined
    const [some, others] = [one, other].map((text) => text.match(FRACTION) ?? [])
    if (!some || some.length === 0 || one.replaceAll(FRACTION, '') !== other.replaceAll(FRACTION, '')) return undefined
    return some.every((digits, at) => isNear(Number(digits), Number(others?.[at])))
  },
])

beforeAll(async () => void (server = await startClickHouse()), 120_000)
afterEach(async () => {
  await schemas.empty()
  const tables = await server.ask(`SELECT name FROM system.tables WHERE database = '${ENGINE_DATABASE}'`)
  for (const table of tables) await server.ask(`DROP TABLE ${table}`)
}, 120_000)
afterAll(async () => {
  await schemas.close()
  await server.close()
})

// It is given all at once, in the background, whatever a case does meanwhile: answers are the same before and after.
storeContract({
  name: 'postgres with a search engine',
  open: async (place, options) => {
    const engine = await engineAt(searchUrl([server]))
    const search = engine && { engine, fromChunks: 0, soon: 0 }
    return openPostgres({ url, schema: schemas.of(place), ...options, search })
  },
  // Those that ask for words; nothing else comes near the engine.
  topics: ['a document that is amended', 'lexical', 'what a caller may see', 'against the slow truth'],
  lacks: [{ ability: 'adopt', because: 'the rows of each source lie apart' }],
})
