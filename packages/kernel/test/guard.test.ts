import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Store, StoreTransaction } from '@wuku/core/ports/store'
import { openTestStore } from '../../../test/test-store.ts'
import { owner } from '../src/base/caller.ts'
import { libraryWriters } from '../src/guard.ts'

let store: Store
beforeEach(() => {
  store = openTestStore()
})
afterEach(() => store.close())

const eraseAll = async (): Promise<void> => {}

/** A store whose transactions have one more method, and so have their libraries. */
const newerStore = (): Pick<Store, 'write' | 'tidy'> => ({
  tidy: () => store.tidy(),
  write: (scope, work) =>
    store.write(scope, (transaction) => {
      const newer: StoreTransaction = { ...transaction, libraries: Object.assign({ eraseAll }, transaction.libraries) }
      return work(Object.assign(newer, { eraseAll }))
    }),
})

it.each(['write', 'add'] as const)('a method that transactions get later is not handed out by "%s"', async (writer) => {
  const handed = await libraryWriters(newerStore(), owner('test'))[writer]('all', async (transaction) => ({
    transaction: Object.keys(transaction).toSorted(),
    libraries: Object.keys(transaction.libraries).toSorted(),
  }))
  expect(handed.transaction).toEqual([
    'addSource',
    'apply',
    'changeSource',
    'documents',
    'libraries',
    'removeSource',
    'sources',
  ])
  expect(handed.libraries).not.toContain('eraseAll')
  expect(handed.libraries).toHaveLength(14)
})
