import { afterAll, afterEach, beforeAll, inject } from 'vitest'
import { openPostgres } from '@wuku/store-postgres/open-postgres'
import { storeContract } from '../contract/store.ts'
import { type PgBouncer, startPgBouncer } from '../servers/pgbouncer.ts'
import { openSchemas } from '../servers/schemas.ts'

const url = inject('postgres')
const schemas = openSchemas(url, 'p')
let pooler: PgBouncer

beforeAll(async () => {
  pooler = await startPgBouncer({ port: Number(new URL(url).port), url })
})

afterEach(() => schemas.empty())

afterAll(async () => {
  await schemas.close()
  await pooler.close()
})

// Parts where something could be kept in a connection: locks, settings, statements, moments of a view.
storeContract({
  name: 'postgres through PgBouncer in transaction mode',
  open: (place, options) => openPostgres({ url: pooler.url, schema: schemas.of(place), ...options }),
  topics: ['batches', 'a write that looks first', 'many at once', 'leases', 'jobs', 'vectors', 'what a user may see'],
  lacks: [{ ability: 'adopt', because: 'the rows of each source lie apart' }],
})
