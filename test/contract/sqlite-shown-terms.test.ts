import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createLookups } from '../../packages/store-sqlite/src/lookups.ts'
import { narrowIndexView } from '../../packages/store-sqlite/src/index-view.ts'
import { openSqlite } from '@wuku/store-sqlite/open-sqlite'
import { createIndexView } from '../../packages/store-sqlite/src/sqlite-view.ts'
import { connect, type Connection } from '@wuku/store-sql/sqlite/driver/connection'
import type { SourceId } from '@wuku/core/core-types'
import type { Store } from '@wuku/core/ports/store'
import { putting, sourceNamed } from './samples.ts'
import { scratchFolder } from '../scratch.ts'

let place = ''
let store: Store
let own: SourceId
let hidden: SourceId
let rowsRead = 0
let db: Connection
beforeEach(async () => {
  place = scratchFolder()
  const file = join(place, 'store.sqlite')
  store = await openSqlite(file)
  own = (await store.addSource(sourceNamed('own'))).id
  hidden = (await store.addSource(sourceNamed('hidden'))).id
  await store.apply(putting(own, [{ path: 'own.md', text: 'ebb other tide' }]))
  const family = Array.from({ length: 60 }, (_, at) => `other${at}x`).join(' ')
  await store.apply(putting(hidden, [{ path: 'hidden.md', text: `ebb ${family}` }]))
  const plain = connect(file, 0)
  db = {
    ...plain,
    rows: <Row>(...asked: Parameters<Connection['rows']>) => {
      const rows = plain.rows<Row>(...asked)
      if (asked[0].includes('FROM postings') || asked[0].includes('CROSS JOIN postings')) rowsRead += rows.length
      return rows
    },
  }
})
afterEach(async () => {
  db.close()
  await store.close()
})

/** The terms that begin with `prefix`, and how many rows were read for them. */
function openView() {
  const lookups = createLookups()
  return async (prefix: string) => {
    rowsRead = 0
    const shown = { sources: new Set([own]), owned: undefined, pads: undefined, key: String(own) }
    const view = narrowIndexView(createIndexView(db, lookups), { db, lookups, shown })
    const [terms = []] = await view.terms.vocabulary([prefix], 100)
    return { terms: terms.map(({ term }) => term), rowsRead }
  }
}

it.each(['oth', 'zzz'])('a first look for %s reads as many rows, whatever the hidden texts hold', async (prefix) => {
  const counted = await openView()(prefix)
  expect(counted).toEqual({ terms: prefix === 'oth' ? ['other'] : [], rowsRead: (await openView()('q')).rowsRead })
})

it('no row of a hidden text is read again, also after the hidden texts changed', async () => {
  const ask = openView()
  await ask('q')
  expect(await ask('oth')).toEqual({ terms: ['other'], rowsRead: 0 })
  await store.apply(putting(hidden, [{ path: 'more.md', text: 'otherness otherwise' }]))
  expect(await ask('oth')).toEqual({ terms: ['other'], rowsRead: 0 })
})

it('what the view shows is known as it is now', async () => {
  const ask = openView()
  await ask('oth')
  await store.apply(putting(own, [{ path: 'own.md', text: 'ebb others otherwise' }]))
  expect((await ask('oth')).terms).toEqual(['other', 'otherwis'])
})
