import type { Refusal } from '@wuku/core/ports/feed'
import { type ItemTouch, readableFor } from '@wuku/core/ports/store'
import type { HashedItem, SliceResult } from '@wuku/core/ports/worker-pool'
import type { MovedItem } from './batch.ts'
import { GONE, leftOutBy } from './diff.ts'
import type { IntakeRequest, RunPorts } from './request.ts'
import { append } from '@wuku/core/list-helpers'
import { everything } from '@wuku/core/ports/access'
import { withStoredForms } from './stored-forms.ts'
import { createStoring, type Storing } from './storing.ts'

/**
 * Bytes analysed together: the larger, the fewer rows are written twice, and the more memory each thread holds. Towards the
 * end they get smaller, so that the last is not analysed while nothing is stored, and then stored while nothing is analysed.
 */
const SLICE_BYTES = { most: 2560 * 1024, least: 1024 * 1024 }
const SLICES_LEFT = 2
const SLICE_ITEMS = 2_000

/** Takes items one by one, has them analysed in slices on other threads, stores each slice in one transaction. */
export interface Intake {
  /** Buffer into which the next item may be read; `take` copies out of it. */
  readonly scratch: Uint8Array
  take(item: HashedItem): Promise<void>
  /** A file that is being written or moved keeps what is known of it until it can be read; one that is refused for good does not. */
  refuse(refusal: Refusal, about: { readonly isLasting: boolean }): void
  /** Stores what was taken so far. */
  flush(): Promise<void>
  /** Stores the rest and takes out what is gone. */
  finish(): Promise<void>
}

export function createIntake(request: IntakeRequest, ports: RunPorts): Intake {
  const slabs = createSlabs(Math.min(SLICE_BYTES.most, request.bytesToRead))
  const sorted = sortedItems(request, slabs)
  let left = request.bytesToRead
  const sliceBytes = (): number => Math.max(SLICE_BYTES.least, Math.min(SLICE_BYTES.most, left / SLICES_LEFT))
  const pipeline = createPipeline(request, ports)
  const leftOutNow: string[] = []
  const flush = async (): Promise<void> => {
    await pipeline.put(sorted.puts.take())
    await pipeline.move(sorted.moves.take())
    await pipeline.drain()
    await pipeline.touch(sorted.takeTouches())
  }
  return {
    scratch: slabs.scratch,
    async take(item) {
      sorted.add(item)
      left -= item.bytes.length
      if (sorted.puts.isFull(sliceBytes())) await pipeline.put(sorted.puts.take())
      if (sorted.moves.isFull(sliceBytes())) await pipeline.move(sorted.moves.take())
    },
    refuse({ leftOut, ...problem }, { isLasting }) {
      if (leftOut === undefined) request.counts.problems.push(problem)
      else request.counts.skipped.push({ path: problem.path, why: leftOut })
      if (!request.reader.archives && isLasting) sorted.removals.add(problem.path)
      // An archive keeps what it has of a damaged file.
      if (request.reader.archives && leftOut !== undefined) leftOutNow.push(problem.path)
    },
    flush,
    async finish() {
      await flush()
      const isLeftOut = leftOutBy(leftOutNow)
      await pipeline.remove(new Set([...sorted.removals, ...[...pipeline.present].filter(isLeftOut)]))
      // Items that stay though they are gone are marked so, once.
      const missing = [...sorted.missing.values()].filter(({ item }) => pipeline.present.has(item))
      for (const { documents } of missing) request.counts.missing += documents.length
      const unmarked = missing.filter(({ stamp }) => stamp !== GONE)
      await pipeline.touch(unmarked.map(({ item }) => ({ item, stamp: GONE })))
      pipeline.handOver()
    },
  }
}

/** Sorts items: the same bytes under the same path were only touched, under another they moved. */
function sortedItems({ manifest, gone, leaving, force, analyserOf, counts, through }: IntakeRequest, slabs: Slabs) {
  const puts = createQueue<HashedItem>(slabs)
  const moves = createQueue<MovedItem>(slabs)
  const removals = new Set(leaving.map((entry) => entry.item))
  const missing = new Map(gone.filter(({ item }) => !removals.has(item)).map((entry) => [entry.item, entry]))
  const lost = Map.groupBy(
    gone.filter(() => !force && !through),
    ({ hash, analyser }) => `${hash} ${analyser}`,
  )
  let touches: ItemTouch[] = []
  const add = (item: HashedItem): void => {
    const known = manifest.get(item.path)
    if (known && !force && known.hash === item.hash && known.analyser === analyserOf(item.path)) {
      touches.push({ item: item.path, stamp: item.stamp })
      counts.unchanged += known.documents.length
      return
    }
    const from = known ? undefined : lost.get(`${item.hash} ${analyserOf(item.path)}`)?.pop()
    if (!from) return puts.add(item)
    removals.delete(from.item)
    missing.delete(from.item)
    moves.add({ ...item, from })
  }
  const drainTouches = (): readonly ItemTouch[] => {
    const batch = touches
    touches = []
    return batch
  }
  return { puts, moves, removals, missing, add, takeTouches: drainTouches }
}

