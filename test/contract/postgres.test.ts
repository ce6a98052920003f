import { createHash } from 'node:crypto'
import { afterEach, inject } from 'vitest'
import { openPostgres } from '../../src/adapters/postgres/open.ts'
import { ask } from '../servers/postgres.ts'
import { storeContract } from './store.ts'

const url = inject('postgres')
const schemas = new Set<string>()

afterEach(async () => {
  for (const schema of schemas) await ask(url, `DROP SCHEMA IF EXISTS ${schema} CASCADE`)
  schemas.clear()
  // A random case makes dozens of stores.
}, 120_000)

storeContract({
  name: 'postgres',
  open: (place, options) => {
    const schema = `t_${createHash('sha256').update(place).digest('hex').slice(0, 20)}`
    schemas.add(schema)
    return openPostgres({ url, schema, ...options })
  },
  lacks: [{ ability: 'adopt', because: 'the rows of each source lie apart' }],
})
