import { msg } from '@wuku/messages/kernel'
import { everything } from '@wuku/core/ports/access'
import { append } from '@wuku/core/list-helpers'
import type { DocumentFacts, Skipped, SourceId } from '@wuku/core/core-types'
import {
  readableFor,
  type Amendment,
  type AnalysedSlice,
  type IndexBatch,
  type ItemTouch,
  type Store,
  type StoreView,
} from '@wuku/core/ports/store'
import type { ManifestEntry, DuplicateProbe } from '@wuku/core/ports/index-view'
import type { HashedItem, SliceResult } from '@wuku/core/ports/worker-pool'
import { rememberForgotten } from '../forgetting.ts'
import { adoptBatch, moveBatch, putBatch, removeBatch, touchBatch, type MovedItem } from './batch.ts'
import type { IntakeRequest } from './request.ts'
import type { RunCounts } from './run-counts.ts'
import { fittingMoves } from './stored-forms.ts'
import { pickDocuments } from './table.ts'
import { GONE } from './diff.ts'

/** Items taken out in one transaction, so that other writers need not wait long. */
const REMOVE_ITEMS = 500

/** Writes the results of a run batch by batch, and counts them. */
export interface Storing {
  /** Items that the store has by now. */
  readonly present: ReadonlySet<string>
  /** Takes over what another source has already; answers the rest. */
  adopt(items: readonly HashedItem[]): Promise<readonly HashedItem[]>
  put(items: readonly HashedItem[], result: SliceResult): Promise<void>
  move(items: readonly MovedItem[], result: SliceResult): Promise<void>
  /** Touching an item that no longer exists does nothing; the same holds for `remove`. */
  touch(touches: readonly ItemTouch[]): Promise<void>
  remove(items: Iterable<string>): Promise<void>
  /** End of a run through another source: returns what is left to be applied. */
  handOver(): void
}

export function createStoring(request: IntakeRequest, store: Store): Storing {
  const { source, counts, manifest, reader } = request
  const present = new Set(manifest.keys())
  const { target, write, handOver } = createWriting(request, store)
  const apply = async (batch: IndexBatch, paths: readonly string[] = []): Promise<void> => {
    for (const item of batch.remove) counts.removed += manifest.get(item)?.documents.length ?? 1
    notePresent(present, batch, paths)
    if (!request.dryRun) await write(batch)
  }
  const countNew = (item: string): void => void counts[manifest.has(item) ? 'changed' : 'added']++
  const forgetting = rememberForgotten(reader, source.options.forgotten)
  const resolveConflicts = (result: SliceResult, replaced: readonly string[]): Promise<Settlement> =>
    reader.archives
      ? resolveArchive(result, { request, store, present, replaced })
      : Promise.resolve({ slice: result.slice, amend: [], remove: [] })
  return {
    present,
    /** Another work tree has most files of the first. */
    async adopt(items) {
      if (request.force || items.length === 0 || !store.abilities.has('shares')) return items
      // A document forgotten here may still be known elsewhere.
      const open = items.filter(({ path }) => !forgetting.hasDocument(path))
      const byAnalyser = [...Map.groupBy(open, ({ path }) => request.analyserOf(path))]
      const probes = byAnalyser.map(([analyser, some]) => ({ source: target, analyser, items: some }))
      const duplicates = await findDuplicates(probes, store)
      if (duplicates.size === 0) return items
      const batch = adoptBatch(target, items, duplicates)
      for (const { item } of batch.adopt ?? []) countNew(item)
      await apply(batch)
      return items.filter(({ path }) => !duplicates.has(path))
    },
    async put(items, result) {
      const paths = items.map(({ path }) => path)
      const { remove, ...settled } = await resolveConflicts(result, paths)
      for (const { facts } of documentsOf(settled)) {
        if (!manifest.has(facts.item)) countFormat(facts, counts)
        countNew(facts.item)
      }
      const batch = putBatch(target, items, settled, (item) => present.has(item))
      await apply({ ...batch, remove: [...batch.remove, ...remove] }, paths)
    },
    async move(items, result) {
      const paths = items.flatMap(({ from, path }) => [from.item, path])
      const { slice, remove } = await resolveConflicts(result, paths)
      counts.moved += slice.documents.length
      if (!reader.archives) return apply(moveBatch(source.id, items, slice))
      const there = items.filter(({ from }) => present.has(from.item))
      const batch = await moveArchive(there, slice, { source, store })
      return apply({ ...batch, remove: [...batch.remove, ...remove] })
    },
    async touch(touches) {
      const there = touches.filter(({ item }) => present.has(item))
      if (there.length > 0) await apply(touchBatch(source.id, there))
    },
    async remove(items) {
      const there = [...items].filter((item) => present.has(item))
      for (let at = 0; at < there.length; at += REMOVE_ITEMS)
        await apply(removeBatch(source.id, there.slice(at, at + REMOVE_ITEMS)))
    },
    handOver,
  }
}

/** Writes to the source, or through another one: then what goes from the source waits until all is ready. */
function createWriting({ source, through }: IntakeRequest, store: Store) {
  const toRemove: string[] = []
  return {
    /** Source that new documents go to. */
    target: through?.source ?? source.id,
    write: async (batch: IndexBatch): Promise<void> => {
      if (!through) return store.apply(batch)
      append(toRemove, batch.remove)
      await store.apply({ ...batch, remove: [] })
    },
    handOver: (): void => through?.ready({ ...removeBatch(source.id, toRemove), takes: through.source }),
  }
}

