import { createHash } from 'node:crypto'
import { openPostgres } from '../../src/adapters/postgres/open.ts'
import { storeContract } from './store.ts'

storeContract({
  name: 'postgres',
  open: (place, options) =>
    openPostgres({
      url: process.env['WUKU_TEST_POSTGRES'] ?? 'postgres://postgres@127.0.0.1:55432/postgres',
      schema: `t_${createHash('sha256').update(place).digest('hex').slice(0, 20)}`,
      ...options,
    }),
  lacks: [],
})
