import { everything } from '@wuku/core/ports/access'
import { bodyOf } from '../../../../test/contract/one-of-store.ts'
import { hash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { openTestStore } from '../../../../test/test-store.ts'
import type { Kind, Source } from '@wuku/core/core-types'
import { analyseSlice } from '../../src/index/analyse.ts'
import { runSource } from '../../src/index/run.ts'
import { notesReader } from '../../../notes/src/note-reader.ts'
import type { Feed } from '@wuku/core/ports/feed'
import type { Store } from '@wuku/core/ports/store'

type Files = Readonly<Record<string, string>>

const feedOf = (files: Files): Feed => ({
  list: async () => ({
    items: Object.entries(files).map(([path, text]) => ({ path, stamp: text, bytes: text.length, modifiedAt: 7 })),
    skipped: [],
    problems: [],
    complete: true,
  }),
  read: async ({ path, stamp }) => ({ path, stamp, modifiedAt: 7, bytes: Buffer.from(files[path] ?? '') }),
  stamp: async (path) => files[path],
  isThere: async () => true,
})

const addSource = (store: Store, name: string, kind: Kind = 'notes'): Promise<Source> =>
  store.addSource({ kind, name, root: `/${name}`, options: {}, addedAt: 0 })

interface Run {
  readonly files: Files
  readonly force?: boolean
  readonly dryRun?: boolean
}

/** The paths that were analysed, and what the run told. */
async function run(store: Store, source: Source, { files, force = false, dryRun = false }: Run) {
  const analysed: string[] = []
  const reader = { ...notesReader, kind: source.kind }
  const tally = await runSource(
    { source, feed: feedOf(files), reader, force, dryRun, signal: new AbortController().signal, progress: () => {} },
    {
      store,
      workerPool: {
        width: 1,
        analyse: async (job) => {
          analysed.push(...job.items.map(({ path }) => path))
          return analyseSlice([reader], job)
        },
        close: async () => {},
      },
    },
  )
  return { analysed, told: `+${tally.added} ~${tally.changed} =${tally.unchanged}` }
}

const first: Files = { 'a.md': '# A\n\nalpha', '海/b.md': '# 潮\n\nbravo', 'empty.md': '' }

/** A second work tree beside one that has the files of `first`. */
describe('a source beside one with the same files', () => {
  it.each<[says: string, wanted: Run, analysed: readonly string[], told: string]>([
    ['takes over what is the same', { files: first }, [], '+3 ~0 =0'],
    [
      'analyses what differs',
      { files: { ...first, 'a.md': 'other', 'new.md': '# A\n\nalpha' } },
      ['a.md', 'new.md'],
      '+4 ~0 =0',
    ],
    ['analyses all that it is forced to', { files: first, force: true }, Object.keys(first), '+3 ~0 =0'],
    ['stores nothing when it only tries', { files: first, dryRun: true }, [], '+3 ~0 =0'],
  ])('%s', async (_, wanted, analysed, told) => {
    const store = openTestStore()
    const [here, there] = [await addSource(store, 'here'), await addSource(store, 'there')]
    await run(store, here, { files: first })
    expect(await run(store, there, wanted)).toEqual({ analysed, told })
    const texts = await store.read(everything, async (view) => {
      const documents = await view.documents.list({ sources: [there.id] })
      return Promise.all(documents.map(async ({ id, path }) => [path, await bodyOf(view, id)]))
    })
    expect(Object.fromEntries(texts)).toEqual(wanted.dryRun ? {} : wanted.files)
    const again = { analysed: [], told: `+0 ~0 =${Object.keys(wanted.files).length}` }
    if (!wanted.dryRun) expect(await run(store, there, { files: wanted.files })).toEqual(again)
  })

  it('takes over a file that became the same', async () => {
    const store = openTestStore()
    const [here, there] = [await addSource(store, 'here'), await addSource(store, 'there')]
    await run(store, there, { files: { ...first, 'a.md': 'before' } })
    await run(store, here, { files: first })
    expect(await run(store, there, { files: first })).toEqual({ analysed: [], told: '+0 ~1 =2' })
    const hashes = await store.read(everything, async (view) =>
      (await view.documents.list({ paths: ['a.md'] })).map((each) => each.hash),
    )
    expect(new Set(hashes)).toEqual(new Set([hash('sha256', first['a.md'] ?? '', 'hex')]))
  })

  it('takes nothing over where the store keeps the rows of each source apart', async () => {
    const store = openTestStore({ abilities: [] })
    const [here, there] = [await addSource(store, 'here'), await addSource(store, 'there')]
    await run(store, here, { files: first })
    expect(await run(store, there, { files: first })).toEqual({ analysed: Object.keys(first), told: '+3 ~0 =0' })
  })

  it('takes nothing over from another kind', async () => {
    const store = openTestStore()
    const [here, there] = [await addSource(store, 'here'), await addSource(store, 'there', 'docs')]
    await run(store, here, { files: first })
    expect((await run(store, there, { files: first })).analysed).toEqual(Object.keys(first))
  })
})
