import * as fc from 'fast-check'
import { expect } from 'vitest'
import { openMemory } from '../../memory-store/open.ts'
import { isWukuError } from '../../../src/core/errors.ts'
import type { LibraryDesk } from '../../../src/ports/libraries.ts'
import type { Store } from '../../../src/ports/store.ts'
import { askLibraries, atLibraries, everyLibrary, fileOf, libraryOf, versionOf } from '../library-samples.ts'
import type { StoreCase } from '../store.ts'

const anyName = fc.constantFrom('React', 'react', '組件', '组件', 'Élan', 'elan', '👨‍👩‍👧')
const anySlug = fc.constantFrom('/a/b', '/a/c', '/A/b', '/文/檔')
const anyVersion = fc.constantFrom('1', 'v1', '版')
const anyStatus = fc.constantFrom('staged', 'active', 'archived', 'deleted')
const anyPath = fc.constantFrom('a', 'a/b', 'A', '文.md', '\uff5e', '\u{1f600}')
const anyState = fc.constantFrom('pending', 'completed', 'failed')
/** One of those that are there, by its place; sometimes one that is not. */
const anyPlace = fc.nat(5)

/** What is tried at the desk; what its state does not allow is refused. */
type Attempt = (desk: LibraryDesk) => Promise<unknown>

const ofLibrary = async (desk: LibraryDesk, place: number): Promise<number> =>
  (await desk.libraries())[place]?.id ?? 9_999
const ofVersion = async (desk: LibraryDesk, place: number): Promise<number> =>
  (await desk.versions())[place]?.id ?? 9_999

const onLibraries: readonly fc.Arbitrary<Attempt>[] = [
  fc.tuple(anyName, anySlug).map(
    ([name, slug]) =>
      (desk) =>
        desk.addLibrary(libraryOf({ name, slug })),
  ),
  fc.tuple(anyPlace, fc.record({ name: anyName, slug: anySlug, defaultVersion: anyVersion }, { requiredKeys: [] })).map(
    ([place, change]) =>
      async (desk) =>
        desk.changeLibrary(await ofLibrary(desk, place), change),
  ),
  anyPlace.map((place) => async (desk) => desk.removeLibrary(await ofLibrary(desk, place))),
]

const onVersions: readonly fc.Arbitrary<Attempt>[] = [
  fc.tuple(anyPlace, fc.record({ version: anyVersion, status: anyStatus })).map(
    ([place, said]) =>
      async (desk) =>
        desk.addVersion(versionOf(await ofLibrary(desk, place), said)),
  ),
  fc
    .tuple(anyPlace, fc.record({ version: anyVersion, status: anyStatus, indexedAt: fc.nat() }, { requiredKeys: [] }))
    .map(
      ([place, change]) =>
        async (desk) =>
          desk.changeVersion(await ofVersion(desk, place), change),
    ),
  anyPlace.map((place) => async (desk) => desk.removeVersion(await ofVersion(desk, place))),
]

const onFiles: readonly fc.Arbitrary<Attempt>[] = [
  fc.tuple(anyPlace, fc.uniqueArray(anyPath), anyState).map(([place, paths, status]) => async (desk) => {
    const files = paths.map((path) => fileOf(path, { status }))
    return desk.putFiles(await ofVersion(desk, place), files)
  }),
  fc.tuple(anyPlace, fc.array(anyPath)).map(
    ([place, paths]) =>
      async (desk) =>
        desk.removeFiles(await ofVersion(desk, place), paths),
  ),
]

/** An answer, or the code of an error. */
const outcome = (attempt: Attempt, desk: LibraryDesk): Promise<unknown> =>
  attempt(desk).catch((thrown: unknown) => {
    if (isWukuError(thrown)) return thrown.code
    throw thrown
  })

/** What came of each, and all that the write saw in the end. */
const outcomes = (store: Store, attempts: readonly Attempt[]): Promise<unknown> =>
  atLibraries(store, async (desk) => {
    const told: unknown[] = []
    for (const attempt of attempts) told.push(await outcome(attempt, desk))
    return { told, seen: await everyLibrary(desk) }
  })

export const libraryRandomCases: readonly StoreCase[] = [
  {
    says: 'tells the same of libraries after any writes, and refuses the same',
    run: async ({ store }) => {
      const truth = openMemory()
      const anyAttempts = fc.array(fc.oneof(...onLibraries, ...onVersions, ...onFiles), { maxLength: 12 })
      const property = fc.asyncProperty(anyAttempts, async (attempts) => {
        expect(await outcomes(store, attempts)).toEqual(await outcomes(truth, attempts))
        expect(await askLibraries(store, everyLibrary)).toEqual(await askLibraries(truth, everyLibrary))
      })
      await fc.assert(property, { numRuns: 100, seed: 11, endOnFailure: true })
    },
  },
]
