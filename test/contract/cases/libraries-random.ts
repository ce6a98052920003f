import * as fc from 'fast-check'
import { expect } from 'vitest'
import { openTestStore } from '../../test-store.ts'
import { isWukuError } from '@wuku/core/errors'
import type { LibraryTransaction } from '@wuku/core/ports/library-store'
import type { Store } from '@wuku/core/ports/store'
import { askLibraries, atLibraries, everyLibrary, fileOf, libraryOf, versionOf } from '../library-samples.ts'
import { casesOf } from '../cases-of.ts'
import { runs } from '../../scale.ts'

const anyName = fc.constantFrom('React', 'react', '組件', '组件', 'Élan', 'elan', '👨‍👩‍👧')
const anySlug = fc.constantFrom('/a/b', '/a/c', '/A/b', '/文/檔')
const anyVersion = fc.constantFrom('1', 'v1', '版')
const anyStatus = fc.constantFrom('staged', 'active', 'archived', 'deleted')
const anyPath = fc.constantFrom('a', 'a/b', 'A', '文.md', '\uff5e', '\u{1f600}')
const anyState = fc.constantFrom('pending', 'completed', 'failed')
/** One of those that are there, by its place; sometimes one that is not. */
const anyPlace = fc.nat(5)

/** What is tried at the transaction; what its state does not allow is refused. */
type Attempt = (transaction: LibraryTransaction) => Promise<unknown>

const ofLibrary = async (transaction: LibraryTransaction, place: number): Promise<number> =>
  (await transaction.libraries())[place]?.id ?? 9_999
const ofVersion = async (transaction: LibraryTransaction, place: number): Promise<number> =>
  (await transaction.versions())[place]?.id ?? 9_999

const onLibraries: readonly fc.Arbitrary<Attempt>[] = [
  fc.tuple(anyName, anySlug).map(
    ([name, slug]) =>
      (transaction) =>
        transaction.addLibrary(libraryOf({ name, slug })),
  ),
  fc.tuple(anyPlace, fc.record({ name: anyName, slug: anySlug, defaultVersion: anyVersion }, { requiredKeys: [] })).map(
    ([place, change]) =>
      async (transaction) =>
        transaction.changeLibrary(await ofLibrary(transaction, place), change),
  ),
  anyPlace.map((place) => async (transaction) => transaction.removeLibrary(await ofLibrary(transaction, place))),
]

const onVersions: readonly fc.Arbitrary<Attempt>[] = [
  fc.tuple(anyPlace, fc.record({ version: anyVersion, status: anyStatus })).map(
    ([place, said]) =>
      async (transaction) =>
        transaction.addVersion(versionOf(await ofLibrary(transaction, place), said)),
  ),
  fc
    .tuple(anyPlace, fc.record({ version: anyVersion, status: anyStatus, indexedAt: fc.nat() }, { requiredKeys: [] }))
    .map(
      ([place, change]) =>
        async (transaction) =>
          transaction.changeVersion(await ofVersion(transaction, place), change),
    ),
  anyPlace.map((place) => async (transaction) => transaction.removeVersion(await ofVersion(transaction, place))),
]

const onFiles: readonly fc.Arbitrary<Attempt>[] = [
  fc.tuple(anyPlace, fc.uniqueArray(anyPath), anyState).map(([place, paths, status]) => async (transaction) => {
    const files = paths.map((path) => fileOf(path, { status }))
    return transaction.putFiles(await ofVersion(transaction, place), files)
  }),
  fc.tuple(anyPlace, fc.array(anyPath)).map(
    ([place, paths]) =>
      async (transaction) =>
        transaction.removeFiles(await ofVersion(transaction, place), paths),
  ),
]

/** An answer, or the code of an error. */
const outcome = (attempt: Attempt, transaction: LibraryTransaction): Promise<unknown> =>
  attempt(transaction).catch((thrown: unknown) => {
    if (isWukuError(thrown)) return thrown.code
    throw thrown
  })

/** What came of each, and all that the write saw in the end. */
const outcomes = (store: Store, attempts: readonly Attempt[]): Promise<unknown> =>
  atLibraries(store, async (transaction) => {
    const told: unknown[] = []
    for (const attempt of attempts) told.push(await outcome(attempt, transaction))
    return { told, seen: await everyLibrary(transaction) }
  })

export const libraryRandomCases = casesOf({
  'tells the same of libraries after any writes, and refuses the same': async ({ store }) => {
    const truth = openTestStore()
    const anyAttempts = fc.array(fc.oneof(...onLibraries, ...onVersions, ...onFiles), { maxLength: 12 })
    const property = fc.asyncProperty(anyAttempts, async (attempts) => {
      expect(await outcomes(store, attempts)).toEqual(await outcomes(truth, attempts))
      expect(await askLibraries(store, everyLibrary)).toEqual(await askLibraries(truth, everyLibrary))
    })
    await fc.assert(property, { numRuns: runs(100), seed: 11, endOnFailure: true })
  },
})
