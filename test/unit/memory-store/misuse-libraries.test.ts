import { beforeEach, describe, expect, it } from 'vitest'
import { openMemory } from '../../memory-store/open.ts'
import type { LibraryTransaction } from '@wuku/core/ports/library-store'
import type { NewRecords } from '@wuku/core/ports/record-store'
import type { Store } from '@wuku/core/ports/store'
import {
  activityOf,
  askLibraries,
  atLibraries,
  countOf,
  everyLibrary,
  fileOf,
  libraryOf,
  versionOf,
} from '../../contract/library-samples.ts'

let store: Store
beforeEach(async () => {
  store = openMemory()
  await atLibraries(store, async (transaction) => {
    await transaction.addLibrary(libraryOf())
    await transaction.addVersion(versionOf(1))
  })
})

const attempts: readonly (readonly [
  says: string,
  attempt: (transaction: LibraryTransaction) => Promise<unknown>,
  thrown: RegExp,
])[] = [
  [
    'a slug of one segment',
    (transaction) => transaction.addLibrary(libraryOf({ name: 'Vue', slug: '/vue' })),
    /no slug/,
  ],
  ['no name', (transaction) => transaction.changeLibrary(1, { name: '' }), /0 characters/],
  [
    'a name that is too long',
    (transaction) => transaction.changeLibrary(1, { name: '名'.repeat(256) }),
    /256 characters/,
  ],
  ['half a character', (transaction) => transaction.changeLibrary(1, { name: '\ud83d' }), /half a character/],
  [
    'a version without a name',
    (transaction) => transaction.addVersion(versionOf(1, { version: '' })),
    /without a name/,
  ],
  ['originals that are no folder', (transaction) => transaction.changeVersion(1, { originals: 'docs/react' }), /slash/],
  ['a file twice', (transaction) => transaction.putFiles(1, [fileOf('a'), fileOf('a')]), /stands twice/],
  ['a file without a path', (transaction) => transaction.putFiles(1, [fileOf('')]), /without a path/],
  ['an absolute path', (transaction) => transaction.putFiles(1, [fileOf('/a')]), /slash/],
  [
    'a page that ends before it begins',
    (transaction) => transaction.files({ version: 1, limit: -1, offset: 0 }),
    /limit is -1/,
  ],
]

const records: readonly (readonly [says: string, records: NewRecords, thrown: RegExp])[] = [
  ['a moment that is none', { activities: [activityOf(Number.NaN)] }, /no time/],
  ['a day that is none', { counts: [countOf('22.11.2026')] }, /no day/],
  ['half a count', { counts: [countOf('2026-11-22', { count: 0.5 })] }, /in parts/],
]

describe('the memory store refuses', () => {
  it.each(attempts)('%s', async (_says, attempt, thrown) => {
    const before = await askLibraries(store, everyLibrary)
    await expect(atLibraries(store, attempt)).rejects.toThrow(thrown)
    expect(await askLibraries(store, everyLibrary)).toEqual(before)
  })

  it.each(records)('%s', (_says, given, thrown) => expect(store.record(given)).rejects.toThrow(thrown))
})
