import { everything } from '@wuku/core/ports/access'
import { chunksOf, documentAt, lexicalIn, bodyOf } from '../one-of-store.ts'
import { expect } from 'vitest'
import type { ChunkId, DocumentId } from '@wuku/core/core-types'
import { analyserVersion } from '@wuku/text/terms/terms'
import type { DocumentFilter, FolderQuery } from '@wuku/core/ports/index-view'
import { hashOf, probeFor, putting, sourceNamed } from '../samples.ts'
import type { StoreCase } from '../store.ts'
import { casesOf } from '../cases-of.ts'

const folders = ['api.md', 'api/keys.md', 'api/v2/auth.md', 'apixyz/keys.md', 'guide/api/keys.md'].map((path) => ({
  path,
  text: `text of ${path}`,
}))

const underCases: readonly (readonly [under: string, paths: readonly string[]])[] = [
  ['api', ['api/keys.md', 'api/v2/auth.md']],
  ['api/', ['api/keys.md', 'api/v2/auth.md']],
  ['api/v2', ['api/v2/auth.md']],
  ['api/v2/auth.md', ['api/v2/auth.md']],
  ['api.md', ['api.md']],
  ['ap', []],
  ['', folders.map(({ path }) => path)],
]

const folderCases: readonly (readonly [
  asked: Partial<FolderQuery>,
  paths: readonly string[],
  total: number,
  folders: readonly (readonly [path: string, documents: number])[],
])[] = [
  [
    {},
    ['api.md'],
    1,
    [
      ['api', 2],
      ['apixyz', 1],
      ['guide', 1],
    ],
  ],
  [{ under: 'api' }, ['api/keys.md'], 1, [['api/v2', 1]]],
  [{ under: 'guide' }, [], 0, [['guide/api', 1]]],
  [{ under: 'api/v2' }, ['api/v2/auth.md'], 1, []],
  [{ under: 'ap' }, [], 0, []],
  [{ part: 'KEYS' }, ['api/keys.md', 'apixyz/keys.md', 'guide/api/keys.md'], 3, []],
  [{ part: 'keys', limit: 1, offset: 1 }, ['apixyz/keys.md'], 3, []],
  [{ part: 'keys', under: 'api' }, ['api/keys.md'], 1, []],
  [{ part: '%' }, [], 0, []],
  [{ part: 'md', order: 'changed', limit: 2 }, ['api.md', 'api/keys.md'], 5, []],
  [{ part: 'api', order: 'size', limit: 2 }, ['guide/api/keys.md', 'api/v2/auth.md'], 5, []],
]

/** `sources` stands for the other source. */
const namedCases: readonly { readonly within: DocumentFilter; readonly finds: readonly string[] }[] = [
  { within: { paths: ['api/v2/auth.md', '海/"潮汐".md'] }, finds: ['api/v2/auth.md', '海/"潮汐".md'] },
  { within: { paths: ['api.md'] }, finds: ['api.md', 'api.md'] },
  { within: { paths: ['api.md', 'api.md'], sources: [] }, finds: ['api.md'] },
  { within: { paths: ['api'] }, finds: [] },
  { within: { paths: ['API.md', 'api.md/', "api.md'"] }, finds: [] },
  { within: { paths: [] }, finds: [] },
  { within: { paths: ['api/keys.md', 'api.md'], under: 'api' }, finds: ['api/keys.md'] },
  { within: { paths: ['api.md'], under: '' }, finds: ['api.md', 'api.md'] },
]

