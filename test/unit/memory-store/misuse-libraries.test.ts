import { beforeEach, describe, expect, it } from 'vitest'
import { openMemory } from '../../memory-store/open.ts'
import type { LibraryDesk } from '../../../src/ports/libraries.ts'
import type { NewRecords } from '../../../src/ports/records.ts'
import type { Store } from '../../../src/ports/store.ts'
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
  await atLibraries(store, async (desk) => {
    await desk.addLibrary(libraryOf())
    await desk.addVersion(versionOf(1))
  })
})

const attempts: readonly (readonly [says: string, attempt: (desk: LibraryDesk) => Promise<unknown>, thrown: RegExp])[] =
  [
    ['a slug of one segment', (desk) => desk.addLibrary(libraryOf({ name: 'Vue', slug: '/vue' })), /no slug/],
    ['no name', (desk) => desk.changeLibrary(1, { name: '' }), /0 characters/],
    ['a name that is too long', (desk) => desk.changeLibrary(1, { name: '名'.repeat(256) }), /256 characters/],
    ['half a character', (desk) => desk.changeLibrary(1, { name: '\ud83d' }), /half a character/],
    ['a version without a name', (desk) => desk.addVersion(versionOf(1, { version: '' })), /without a name/],
    ['originals that are no folder', (desk) => desk.changeVersion(1, { originals: 'docs/react' }), /slash/],
    ['a file twice', (desk) => desk.putFiles(1, [fileOf('a'), fileOf('a')]), /stands twice/],
    ['a file without a path', (desk) => desk.putFiles(1, [fileOf('')]), /without a path/],
    ['an absolute path', (desk) => desk.putFiles(1, [fileOf('/a')]), /slash/],
    ['a page that ends before it begins', (desk) => desk.files({ version: 1, limit: -1, offset: 0 }), /limit is -1/],
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
