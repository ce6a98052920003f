import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openSqlite } from '@wuku/store-sqlite/open-sqlite'
import type { LibraryTransaction } from '@wuku/core/ports/library-store'
import type { Store } from '@wuku/core/ports/store'
import { activityOf, atLibraries, callOf, fileOf, libraryOf, versionOf } from './library-samples.ts'
import { disagreements } from './sqlite-inspection.ts'
import { scratchFolder } from '../scratch.ts'

let place = ''
let file = ''
let store: Store
beforeEach(async () => {
  place = scratchFolder()
  file = join(place, 'store.sqlite')
  store = await openSqlite(file)
})
afterEach(async () => {
  await store.close()
  expect(disagreements(file)).toEqual([])
})

/** A word that stands in one place only. */
const secret = (part: string, number: number): string =>
  `q${part}${[...String(number * 7_919)].map((digit) => 'bcdfghjklm'[Number(digit)]).join('')}zq`

const numbers = Array.from({ length: 90 }, (_, at) => at + 1)
const gone = numbers.filter((number) => number % 3 === 0)

const libraryParts = ['name', 'slug', 'about', 'root'] as const
const versionParts = ['version', 'originals', 'ref', 'commit', 'url'] as const
const fileParts = ['path', 'title', 'error', 'page', 'facts'] as const

type Part = (typeof libraryParts)[number] | (typeof versionParts)[number] | (typeof fileParts)[number]
const secretsOf = (parts: readonly Part[], number: number): string[] => parts.map((part) => secret(part, number))

/** The number is also the id of the library and of its version. Three files each, with the same secret but for their paths. */
async function add(transaction: LibraryTransaction, number: number): Promise<void> {
  const say = (part: Part): string => secret(part, number)
  const origin = { type: 'folder', root: `/${say('root')}` } as const
  const named = { name: say('name'), slug: `/docs/${say('slug')}`, description: say('about'), origin }
  const { id } = await transaction.addLibrary(libraryOf(named))
  const kept = { originals: `${say('originals')}/`, ref: say('ref'), commit: say('commit'), url: say('url') }
  await transaction.addVersion(versionOf(id, { version: say('version'), ...kept }))
  const about = { title: say('title'), error: say('error'), url: say('page'), facts: { said: say('facts') } }
  await transaction.putFiles(
    number,
    ['a', 'b', 'c'].map((letter) => fileOf(`${letter}/${say('path')}.md`, about)),
  )
}

async function legible(needles: readonly string[]): Promise<string[]> {
  const files = await Promise.all((await readdir(place)).map((name) => readFile(join(place, name), 'latin1')))
  return needles.filter((needle) => files.some((bytes) => bytes.includes(needle)))
}

/** Things taken out, as `tidy` knows them. */
const removals = (): number => {
  const db = new DatabaseSync(file, { readOnly: true })
  try {
    return Number(db.prepare("SELECT value FROM counters WHERE name = 'removals'").get()?.value)
  } finally {
    db.close()
  }
}

it.each<{
  readonly says: string
  readonly loses: readonly Part[]
  readonly forget: (transaction: LibraryTransaction, number: number) => Promise<void>
}>([
  {
    says: 'a library is removed',
    loses: [...libraryParts, ...versionParts, ...fileParts],
    forget: (transaction, number) => transaction.removeLibrary(number),
  },
  {
    says: 'a version is removed',
    loses: [...versionParts, ...fileParts],
    forget: (transaction, number) => transaction.removeVersion(number),
  },
  {
    says: 'files are removed',
    loses: fileParts,
    forget: (transaction, number) =>
      transaction.removeFiles(
        number,
        ['a', 'b', 'c'].map((letter) => `${letter}/${secret('path', number)}.md`),
      ),
  },
  {
    says: 'all was renamed before it is removed',
    loses: [...libraryParts, ...versionParts, ...fileParts],
    forget: async (transaction, number) => {
      await transaction.changeLibrary(number, {
        name: `open ${number}`,
        slug: `/open/${number}`,
        description: '',
        origin: null,
      })
      await transaction.changeVersion(number, {
        version: 'open',
        originals: 'open/',
        ref: null,
        commit: null,
        url: null,
      })
      await transaction.putFiles(number, [fileOf(`a/${secret('path', number)}.md`)])
      await transaction.removeLibrary(number)
    },
  },
])('leaves no byte of what was taken out when $says', async ({ loses, forget }) => {
  for (const number of numbers) await atLibraries(store, (transaction) => add(transaction, number))
  const needles = gone.flatMap((number) => secretsOf(loses, number))
  expect(await legible(needles)).toEqual(needles)
  for (const number of gone) await atLibraries(store, (transaction) => forget(transaction, number))
  expect(removals()).toBeGreaterThanOrEqual(gone.length)
  await store.tidy()
  expect(await legible(needles)).toEqual([])
  const kept = numbers
    .filter((number) => number % 3 > 0)
    .flatMap((number) => secretsOf([...libraryParts, ...versionParts, ...fileParts], number))
  expect(await legible(kept)).toEqual(kept)
})

it('writes the file anew for nothing that was not there, and for no record that grew old', async () => {
  await atLibraries(store, (transaction) => add(transaction, 1))
  await atLibraries(store, (transaction) => transaction.removeFiles(1, ['never.md']))
  await store.record({ activities: [activityOf(1)], calls: [callOf(1)], forgetBefore: 2 })
  expect(removals()).toBe(0)
})
