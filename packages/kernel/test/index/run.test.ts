import { everything } from '@wuku/core/ports/access'
import { lexicalIn, bodyOf } from '../../../../test/contract/one-of-store.ts'
import { setTimeout } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { openTestStore } from '../../../../test/test-store.ts'
import type { Source } from '@wuku/core/core-types'
import { analyseSlice } from '../../src/index/analyse.ts'
import { runSource } from '../../src/index/run.ts'
import { notesReader } from '../../../notes/src/note-reader.ts'
import type { Feed } from '@wuku/core/ports/feed'
import type { Store } from '@wuku/core/ports/store'
import type { SliceJob, WorkerPool } from '@wuku/core/ports/worker-pool'

/** A folder in memory that counts what is read of it. */
interface Disk {
  files: Record<string, { readonly text: string; readonly stamp: number }>
  isComplete: boolean
  /** Of a file whose text is `refused`, which cannot be read. */
  stampAfterwards?: number
  readonly reads: string[]
}

const feedOf = (disk: Disk): Feed => ({
  async list() {
    const items = Object.entries(disk.files).map(([path, { text, stamp }]) => ({
      path,
      stamp: String(stamp),
      bytes: text.length,
      modifiedAt: stamp,
    }))
    return { items, skipped: [], problems: [], complete: disk.isComplete }
  },
  async read({ path, stamp }, scratch) {
    disk.reads.push(path)
    const file = disk.files[path]
    if (!file || file.text === 'refused') return { path, said: 'It cannot be read.', remedy: 'Index again.' }
    return { path, stamp, modifiedAt: file.stamp, bytes: copyInto(scratch, Buffer.from(file.text)) }
  },
  stamp: async (path) => disk.files[path] && String(disk.stampAfterwards ?? disk.files[path].stamp),
  isThere: async () => true,
})

/** Over what was read before, where it fits. */
function copyInto(scratch: Uint8Array | undefined, bytes: Uint8Array): Uint8Array {
  if (!scratch || bytes.length > scratch.length) return bytes
  scratch.fill(0).set(bytes)
  return scratch.subarray(0, bytes.length)
}

const workerPool: WorkerPool = {
  width: 1,
  analyse: async (job) => analyseSlice([notesReader], job),
  close: async () => {},
}

interface House {
  readonly disk: Disk
  readonly store: Store
  readonly source: Source
  /** `delay`: milliseconds that a slice waits before it is analysed. */
  run(options?: { force?: boolean; dryRun?: boolean; signal?: AbortSignal; delay?: number }): Promise<string>
  paths(): Promise<readonly string[]>
}

async function openHouse(files: Readonly<Record<string, string>>): Promise<House> {
  const store = openTestStore()
  const source = await store.addSource({ kind: 'notes', name: 'n', root: '/n', options: {}, addedAt: 0 })
  const disk: Disk = {
    files: Object.fromEntries(Object.entries(files).map(([path, text]) => [path, { text, stamp: 1 }])),
    isComplete: true,
    reads: [],
  }
  return {
    disk,
    store,
    source,
    async run({ force = false, dryRun = false, signal = new AbortController().signal, delay = 0 } = {}) {
      disk.reads.length = 0
      const request = { source, feed: feedOf(disk), reader: notesReader, force, dryRun, signal, progress: () => {} }
      const slow = { ...workerPool, analyse: (job: SliceJob) => setTimeout(delay, job).then(workerPool.analyse) }
      const tally = await runSource(request, { store, workerPool: delay > 0 ? slow : workerPool })
      const { added, changed, moved, removed, unchanged } = tally
      return `+${added} ~${changed} >${moved} -${removed} =${unchanged}`
    },
    paths: () => store.read(everything, async (view) => (await view.documents.list()).map((document) => document.path)),
  }
}

const two = { 'a.md': '# A\n\nalpha', 'b.md': '# B\n\nbravo' }

interface Row {
  readonly says: string
  change(disk: Disk): void
  readonly told: string
  readonly reads: readonly string[]
  readonly paths: readonly string[]
}

