import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest'
import { openPostgres } from '@wuku/store-postgres/open-postgres'
import type { Source } from '@wuku/core/core-types'
import { everything } from '@wuku/core/ports/access'
import type { Store } from '@wuku/core/ports/store'
import { ask } from '../servers/postgres.ts'
import { lexicalIn } from './one-of-store.ts'
import { amending, batchOf, moveOf, probeFor, putting, type Sample, sourceNamed } from './samples.ts'

const url = inject('postgres')
const schema = 't_documents_of_postgres'
let store: Store
let notes: Source

beforeEach(async () => {
  await ask(url, `DROP SCHEMA IF EXISTS ${schema} CASCADE`)
  store = await openPostgres({ url, schema })
  notes = await store.addSource(sourceNamed('notes'))
})
afterEach(async () => {
  await store.close()
  await ask(url, `DROP SCHEMA ${schema} CASCADE`)
})

/** Texts that PostgreSQL does not take, or that its own signs stand in. */
const oddSamples: readonly (Partial<Sample> & { readonly path: string })[] = [
  { path: 'a\0b/c\0.md', title: '\0' },
  { path: '\0' },
  { path: '\0/\0\0.md', title: 'nul \0 within' },
  { path: '\u{10FFFF}0.md', title: '\u{10FFFF}' },
  { path: '🌊/潮汐/🌊.md', title: "'; DROP TABLE documents; --" },
  { path: String.raw`a\b/{"x",NULL}.md`, title: '{}' },
  { path: 'NULL', title: 'NULL' },
  { path: `${'long/folder of a name that goes on and on/'.repeat(95)}end.md` },
]

const oddTexts = oddSamples.map((sample, at): Sample => ({
  text: `text ${at} \0 \u{10FFFF}`,
  headings: ['Head\0ing', '\u{10FFFF}1'],
  meta: { 'k\0': ['\0', '\u{10FFFF}0'] },
  outline: { of: `\0${at}` },
  stamp: `\0${at}`,
  ...sample,
}))

describe('documents on PostgreSQL', () => {
  it.each(oddTexts)('come back as they were put: row %#', async (sample) => {
    await store.apply(putting(notes.id, oddTexts))
    await store.read(everything, async (view) => {
      const [document] = await view.documents.at([{ source: notes.id, path: sample.path }])
      const { path, title = path, text, meta, outline, stamp } = sample
      expect(document).toMatchObject({ path, item: path, title, meta, stamp })
      const ids = document ? [document.id] : []
      expect([...(await view.documents.bodies(ids)).values()]).toEqual([text])
      expect([...(await view.documents.outlines(ids)).values()]).toEqual([outline])
      expect((await view.documents.list({ paths: [path] })).map(({ id }) => id)).toEqual(ids)
      expect((await view.documents.list({ under: path })).map(({ id }) => id)).toContain(ids[0])
      expect((await view.sources.manifest(notes.id)).get(path)).toMatchObject({ stamp, documents: ids })
      const chunks = [...(await view.chunks.of(ids)).values()].flat()
      expect(chunks).toMatchObject([{ headings: sample.headings }])
      expect((await view.documents.names()).filter((each) => each.path === path)).toMatchObject([{ id: ids[0] }])
    })
  })

  it('lie in folders, whatever these are called', async () => {
    await store.apply(putting(notes.id, oddTexts))
    const asked = { source: notes.id, order: 'path', limit: 10, offset: 0 } as const
    await store.read(everything, async (view) => {
      const top = await view.documents.folder({ ...asked, under: '' })
      expect(top.folders.map(({ path }) => path).toSorted()).toEqual(
        ['\0', 'a\0b', String.raw`a\b`, 'long', '🌊'].toSorted(),
      )
      for (const [under, below, documents] of [
        ['\0', [], ['\0/\0\0.md']],
        ['🌊', ['🌊/潮汐'], []],
        ['🌊/潮汐', [], ['🌊/潮汐/🌊.md']],
      ] as const) {
        const found = await view.documents.folder({ ...asked, under })
        expect(found.folders.map(({ path }) => path)).toEqual(below)
        expect(found.documents.map(({ path }) => path)).toEqual(documents)
      }
      expect(await view.documents.folder({ ...asked, under: '', part: '\0.MD' })).toMatchObject({ total: 2 })
    })
  })

  it('move, change and go, whatever they are called', async () => {
    const [first = { path: '', text: '' }, ...others] = oddTexts
    const moved = { ...first, path: 'moved \0' }
    const amended = { ...moved, title: moved.path, text: `${moved.text}\n\nmore \0` }
    await store.apply(putting(notes.id, oddTexts))
    await store.apply(batchOf(notes.id, { move: [moveOf(first.path, { ...moved, title: moved.path })] }))
    await store.apply(amending(notes.id, { ...moved, title: moved.path }, amended))
    await store.apply(batchOf(notes.id, { remove: others.map(({ path }) => path) }))
    await store.read(everything, async (view) => {
      const whole = await view.fullDocumentsAt([{ source: notes.id, path: moved.path }])
      expect(whole.map(({ text, chunks }) => [text, chunks.length])).toEqual([[amended.text, 2]])
      expect((await view.documents.list()).map(({ path }) => path)).toEqual([moved.path])
    })
  })

  it('come in one batch of ten thousand, are moved and taken over by another source, and go', async () => {
    const count = 10_000
    const samples = Array.from({ length: count }, (_, at): Sample => ({
      path: `folder ${at % 100}/note ${at}.md`,
      text: `ebb number${at}\n\nflood`,
      outline: at,
    }))
    const other = await store.addSource(sourceNamed('other'))
    await store.apply(putting(other.id, samples))
    const move = samples.slice(0, 500).map((sample) => moveOf(sample.path, { ...sample, path: `moved/${sample.path}` }))
    await store.apply(batchOf(other.id, { move }))
    await store.apply(putting(notes.id, samples.slice(0, 1_000)))
    await store.apply(batchOf(notes.id, { takes: other.id }))
    await store.read(everything, async (view) => {
      const documents = await view.documents.list()
      expect(documents).toHaveLength(count + 500)
      expect(documents.every(({ source }) => source === notes.id)).toBe(true)
      const ids = documents.map(({ id }) => id)
      expect((await view.documents.bodies(ids)).size).toBe(count + 500)
      expect([...(await view.chunks.of(ids)).values()].flat()).toHaveLength(2 * (count + 500))
      const [found] = await lexicalIn(view, probeFor(['number7777']))
      const passages = await view.chunks.passages(found ? [found.chunk] : [])
      expect(passages.map(({ document, text }) => [document.path, text])).toEqual([
        ['folder 77/note 7777.md', 'ebb number7777\n'],
      ])
    })
    await store.removeSource(notes.id)
    for (const table of ['documents', 'bodies', 'chunks'])
      expect(await ask(url, `SELECT count(*)::int AS count FROM ${schema}.${table}`)).toEqual([{ count: 0 }])
  })
})
