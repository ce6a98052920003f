import { everything } from '@wuku/core/ports/access'
import { expect } from 'vitest'
import type { SourceId, Visibility } from '@wuku/core/core-types'
import { changeOwnership, sourceNameOf } from '@wuku/kernel/library-names'
import { noCounts, type LibraryTransaction, type LibraryFile } from '@wuku/core/ports/library-store'
import { askLibraries, atLibraries, everyLibrary, fileOf, libraryOf, versionOf, draftOf } from '../library-samples.ts'
import type { StoreCase } from '../store.ts'
import { casesOf } from '../cases-of.ts'

const wholePage = { limit: 100, offset: 0 }
const pathsOf = (files: readonly LibraryFile[]): string[] => files.map(({ path }) => path)

/** A library 1 with a version 1 that has one file, then whatever is looked at. */
const withOne =
  (run: StoreCase['run']): StoreCase['run'] =>
  async (world) => {
    await atLibraries(world.store, async (transaction) => {
      await transaction.addLibrary(libraryOf({ name: 'React', slug: '/facebook/react' }))
      await transaction.addVersion(versionOf(1, { version: '19.0.1' }))
      await transaction.putFiles(1, [fileOf('guide.md')])
    })
    await run(world)
  }

/** What is refused leaves everything as it was, also what the same write did before. */
const refuses = (what: string, code: string, attempt: (transaction: LibraryTransaction) => Promise<unknown>) => ({
  says: `refuses ${what}`,
  run: withOne(async ({ store }) => {
    const before = await askLibraries(store, everyLibrary)
    const failing = atLibraries(store, async (transaction) => {
      await transaction.changeLibrary(1, { description: 'lost' })
      await transaction.putFiles(1, [fileOf('lost.md')])
      await attempt(transaction)
    })
    await expect(failing).rejects.toMatchObject({ code, remedy: expect.stringMatching(/\w/) })
    expect(await askLibraries(store, everyLibrary)).toEqual(before)
  }),
})

const odd = [
  fileOf('指南/介绍.md', { title: '介绍 👨‍👩‍👧 🇨🇳\u0000', facts: { etag: '"a"', pages: [1, null, { 深: true }] } }),
  fileOf('a b/%2e.mdx', { title: '', error: 'Not text.\r\nConvert it first.', status: 'failed', chunks: 0, tokens: 0 }),
  fileOf('large.pdf', { title: '組件'.repeat(50_000), bytes: 2 ** 40, type: 'pdf', url: 'https://example.com/p#q' }),
]