describe('an index run', () => {
  it.each<Row>([
    {
      says: 'reads no file when nothing changed',
      change: () => {},
      told: '+0 ~0 >0 -0 =2',
      reads: [],
      paths: ['a.md', 'b.md'],
    },
    {
      says: 'reads what has a new stamp, and stores nothing when the bytes are the same',
      change: (disk) => (disk.files['a.md'] = { text: two['a.md'], stamp: 2 }),
      told: '+0 ~0 >0 -0 =2',
      reads: ['a.md'],
      paths: ['a.md', 'b.md'],
    },
    {
      says: 'takes the same bytes under another path for a move',
      change: (disk) => {
        disk.files = { 'b.md': { text: two['b.md'], stamp: 1 }, 'z/a.md': { text: two['a.md'], stamp: 1 } }
      },
      told: '+0 ~0 >1 -0 =1',
      reads: ['z/a.md'],
      paths: ['b.md', 'z/a.md'],
    },
    {
      says: 'removes nothing after a listing that broke off',
      change: (disk) => {
        disk.files = {}
        disk.isComplete = false
      },
      told: '+0 ~0 >0 -0 =0',
      reads: [],
      paths: ['a.md', 'b.md'],
    },
    {
      says: 'takes out a file that became binary',
      change: (disk) => (disk.files['a.md'] = { text: '\0\0\0\u0001\u0002', stamp: 2 }),
      told: '+0 ~0 >0 -1 =1',
      reads: ['a.md'],
      paths: ['b.md'],
    },
  ])('$says', async ({ change, told, reads, paths }) => {
    const house = await openHouse(two)
    expect(await house.run()).toBe('+2 ~0 >0 -0 =0')
    change(house.disk)
    expect(await house.run()).toBe(told)
    expect(house.disk.reads).toEqual(reads)
    expect(await house.paths()).toEqual(paths)
  })

  it.each([
    ['keeps what it knows of a file that is written while it is read', 3, '+0 ~0 >0 -0 =1', ['a.md', 'b.md']],
    ['takes out a file that is refused for good', 2, '+0 ~0 >0 -1 =1', ['b.md']],
  ] as const)('%s', async (_says, stampAfterwards, told, paths) => {
    const house = await openHouse(two)
    await house.run()
    house.disk.files['a.md'] = { text: 'refused', stamp: 2 }
    house.disk.stampAfterwards = stampAfterwards
    expect(await house.run()).toBe(told)
    expect(await house.paths()).toEqual(paths)
  })

  it('keeps chunk ids through a move', async () => {
    const house = await openHouse(two)
    await house.run()
    const chunksOfA = () =>
      house.store.read(everything, async (view) => {
        const probe = { terms: [{ term: 'alpha', weight: 1 }], required: [], excluded: [], k1: 1, depth: 9 }
        return (await lexicalIn(view, probe)).map(({ chunk, document }) => [chunk, document])
      })
    const before = await chunksOfA()
    house.disk.files = { 'moved.md': { text: two['a.md'], stamp: 5 } }
    await house.run()
    expect(before).toHaveLength(1)
    expect(await chunksOfA()).toEqual(before)
  })

  it('stores each file as it is, over several slices and slow threads', async () => {
    const textOf = (length: number, at: number): string =>
      `# Note ${at}\n\n${`ebb${at} and flow. `.repeat(length / 16)}`
    const lengths = [5_000, 300_000, 90_000, 200_000, 3_500_000, 70_000, 1_400_000, 800, 240_000, 1_900_000]
    const texts = [...lengths, ...lengths, ...lengths].map(textOf)
    const house = await openHouse(Object.fromEntries(texts.map((text, at) => [`${100 + at}.md`, text])))
    expect(await house.run({ delay: 5 })).toBe('+30 ~0 >0 -0 =0')
    const stored = await house.store.read(everything, async (view) => {
      const documents = await view.documents.list()
      return Promise.all(documents.map(({ id }) => bodyOf(view, id)))
    })
    expect(stored.map((text, at) => text === texts[at])).toEqual(texts.map(() => true))
  })

  it('stores what it read before it was stopped', async () => {
    const house = await openHouse(two)
    const stop = new AbortController()
    const begun = runSource(
      {
        source: house.source,
        feed: feedOf(house.disk),
        reader: notesReader,
        force: false,
        dryRun: false,
        signal: stop.signal,
        progress: ({ stage }) => stage === 'read' && stop.abort(),
      },
      { store: house.store, workerPool },
    )
    await expect(begun).rejects.toMatchObject({ code: 'cancelled' })
    expect(await house.paths()).toEqual(['a.md'])
    expect(await house.run()).toBe('+1 ~0 >0 -0 =1')
  })
})
