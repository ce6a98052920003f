import type { IndexBatch, ItemTouch } from '../../ports/store.ts'
import type { HashedItem, SliceResult } from '../../ports/workshop.ts'
import { adoptBatch, moveBatch, putBatch, removeBatch, touchBatch, type MovedItem } from './batch.ts'
import type { IntakeRequest, RunPorts } from './request.ts'

/** Items taken out in one transaction, so that other writers need not wait long. */
const REMOVE_ITEMS = 500

/** Slices are analysed side by side and stored one after the other. The first failure ends the run. */
export interface Pipeline {
  put(items: readonly HashedItem[]): Promise<void>
  move(items: readonly MovedItem[]): Promise<void>
  touch(touches: readonly ItemTouch[]): Promise<void>
  remove(items: readonly string[]): Promise<void>
  /** Waits until everything handed in is stored. */
  drain(): Promise<void>
}

export function createPipeline(request: IntakeRequest, { store, workshop }: RunPorts): Pipeline {
  const { source, tally, manifest } = request
  const apply = async (batch: IndexBatch): Promise<void> => {
    if (!request.dryRun) await store.apply(batch)
  }
  const countRemoved = (items: readonly string[]): void => {
    for (const item of items) tally.removed += manifest.get(item)?.documents.length ?? 0
  }
  const countNew = (item: string): void => void tally[manifest.has(item) ? 'changed' : 'added']++
  const line = createLine(workshop.width)
  const analyse = (items: readonly HashedItem[], toBatch: (result: SliceResult) => IndexBatch): Promise<void> => {
    if (items.length === 0) return Promise.resolve()
    tally.bytes += items.reduce((sum, item) => sum + item.bytes.length, 0)
    return line.enter(
      () => workshop.analyse({ kind: source.kind, items }),
      (result) => {
        tally.problems.push(...result.problems)
        tally.masked.push(...result.masked)
        return apply(toBatch(result))
      },
    )
  }
  /** Another work tree has most files of the first: what it has is taken over, and the rest is left to be analysed. */
  const adoptTwins = async (items: readonly HashedItem[]): Promise<readonly HashedItem[]> => {
    if (request.force || items.length === 0) return items
    const twins = await store.read((view) => view.twins({ source: source.id, analyser: request.analyser, items }))
    if (twins.size === 0) return items
    const batch = adoptBatch(source.id, items, twins)
    for (const { item } of batch.adopt ?? []) countNew(item)
    await apply(batch)
    return items.filter(({ path }) => !twins.has(path))
  }
  return {
    async put(items) {
      const others = await adoptTwins(items)
      return analyse(others, ({ slice }) => {
        for (const { facts } of slice.documents) countNew(facts.item)
        const batch = putBatch(source.id, others, slice, (item) => manifest.has(item))
        countRemoved(batch.remove)
        return batch
      })
    },
    move: (items) =>
      analyse(items, ({ slice }) => {
        tally.moved += slice.documents.length
        return moveBatch(source.id, items, slice)
      }),
    async touch(touches) {
      if (touches.length > 0) await apply(touchBatch(source.id, touches))
    },
    async remove(items) {
      for (let at = 0; at < items.length; at += REMOVE_ITEMS)
        await apply(removeBatch(source.id, items.slice(at, at + REMOVE_ITEMS)))
      countRemoved(items)
    },
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
