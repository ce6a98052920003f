import { append } from '../../core/lists.ts'
import { everything } from '../../ports/access.ts'
import { readableFor, type ItemTouch } from '../../ports/store.ts'
import type { HashedItem, SliceResult } from '../../ports/workshop.ts'
import type { MovedItem } from './batch.ts'
import type { IntakeRequest, RunPorts } from './request.ts'
import type { Slab } from './slabs.ts'
import { withStoredForms } from './stored-forms.ts'
import { createStoring } from './storing.ts'

/** Slices are analysed side by side and stored one after the other. The first failure ends the run. */
export interface Pipeline {
  put(slice: Slice<HashedItem>): Promise<void>
  move(slice: Slice<MovedItem>): Promise<void>
  /** Of items that are not there any more nothing happens, here and in `remove`. */
  touch(touches: readonly ItemTouch[]): Promise<void>
  remove(items: Iterable<string>): Promise<void>
  /** Waits until everything handed in is stored. */
  drain(): Promise<void>
  /** Items that the store has by now. */
  readonly present: ReadonlySet<string>
}

export interface Slice<Item> {
  readonly items: readonly Item[]
  /** Where their bytes are: it is released when they are analysed. */
  readonly slab: Slab | undefined
}

export function createPipeline(request: IntakeRequest, { store, workshop }: RunPorts): Pipeline {
  const { source, tally, reader } = request
  const storing = createStoring(request, store)
  const line = createLine(workshop.width)
  const analyse = async (
    { items, slab }: Slice<HashedItem>,
    use: (result: SliceResult) => Promise<void>,
  ): Promise<void> => {
    if (items.length === 0) return slab?.release()
    tally.bytes += items.reduce((sum, item) => sum + item.bytes.length, 0)
    return line.enter(
      () =>
        workshop
          .analyse({ kind: source.kind, items, forgotten: source.options.forgotten, known: request.known })
          .finally(() => slab?.release()),
      (result) => {
        append(tally.problems, result.problems)
        append(tally.skipped, result.skipped)
        append(tally.masked, result.masked)
        append(tally.repeated, result.repeated)
        return use(result)
      },
    )
  }
  return {
    async put({ items, slab }) {
      const others = reader.archives
        ? await withStoredForms(items, request, readableFor(store, everything))
        : await storing.adopt(items)
      return analyse({ items: others, slab }, (result) => storing.put(others, result))
    },
    move: (slice) => analyse(slice, (result) => storing.move(slice.items, result)),
    touch: (touches) => storing.touch(touches),
    remove: (items) => storing.remove(items),
    drain: () => line.drain(),
    present: storing.present,
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