export const documentCases: readonly StoreCase[] = [
  ...casesOf({
    'gives back a document as it was put': async ({ store, notes }) => {
      const text = '# Gezeiten 潮汐\n\nÉbbe & Flut 🌊\n'
      const meta = { tags: ['sea', '潮'], draft: false, weight: 1.5, nested: { none: null } }
      await store.apply(
        putting(notes.id, [{ path: '海/潮汐.md', title: 'Gezeiten', text, meta, stamp: '17-4', modifiedAt: 1_700.25 }]),
      )
      await store.read(everything, async (view) => {
        const document = await documentAt(view, notes.id, '海/潮汐.md')
        expect(document).toEqual({
          id: document?.id,
          source: notes.id,
          item: '海/潮汐.md',
          path: '海/潮汐.md',
          title: 'Gezeiten',
          hash: hashOf(text),
          stamp: '17-4',
          bytes: Buffer.byteLength(text),
          lines: 4,
          modifiedAt: 1_700.25,
          meta,
          analyser: analyserVersion,
        })
        expect(await bodyOf(view, document?.id ?? (0 as DocumentId))).toBe(text)
        expect(await view.documents.list()).toEqual([document])
      })
    },
    'knows no document by another path, source or id': async ({ store, notes }) => {
      const other = await store.addSource(sourceNamed('other'))
      await store.apply(putting(notes.id, [{ path: 'tides.md', text: 'ebb' }]))
      await store.read(everything, async (view) => {
        expect(await documentAt(view, notes.id, 'TIDES.md')).toBeUndefined()
        expect(await documentAt(view, other.id, 'tides.md')).toBeUndefined()
        expect(await bodyOf(view, 99 as DocumentId)).toBeUndefined()
      })
    },
    'narrows documents to a path in whole segments': async ({ store, notes }) => {
      await store.apply(putting(notes.id, folders))
      await store.read(everything, async (view) => {
        for (const [under, paths] of underCases)
          for (const found of [await view.documents.list({ under }), await view.documents.names({ under })])
            expect(
              found.map(({ path }) => path),
              `under "${under}"`,
            ).toEqual(paths)
      })
    },
    'narrows documents to those that are named': async ({ store, notes }) => {
      const other = await store.addSource(sourceNamed('other'))
      await store.apply(putting(notes.id, [...folders, { path: '海/"潮汐".md', text: '潮' }]))
      await store.apply(putting(other.id, [{ path: 'api.md', text: 'ebb' }]))
      await store.read(everything, async (view) => {
        for (const { within, finds } of namedCases) {
          const filter = { ...within, ...(within.sources && { sources: [other.id] }) }
          for (const found of [await view.documents.list(filter), await view.documents.names(filter)])
            expect(
              found.map(({ path }) => path),
              JSON.stringify(filter),
            ).toEqual(finds)
        }
      })
    },
    'narrows to documents, and tells which of them hold a term': async ({ store, notes }) => {
      const texts = { 'a.md': 'ebb', 'b.md': 'ebb\n\nflood', 'c.md': '潮汐 flood', 'd.md': '' }
      await store.apply(
        putting(
          notes.id,
          Object.entries(texts).map(([path, text]) => ({ path, text })),
        ),
      )
      await store.read(everything, async (view) => {
        const [a, b, c, d] = (await view.documents.list()).map(({ id }) => id)
        const none = 99 as DocumentId
        const some = [c, a, d, none].filter((id) => id !== undefined)
        expect((await view.documents.names({ documents: some })).map(({ path }) => path)).toEqual([
          'a.md',
          'c.md',
          'd.md',
        ])
        expect((await lexicalIn(view, probeFor(['flood'], { within: { documents: some } }))).length).toBe(1)
        expect(await view.terms.documentsWith(['ebb', 'flood', 'gone', '潮汐', 'ebb'])).toEqual(
          new Map([
            ['ebb', new Set([a, b])],
            ['flood', new Set([b, c])],
            ['潮汐', new Set([c])],
          ]),
        )
        expect(await view.terms.documentsWith(['ebb', '潮汐'], { documents: some, sources: [notes.id] })).toEqual(
          new Map([
            ['ebb', new Set([a])],
            ['潮汐', new Set([c])],
          ]),
        )
        expect(await view.terms.documentsWith(['ebb'], { documents: [] })).toEqual(new Map())
      })
    },
    'tells the chunks of a document in the order of its text': async ({ store, notes }) => {
      await store.apply(
        putting(notes.id, [
          { path: 'tides.md', text: '# Sea\n\n#m42 ebb\nand flood\n\n潮汐', headings: ['Sea'] },
          { path: 'empty.md', text: '' },
        ]),
      )
      await store.read(everything, async (view) => {
        const [empty, tides] = await view.documents.list()
        const headings = ['Sea']
        expect(await chunksOf(view, tides?.id ?? (0 as DocumentId))).toEqual([
          { start: 0, end: 6, line: 1, endLine: 1, headings },
          { start: 7, end: 26, line: 3, endLine: 4, headings, anchor: 'm42' },
          { start: 27, end: 29, line: 6, endLine: 6, headings },
        ])
        expect(await chunksOf(view, empty?.id ?? (0 as DocumentId))).toEqual([])
        expect(await chunksOf(view, 99 as DocumentId)).toEqual([])
      })
    },
    'orders documents by source and path': async ({ store, notes }) => {
      const other = await store.addSource(sourceNamed('other'))
      const paths = ['a/z.md', 'B.md', 'a.md', 'é.md', '\u{1f30a}.md', '\u{ff21}.md', '文.md']
      await store.apply(putting(other.id, [{ path: 'a.md', text: 'ebb' }]))
      await store.apply(
        putting(
          notes.id,
          paths.map((path) => ({ path, text: path })),
        ),
      )
      await store.read(everything, async (view) => {
        const inOrder = ['B.md', 'a.md', 'a/z.md', 'é.md', '文.md', '\u{ff21}.md', '\u{1f30a}.md']
        expect((await view.documents.list()).map(({ path }) => path)).toEqual([...inOrder, 'a.md'])
        expect((await view.documents.list({ sources: [other.id] })).map(({ path }) => path)).toEqual(['a.md'])
        expect(await view.documents.list({ sources: [] })).toEqual([])
      })
    },
    'names documents in their order, and nothing else of them': async ({ store, notes }) => {
      const other = await store.addSource(sourceNamed('other'))
      await store.apply(putting(other.id, [{ path: 'a.md', text: 'ebb' }]))
      await store.apply(
        putting(notes.id, [
          { path: '文.md', text: '潮汐' },
          { path: 'B.md', text: 'flood' },
        ]),
      )
      await store.read(everything, async (view) => {
        const inOrder = (await view.documents.list()).map(({ id, source, path, bytes }) => ({
          id,
          source,
          path,
          bytes,
        }))
        expect(await view.documents.names()).toEqual(inOrder)
        expect(inOrder.map(({ path, bytes }) => [path, bytes])).toEqual([
          ['B.md', 5],
          ['文.md', 6],
          ['a.md', 3],
        ])
        expect(await view.documents.names({ sources: [other.id] })).toEqual(inOrder.slice(2))
      })
    },
  }),
  ...folderCases.map(([asked, paths, total, below]): StoreCase => ({
    says: `shows a folder: ${JSON.stringify(asked)}`,
    run: async ({ store, notes }) => {
      const other = await store.addSource(sourceNamed('other'))
      await store.apply(putting(other.id, [{ path: 'api/secret.md', text: 'ebb' }]))
      const times = [5, 4, 3, 2, 1]
      await store.apply(
        putting(
          notes.id,
          folders.map((each, at) => ({ ...each, modifiedAt: times[at] ?? 0 })),
        ),
      )
      const whole = { source: notes.id, under: '', order: 'path', limit: 10, offset: 0, ...asked } as const
      const found = await store.read(everything, (view) => view.documents.folder(whole))
      expect(found.documents.map(({ path }) => path)).toEqual(paths)
      expect(found.total).toBe(total)
      expect(found.folders.map(({ path, documents }) => [path, documents])).toEqual(below)
    },
  })),
  ...casesOf({
    'gives the documents of a source that were written last': async ({ store, notes }) => {
      const other = await store.addSource(sourceNamed('other'))
      await store.apply(putting(other.id, [{ path: 'newest.md', text: 'ebb', modifiedAt: 9_000 }]))
      await store.apply(
        putting(notes.id, [
          { path: 'old.md', text: 'ebb', modifiedAt: 1_000 },
          { path: 'b.md', text: 'ebb', modifiedAt: 2_000.5 },
          { path: 'a.md', text: 'ebb', modifiedAt: 2_000.5 },
        ]),
      )
      await store.read(everything, async (view) => {
        const newest = await view.documents.newest(notes.id, 2)
        expect(newest).toEqual([await documentAt(view, notes.id, 'a.md'), await documentAt(view, notes.id, 'b.md')])
        expect((await view.documents.newest(notes.id, 10)).map(({ path }) => path)).toEqual(['a.md', 'b.md', 'old.md'])
      })
    },
    'finds documents by the beginning of their hash': async ({ store, notes }) => {
      const other = await store.addSource(sourceNamed('other'))
      await store.apply(
        putting(notes.id, [
          { path: 'tides.md', text: 'ebb' },
          { path: 'copy.md', text: 'ebb' },
        ]),
      )
      await store.apply(
        putting(other.id, [
          { path: 'tides.md', text: 'ebb' },
          { path: 'moon.md', text: 'full' },
        ]),
      )
      await store.read(everything, async (view) => {
        for (const length of [6, 12, 64]) {
          const found = await view.documents.byHash(hashOf('ebb').slice(0, length))
          expect(found.map(({ source, path }) => [source, path])).toEqual([
            [notes.id, 'copy.md'],
            [notes.id, 'tides.md'],
            [other.id, 'tides.md'],
          ])
        }
        expect(await view.documents.byHash('0'.repeat(64))).toEqual([])
        expect(await view.documents.hashesFrom([hashOf('ebb').slice(0, 6)])).toEqual([hashOf('ebb')])
        expect(await view.documents.hashesFrom(['0'.repeat(64)])).toEqual([])
      })
    },
    'keeps for the manifest what each item is known by': async ({ store, notes }) => {
      const other = await store.addSource(sourceNamed('other'))
      await store.apply(
        putting(notes.id, [
          { path: 'log/1', item: 'log.jsonl', text: 'ebb', stamp: 's1' },
          { path: 'log/2', item: 'log.jsonl', text: 'ebb', stamp: 's1' },
          { path: 'moon.md', text: 'full', stamp: 's2' },
        ]),
      )
      await store.read(everything, async (view) => {
        const [first, second, moon] = await view.documents.list()
        expect([...(await view.sources.manifest(notes.id))]).toMatchObject([
          ['log.jsonl', { item: 'log.jsonl', stamp: 's1', hash: hashOf('ebb'), documents: [first?.id, second?.id] }],
          ['moon.md', { item: 'moon.md', stamp: 's2', hash: hashOf('full'), documents: [moon?.id] }],
        ])
        expect((await view.sources.manifest(other.id)).size).toBe(0)
      })
    },
    'gives of the manifest what lies directly in some folders': async ({ store, notes }) => {
      const paths = ['a.md', 'b/a.md', 'b/c/a.md', 'b-c/a.md', 'b0/a.md', '库/潮.md', '库/b/潮.md', 'B/x.md', 'b%/y.md']
      await store.apply(
        putting(
          notes.id,
          paths.map((path) => ({ path, text: path })),
        ),
      )
      const rows: readonly (readonly [asked: readonly string[], expected: readonly string[]])[] = [
        [[''], ['a.md']],
        [['b'], ['b/a.md']],
        [
          ['b', 'b/c', 'b'],
          ['b/a.md', 'b/c/a.md'],
        ],
        [
          ['库', ''],
          ['a.md', '库/潮.md'],
        ],
        [['b%'], ['b%/y.md']],
        [['none', 'b/c/a.md'], []],
        [[], []],
      ]
      await store.read(everything, async (view) => {
        for (const [asked, expected] of rows)
          expect([...(await view.sources.manifest(notes.id, asked)).keys()].toSorted()).toEqual(expected)
      })
    },
    'gives passages in the order asked, without those that are gone': async ({ store, notes }) => {
      const text = '# Sea\nintro\n\n#m42 ebb\nand flood\n\nlast'
      await store.apply(putting(notes.id, [{ path: 'tides.md', text, headings: ['Sea', 'Tides'] }]))
      await store.apply(putting(notes.id, [{ path: 'moon.md', text: 'full' }]))
      await store.read(everything, async (view) => {
        const [ebb, last, full] = await Promise.all(
          ['ebb', 'last', 'full'].map(async (word) => (await lexicalIn(view, probeFor([word])))[0]?.chunk as ChunkId),
        )
        const asked = [full, 999 as ChunkId, last, ebb, full].filter((chunk) => chunk !== undefined)
        const passages = await view.chunks.passages(asked)
        expect(await view.chunks.texts(asked)).toEqual(
          new Map(passages.map((passage) => [passage.chunk, passage.text])),
        )
        expect(passages.map((passage) => [passage.chunk, passage.document.path, passage.text])).toEqual([
          [full, 'moon.md', 'full'],
          [last, 'tides.md', 'last'],
          [ebb, 'tides.md', '#m42 ebb\nand flood\n'],
          [full, 'moon.md', 'full'],
        ])
        expect(passages[2]?.facts).toEqual({
          start: 13,
          end: 32,
          line: 4,
          endLine: 5,
          headings: ['Sea', 'Tides'],
          anchor: 'm42',
        })
        expect(passages[0]?.facts).toEqual({ start: 0, end: 4, line: 1, endLine: 1, headings: [] })
      })
    },
  }),
]