async function findDuplicates(probes: readonly DuplicateProbe[], store: Store) {
  const found = await store.read(everything, ({ documents }) =>
    Promise.all(probes.map((probe) => documents.duplicates(probe))),
  )
  return new Map(found.flatMap((some) => [...some]))
}

interface Settlement {
  readonly slice: AnalysedSlice
  readonly amend: readonly Amendment[]
  /** Items that gave way. */
  readonly remove: readonly string[]
}

interface Settling {
  readonly request: IntakeRequest
  readonly store: Store
  readonly present: ReadonlySet<string>
  /** Items whose documents the batch replaces. */
  readonly replaced: readonly string[]
}

const documentsOf = ({ slice, amend }: Pick<Settlement, 'slice' | 'amend'>) => [
  ...slice.documents,
  ...amend.map(({ document }) => document),
]

/** In an archive one path may come from several items. */
async function resolveArchive(
  result: SliceResult,
  { request: { source, manifest, counts, leaving: entries }, store, present, replaced }: Settling,
): Promise<Settlement> {
  const incoming = documentsOf(result).map(({ facts }) => facts)
  const leaving = new Set(entries.map(({ item }) => item))
  const rivalry = { source: source.id, manifest, replaced: new Set(replaced), leaving }
  const { dropped, remove, skipped } = await store.read(everything, (view) => resolvePaths(incoming, view, rivalry))
  append(counts.skipped, skipped)
  return {
    slice: pickDocuments(result.slice, ({ facts }) => !dropped.has(facts)),
    // A document that gave way to a rival meanwhile cannot be amended: the next run finds it as new.
    amend: result.amend.filter(({ document: { facts } }) => !dropped.has(facts) && present.has(facts.item)),
    remove: remove.filter((item) => present.has(item)),
  }
}

/**
 * Items that were edited since, for example by forgetting a part, may have other chunks than their bytes give: they are
 * stored again.
 */
async function moveArchive(
  items: readonly MovedItem[],
  slice: AnalysedSlice,
  { source, store }: { readonly source: IntakeRequest['source']; readonly store: Store },
): Promise<IndexBatch> {
  const fitting = await fittingMoves(items, slice, readableFor(store, everything))
  const moved = new Set(fitting.map(({ path }) => path))
  const remove = items.filter(({ path }) => !moved.has(path)).map(({ from }) => from.item)
  const put = pickDocuments(slice, ({ facts }) => !moved.has(facts.item))
  return { ...moveBatch(source.id, fitting, slice), remove, put }
}

/**
 * `paths`: names of items as the run holds them. Names from a worker thread are copies, which would be held in
 * addition.
 */
function notePresent(
  present: Set<string>,
  { remove, move, put, amend = [], adopt = [] }: IndexBatch,
  paths: readonly string[],
): void {
  for (const item of [...remove, ...move.map(({ from }) => from)]) present.delete(item)
  const given = new Set(documentsOf({ slice: put, amend }).map(({ facts }) => facts.item))
  for (const path of paths) if (given.has(path)) present.add(path)
  for (const item of [...given, ...adopt.map((one) => one.item), ...move.map(({ to }) => to)]) present.add(item)
}

function countFormat({ meta }: DocumentFacts, { formats }: RunCounts): void {
  const format = meta['convertedFrom'] ?? meta['format']
  if (typeof format === 'string') formats.set(format, (formats.get(format) ?? 0) + 1)
}

interface Rivalry {
  readonly source: SourceId
  readonly manifest: ReadonlyMap<string, ManifestEntry>
  /** Items whose documents the same batch replaces. */
  readonly replaced: ReadonlySet<string>
  /** Items that this run takes out at its end. */
  readonly leaving: ReadonlySet<string>
}

/**
 * A conversation may lie in an archive twice, as a copy or with other words at its end: the one that was written to last
 * stays. Between equals it is the one that was there, unless its item is gone. `dropped` are arriving documents, by
 * identity, `remove` the items of those that were there.
 */
async function resolvePaths(
  incoming: readonly DocumentFacts[],
  view: { readonly documents: Pick<StoreView['documents'], 'list'> },
  { source, manifest, replaced, leaving }: Rivalry,
) {
  const paths = [...new Set(incoming.map(({ path }) => path))]
  const there = (await view.documents.list({ sources: [source], paths })).filter(({ item }) => !replaced.has(item))
  const came = new Set(incoming)
  // An item of several documents cannot give up one of them.
  const canGo = ({ item }: DocumentFacts): boolean => (manifest.get(item)?.documents.length ?? 1) === 1
  const yields = (best: DocumentFacts, other: DocumentFacts): boolean =>
    came.has(best)
      ? isNewer(other, best)
      : leaving.has(best.item) || (canGo(best) && (isNewer(other, best) || isLost(other, best)))
  const dropped = new Set<DocumentFacts>()
  const remove = new Set<string>()
  const skipped: Skipped[] = []
  for (const rivals of Map.groupBy([...there, ...incoming], ({ path }) => path).values()) {
    const winner = rivals.reduce((best, other) => (yields(best, other) ? other : best))
    for (const other of rivals) {
      if (other === winner) continue
      if (came.has(other)) dropped.add(other)
      else remove.add(other.item)
      const why = msg('copyKept', { path: winner.item })
      skipped.push({ path: other.item, why, rule: 'a copy of a kept conversation' })
    }
  }
  return { dropped, remove: [...remove], skipped }
}

const isNewer = (other: DocumentFacts, best: DocumentFacts): boolean => other.modifiedAt > best.modifiedAt

const isLost = (other: DocumentFacts, best: DocumentFacts): boolean =>
  other.modifiedAt === best.modifiedAt && best.stamp === GONE
