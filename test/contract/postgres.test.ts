import { afterAll, afterEach, inject } from 'vitest'
import { openPostgres } from '@wuku/store-postgres/open-postgres'
import { openSchemas } from '../servers/schemas.ts'
import { storeContract } from './store.ts'

const url = inject('postgres')
const schemas = openSchemas(url, 't')

// A random case makes dozens of stores.
afterEach(() => schemas.empty(), 120_000)
afterAll(() => schemas.close())

storeContract({
  name: 'postgres',
  open: (place, options) => openPostgres({ url, schema: schemas.of(place), ...options }),
  lacks: [{ ability: 'adopt', because: 'the rows of each source lie apart' }],
})