function createQueue<T extends HashedItem>(slabs: Slabs) {
  let items: T[] = []
  let slab: Slab | undefined
  let bytes = 0
  return {
    add(item: T): void {
      slab ??= slabs.open()
      items.push({ ...item, bytes: slab.keep(item.bytes) })
      bytes += item.bytes.length
    },
    isFull: (maxBytes: number): boolean => bytes >= maxBytes || items.length >= SLICE_ITEMS,
    take(): Slice<T> {
      const batch = { items, slab }
      items = []
      slab = undefined
      bytes = 0
      return batch
    },
  }
}

/** Slices are analysed side by side and stored one after the other. The first failure ends the run. */
interface Pipeline extends Pick<Storing, 'touch' | 'remove' | 'present' | 'handOver'> {
  put(slice: Slice<HashedItem>): Promise<void>
  move(slice: Slice<MovedItem>): Promise<void>
  /** Waits until everything handed in is stored. */
  drain(): Promise<void>
}

interface Slice<Item> {
  readonly items: readonly Item[]
  /** Slab that holds their bytes: it is released when they are analysed. */
  readonly slab: Slab | undefined
}

function createPipeline(request: IntakeRequest, { store, workerPool }: RunPorts): Pipeline {
  const { source, counts, reader } = request
  const storing = createStoring(request, store)
  const line = createLine(workerPool.width)
  const analyse = async ({ items, slab }: Slice<HashedItem>, use: (result: SliceResult) => Promise<void>) => {
    if (items.length === 0) return slab?.release()
    counts.bytes += items.reduce((sum, item) => sum + item.bytes.length, 0)
    return line.enter(
      () =>
        workerPool
          .analyse({
            kind: source.kind,
            items,
            forgotten: source.options.forgotten,
            known: request.known,
            ...((source.options.pushed || source.options.connected) && { isPushed: true }),
          })
          .finally(() => slab?.release()),
      (result) => {
        append(counts.problems, result.problems)
        append(counts.skipped, result.skipped)
        append(counts.masked, result.masked)
        append(counts.repeated, result.repeated)
        return use(result)
      },
    )
  }
  return {
    ...storing,
    async put({ items, slab }) {
      const others = reader.archives
        ? await withStoredForms(items, request, readableFor(store, everything))
        : await storing.adopt(items)
      return analyse({ items: others, slab }, (result) => storing.put(others, result))
    },
    move: (slice) => analyse(slice, (result) => storing.move(slice.items, result)),
    drain: () => line.drain(),
  }
}

/** Up to `width` jobs are worked on at once; their results are used one at a time. */
function createLine(width: number) {
  const underWay = new Set<Promise<void>>()
  const failures: unknown[] = []
  let using: Promise<void> = Promise.resolve()
  const throwFailure = (): void => {
    if (failures.length > 0) throw failures[0]
  }
  return {
    async enter<T>(work: () => Promise<T>, use: (result: T) => Promise<void>): Promise<void> {
      const job: Promise<void> = work()
        .then((result) => (using = using.then(() => (failures.length > 0 ? undefined : use(result)))))
        .catch((error: unknown) => void failures.push(error))
        .finally(() => void underWay.delete(job))
      underWay.add(job)
      // One more than the threads can work on: the next slice waits ready, and no more memory is held.
      while (underWay.size > width) await Promise.race(underWay)
      throwFailure()
    },
    async drain(): Promise<void> {
      await Promise.all(underWay)
      throwFailure()
    },
  }
}

/**
 * Memory that threads share for the bytes of slices, used again and again. A buffer for each file would be given back only
 * when the collector comes, which what lies outside its heap hardly hurries: 45 MB of them were held at once.
 */
export interface Slabs {
  /** Buffer into which an item may be read; `keep` copies out of it, so that the next one may use it. */
  readonly scratch: Uint8Array
  open(): Slab
}

/** The bytes of one slice. */
interface Slab {
  /** The same bytes where they stay until `release`: in the slab, or in their own memory when it is full. */
  keep(bytes: Uint8Array): Uint8Array
  /** Nobody reads them any more. */
  release(): void
}

/** Few files are larger; those that are get memory of their own. */
const SCRATCH_BYTES = 256 * 1024

export function createSlabs(size: number): Slabs {
  const scratch = new Uint8Array(SCRATCH_BYTES)
  const free: Uint8Array[] = []
  return {
    scratch,
    open() {
      const memory = free.pop() ?? new Uint8Array(new SharedArrayBuffer(size))
      let filled = 0
      return {
        keep(bytes) {
          const copy = memory.subarray(filled, filled + bytes.length)
          if (copy.length < bytes.length) return bytes.buffer === scratch.buffer ? new Uint8Array(bytes) : bytes
          copy.set(bytes)
          filled += bytes.length
          return copy
        },
        release: () => void free.push(memory),
      }
    },
  }
}
