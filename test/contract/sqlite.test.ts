import { join } from 'node:path'
import { openSqlite } from '@wuku/store-sqlite/open-sqlite'
import { disagreements } from './sqlite-inspection.ts'
import { storeContract } from './store.ts'

storeContract({
  name: 'sqlite',
  open: (place, options) => openSqlite(join(place, 'store.sqlite'), options),
  disagreements: (place) => disagreements(join(place, 'store.sqlite')),
  lacks: [],
})
