import { createHash } from 'node:crypto'
import { afterAll, afterEach, beforeAll, inject } from 'vitest'
import { openPostgres } from '../../src/adapters/postgres/open.ts'
import { storeContract } from '../contract/store.ts'
import { type PgBouncer, startPgBouncer } from '../servers/pgbouncer.ts'
import { ask } from '../servers/postgres.ts'

const url = inject('postgres')
const schemas = new Set<string>()
let pooler: PgBouncer

beforeAll(async () => {
  pooler = await startPgBouncer({ port: Number(new URL(url).port), url })
})

afterEach(async () => {
  for (const schema of schemas) await ask(url, `DROP SCHEMA ${schema} CASCADE`)
  schemas.clear()
})

afterAll(() => pooler.close())

// Parts where something could be kept in a connection: locks, settings, statements, moments of a view.
storeContract({
  name: 'postgres through PgBouncer in transaction mode',
  open: (place, options) => {
    const schema = `p_${createHash('sha256').update(place).digest('hex').slice(0, 20)}`
    schemas.add(schema)
    return openPostgres({ url: pooler.url, schema, ...options })
  },
  topics: ['batches', 'a write that looks first', 'many at once', 'leases', 'jobs', 'vectors', 'what a user may see'],
  lacks: [{ ability: 'adopt', because: 'the rows of each source lie apart' }],
})