export const libraryCases: readonly StoreCase[] = [
  ...casesOf({
    'tells a library and a version as they were written, and again afterwards': async ({ store, notes }) => {
      const origin = { type: 'repository', url: 'https://example.com/react', folders: ['文檔'] } as const
      const draft = libraryOf({ name: '反應 React 👨‍👩‍👧', slug: '/a/反應', description: '前端\r\n', origin })
      const version = { version: 'v19.0.1', source: notes.id, origin, ref: 'v19.0.1', commit: 'abc', url: 'https://x' }
      const drafted = versionOf(1, { ...version, originals: 'docs/反應/19/', status: 'staged' })
      const told = await atLibraries(store, async (transaction) => [
        await transaction.addLibrary(draft),
        await transaction.addVersion(drafted),
      ])
      expect(told).toEqual([
        { ...draft, id: 1, status: 'active', deletedAt: null },
        { ...drafted, id: 1, indexedAt: null, deletedAt: null, counts: noCounts },
      ])
      const seen = await askLibraries(store, async (view) => [...(await view.libraries()), ...(await view.versions())])
      expect(seen).toEqual(told)
    },
    'changes of a library and a version only what is named': withOne(async ({ store }) => {
      const before = await askLibraries(store, async (view) => [
        (await view.libraries())[0],
        (await view.versions())[0],
      ])
      const library = {
        name: 'REACT',
        defaultVersion: '19.0.1',
        keep: { keep: 'last', count: 3 },
        refreshEvery: 43_200_000,
        scheduledAt: 4_000.5,
        updatedAt: 5_000,
      } as const
      const counts = { documents: 1, snippets: 5, code: 4, info: 2, tokens: 900 }
      const version = { source: 7 as SourceId, indexedAt: 6_000.5, counts, status: 'archived' } as const
      await atLibraries(store, async (transaction) => {
        expect(await transaction.changeLibrary(1, library)).toEqual({ ...before[0], ...library })
        expect(await transaction.changeVersion(1, version)).toEqual({ ...before[1], ...version })
        const nothing = { name: undefined, status: undefined } as const
        expect(await transaction.changeLibrary(1, nothing)).toEqual({ ...before[0], ...library })
        await transaction.changeLibrary(1, { status: 'deleted', deletedAt: 7_000 })
        await transaction.changeLibrary(1, { status: 'active', deletedAt: null, defaultVersion: null })
      })
      const after = await askLibraries(store, async (view) => [(await view.libraries())[0], (await view.versions())[0]])
      expect(after).toEqual([
        { ...before[0], ...library, defaultVersion: null },
        { ...before[1], ...version },
      ])
    }),
  }),
  refuses('a second library with the slug of another', 'conflict', (transaction) =>
    transaction.addLibrary(libraryOf({ name: 'Preact', slug: '/facebook/react' })),
  ),
  ...casesOf({
    'holds libraries of one name: slugs tell them apart': async ({ store }) => {
      const libraries = await atLibraries(store, async (transaction) => {
        await transaction.addLibrary(libraryOf({ name: 'React', slug: '/a/react' }))
        await transaction.addLibrary(libraryOf({ name: 'React', slug: '/b/react' }))
        const { id } = await transaction.addLibrary(libraryOf({ name: 'Élan 組件' }))
        await transaction.changeLibrary(id, { name: 'react' })
        return transaction.libraries()
      })
      expect(libraries.map(({ name }) => name)).toEqual(['React', 'React', 'react'])
    },
    'leaves slug and citations of a library to others once it becomes private, and gives it random ones': async ({
      store,
      notes,
    }) => {
      const write = store.write.bind(store)
      const [hidden] = await atLibraries(store, async (transaction) => [
        await transaction.addLibrary(libraryOf({ name: 'Billing' })),
      ])
      if (!hidden) throw new Error('One library.')
      const cited = async (): Promise<string | undefined> =>
        (await store.read(everything, (view) => view.sources.list())).find(({ id }) => id === notes.id)?.name
      const show = (visibility: Visibility) =>
        write('all', async (transaction) => {
          const [library = hidden] = await transaction.libraries.libraries()
          const change = await changeOwnership(library, { owner: 'ann', visibility, sharedWith: [] }, transaction)
          return transaction.libraries.changeLibrary(library.id, change)
        })
      await write('all', async (transaction) => {
        await transaction.libraries.addVersion(versionOf(hidden.id, { source: notes.id }))
        await transaction.changeSource(notes.id, { name: sourceNameOf(hidden, '1.0.0') })
      })
      expect([(await show('team')).slug, await cited()]).toEqual(['/docs/billing', 'Billing@1.0.0'])
      const first = await show('private')
      expect(first.slug).toMatch(/^\/docs\/billing-\d[a-z\d]{7}$/)
      expect(await cited()).toBe(`${first.slug.slice('/docs/'.length)}@1.0.0`)
      expect((await show('private')).slug).toBe(first.slug)
      await show('public')
      const again = await show('private')
      expect(again.slug, 'the slug that everybody saw is free again').toMatch(/^\/docs\/billing-\d[a-z\d]{7}$/)
      expect(again.slug).not.toBe(first.slug)
      await atLibraries(store, (transaction) => transaction.addLibrary(libraryOf({ name: 'Billing' })))
    },
  }),
  refuses('a new slug that another library has', 'conflict', async (transaction) => {
    const { id } = await transaction.addLibrary(libraryOf({ name: 'Vue' }))
    await transaction.changeLibrary(id, { slug: '/facebook/react' })
  }),
  refuses('the same version of a library twice', 'conflict', (transaction) =>
    transaction.addVersion(versionOf(1, { version: '19.0.1' })),
  ),
  refuses('to bring back a version that is there again', 'conflict', async (transaction) => {
    await transaction.changeVersion(1, { status: 'deleted' })
    await transaction.addVersion(versionOf(1, { version: '19.0.1' }))
    await transaction.changeVersion(1, { status: 'active' })
  }),
  refuses('to let a version answer while another of its name does', 'conflict', async (transaction) => {
    const { id } = await transaction.addVersion(versionOf(1, { version: '19.0.1', status: 'staged' }))
    await transaction.changeVersion(id, { status: 'active' })
  }),
  refuses('a version of no library', 'not-found', (transaction) => transaction.addVersion(versionOf(2))),
  refuses('a change of a library that is not there', 'not-found', (transaction) => transaction.changeLibrary(2, {})),
  refuses('the removal of a library that is not there', 'not-found', (transaction) => transaction.removeLibrary(2)),
  refuses('a change of a version that is not there', 'not-found', (transaction) => transaction.changeVersion(2, {})),
  refuses('the removal of a version that is not there', 'not-found', (transaction) => transaction.removeVersion(2)),
  refuses('files of a version that is not there', 'not-found', (transaction) => transaction.putFiles(2, [])),
  refuses('to remove files of a version that is not there', 'not-found', (transaction) =>
    transaction.removeFiles(2, ['guide.md']),
  ),
  ...casesOf({
    'holds a version once beside those of its name that were deleted or are being made, and in another library':
      withOne(async ({ store }) => {
        await atLibraries(store, async (transaction) => {
          await transaction.changeVersion(1, { status: 'deleted', deletedAt: 2_000 })
          await transaction.addVersion(versionOf(1, { version: '19.0.1', status: 'deleted' }))
          await transaction.addVersion(versionOf(1, { version: '19.0.1' }))
          await transaction.addVersion(versionOf(1, { version: '19.0.1', status: 'staged' }))
          await transaction.addVersion(versionOf(1, { version: '19.0.1 ' }))
          const { id } = await transaction.addLibrary(libraryOf({ name: 'Vue' }))
          await transaction.addVersion(versionOf(id, { version: '19.0.1' }))
        })
        const told = await askLibraries(store, async (view) => {
          const [all, ofFirst, ofNone] = [await view.versions(), await view.versions(1), await view.versions(77)]
          return [all, ofFirst, ofNone].map((versions) => versions.map(({ id, library }) => `${id} of ${library}`))
        })
        const first = ['1 of 1', '2 of 1', '3 of 1', '4 of 1', '5 of 1']
        expect(told).toEqual([[...first, '6 of 2'], first, []])
      }),
    'never gives out the id of what was purged, and frees its name and slug': withOne(async ({ store }) => {
      await atLibraries(store, (transaction) => transaction.removeLibrary(1))
      const draft = libraryOf({ name: 'react', slug: '/facebook/react' })
      await atLibraries(store, async (transaction) => {
        expect((await transaction.addLibrary(draft)).id).toBe(2)
        expect((await transaction.addVersion(versionOf(2, { version: '19.0.1' }))).id).toBe(2)
        await transaction.removeVersion(2)
        expect((await transaction.addVersion(versionOf(2, { version: '19.0.1' }))).id).toBe(3)
      })
    }),
    'removes a library with its versions and files, and nothing of another': withOne(async ({ store }) => {
      const before = await askLibraries(store, everyLibrary)
      await atLibraries(store, async (transaction) => {
        const { id } = await transaction.addLibrary(libraryOf({ name: 'Vue' }))
        for (const version of ['3.0', '3.1']) {
          const added = await transaction.addVersion(versionOf(id, { version }))
          await transaction.putFiles(added.id, [fileOf('guide.md'), fileOf('api.md')])
        }
      })
      await atLibraries(store, (transaction) => transaction.removeLibrary(2))
      expect(await askLibraries(store, everyLibrary)).toEqual(before)
      expect(await askLibraries(store, (view) => view.fileCounts(3))).toEqual({})
    }),
    'removes a version with its files, and leaves the others': withOne(async ({ store }) => {
      await atLibraries(store, async (transaction) => {
        await transaction.addVersion(versionOf(1, { version: '18' }))
        await transaction.putFiles(2, [fileOf('guide.md'), fileOf('old.md')])
        await transaction.removeVersion(1)
      })
      await askLibraries(store, async (view) => {
        expect((await view.versions()).map(({ version }) => version)).toEqual(['18'])
        expect(await view.files({ version: 1, ...wholePage })).toEqual({ items: [], total: 0 })
        expect(await view.filesAt(1, ['guide.md'])).toEqual([])
        expect(await view.fileCounts(1)).toEqual({})
        expect((await view.files({ version: 2, ...wholePage })).total).toBe(2)
      })
    }),
    'keeps what is known of files to the letter': withOne(async ({ store }) => {
      await atLibraries(store, (transaction) => transaction.putFiles(1, odd))
      await askLibraries(store, async (view) => {
        for (const file of odd) expect((await view.filesAt(1, [file.path])).map(draftOf)).toEqual([file])
        expect(await view.fileCounts(1)).toEqual({ completed: 3, failed: 1 })
      })
    }),
    'puts a file in the place of the one with its path, and takes out what is there': withOne(async ({ store }) => {
      const replaced = fileOf('guide.md', { title: 'Guide', status: 'replaced', url: null, updatedAt: 2_000 })
      await atLibraries(store, async (transaction) => {
        await transaction.putFiles(1, [replaced, fileOf('Guide.md'), fileOf('api.md')])
        await transaction.removeFiles(1, ['api.md', 'never.md'])
        await transaction.removeFiles(1, [])
        await transaction.putFiles(1, [])
        expect((await transaction.filesAt(1, ['guide.md', 'guide.md', 'api.md'])).map(draftOf)).toEqual([replaced])
      })
      const { items } = await askLibraries(store, (view) => view.files({ version: 1, ...wholePage }))
      expect(items.map(draftOf)).toEqual([fileOf('Guide.md'), replaced])
      expect(items.map(({ id, version }) => [id, version])).toEqual([
        [2, 1],
        [1, 1],
      ])
    }),
    'finds a file by its number, which a version that is made again takes over and nobody else ever gets': withOne(
      async ({ store }) => {
        const found = (id: number) => askLibraries(store, async (view) => (await view.file(id))?.version)
        await atLibraries(store, async (transaction) => {
          await transaction.addVersion(versionOf(1, { version: '19.0.1', status: 'staged' }))
          await transaction.putFiles(2, [fileOf('api.md', { status: 'failed' }), fileOf('guide.md')])
          await transaction.addVersion(versionOf(1, { version: '18' }))
          await transaction.putFiles(3, [fileOf('guide.md')])
        })
        expect(await Promise.all([0, 1, 2, 3, 4].map(found))).toEqual([undefined, 1, undefined, 3, undefined])
        await atLibraries(store, async (transaction) => {
          await transaction.changeVersion(1, { status: 'deleted' })
          await transaction.changeVersion(2, { status: 'active' })
        })
        expect(await Promise.all([1, 2, 3].map(found))).toEqual([2, 2, 3])
        await atLibraries(store, async (transaction) => {
          await transaction.removeVersion(1)
          await transaction.removeFiles(3, ['guide.md'])
          await transaction.putFiles(3, [fileOf('guide.md')])
        })
        expect(await Promise.all([1, 3, 4].map(found))).toEqual([2, undefined, 3])
      },
    ),
    'lists files by the bytes of their paths, a page at a time, also of some states only': withOne(
      async ({ store }) => {
        const paths = ['\u{1f600}.md', '\uff5e.md', 'a/b.md', 'a.md', 'B.md', '文.md']
        const files = paths.map((path, at) => fileOf(path, { status: at % 2 === 0 ? 'pending' : 'failed' }))
        await atLibraries(store, (transaction) => transaction.putFiles(1, files))
        const ordered = ['B.md', 'a.md', 'a/b.md', 'guide.md', '文.md', '\uff5e.md', '\u{1f600}.md']
        await askLibraries(store, async (view) => {
          const page = async (request: object): Promise<unknown> => {
            const { items, total } = await view.files({ version: 1, ...wholePage, ...request })
            return [pathsOf(items), total]
          }
          expect(await page({})).toEqual([ordered, 7])
          expect(await page({ limit: 2, offset: 3 })).toEqual([['guide.md', '文.md'], 7])
          expect(await page({ limit: 0 })).toEqual([[], 7])
          expect(await page({ offset: 9 })).toEqual([[], 7])
          expect(await page({ statuses: ['failed'] })).toEqual([['a.md', '文.md', '\uff5e.md'], 3])
          expect(await page({ statuses: ['failed', 'completed'], limit: 2 })).toEqual([['a.md', 'guide.md'], 4])
          expect(await page({ statuses: ['deleted'] })).toEqual([[], 0])
          expect(await page({ statuses: [] })).toEqual([[], 0])
          expect(await page({ query: 'A.MD' })).toEqual([['a.md'], 1])
          expect(await page({ query: 'guide' })).toEqual([['guide.md'], 1])
          expect(await page({ query: '文' })).toEqual([['文.md'], 1])
          expect(await page({ query: '%' })).toEqual([[], 0])
          expect(await page({ query: '_.md' })).toEqual([[], 0])
          expect(await page({ query: '.md', statuses: ['failed'] })).toEqual([['a.md', '文.md', '\uff5e.md'], 3])
          expect(await page({ version: 9 })).toEqual([[], 0])
          expect(await page({ version: [9, 1], limit: 1 })).toEqual([['B.md'], 7])
          expect(await page({ version: [] })).toEqual([[], 0])
          expect(await view.fileCounts(1)).toEqual({ pending: 3, failed: 3, completed: 1 })
        })
      },
    ),
    'shows a view the moment at which it began, and a write itself at once': withOne(async ({ store }) => {
      const before = await askLibraries(store, everyLibrary)
      await store.read(everything, async ({ libraries }) => {
        // A server may get the beginning of the view and the write over two connections in either order.
        expect(await everyLibrary(libraries)).toEqual(before)
        await atLibraries(store, async (transaction) => {
          await transaction.changeLibrary(1, { name: 'Vue' })
          await transaction.removeFiles(1, ['guide.md'])
          expect((await transaction.libraries()).map(({ name }) => name)).toEqual(['Vue'])
          expect(await transaction.fileCounts(1)).toEqual({})
          expect(await askLibraries(store, everyLibrary)).toEqual(before)
        })
        expect(await everyLibrary(libraries)).toEqual(before)
      })
      expect(await askLibraries(store, (view) => view.fileCounts(1))).toEqual({})
    }),
    'is the same for another store on the same place, also when both write': {
      needs: 'share',
      run: withOne(async ({ store, again }) => {
        const other = await again()
        const add = (name: string, at: number) =>
          atLibraries(at % 2 === 0 ? store : other, (transaction) => transaction.addLibrary(libraryOf({ name })))
        const added = await Promise.all(['Vue', 'Solid', 'Svelte', 'Angular'].map(add))
        expect(new Set(added.map(({ id }) => id))).toEqual(new Set([2, 3, 4, 5]))
        const twice = await Promise.allSettled(['Lit', 'LIT'].map(add))
        expect(twice.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
        expect(await askLibraries(other, everyLibrary)).toEqual(await askLibraries(store, everyLibrary))
      }),
    },
  }),
]
