import type { Source, SourceId } from '@wuku/core/core-types'
import type { DocumentPlace } from '@wuku/core/ports/index-view'
import {
  maxSlots,
  type PadChange,
  type PadTransaction,
  type PadDraft,
  itemOfPad,
  type Pad,
  type PlacedPad,
} from '@wuku/core/ports/pads'
import type { StoreTransaction, WriteScope, IndexBatch, Store, StoreView, FullDocument } from '@wuku/core/ports/store'
import { WordMemory } from '@wuku/text/terms/memory'
import type { EnginePorts } from '../base/ports.ts'
import { indexPads, unindexPads, batchOfPad } from '../index/index-pads.ts'
import { requireSpaceForPad, requireSpaceForText, type KeepingLimits } from '../base/pad-limits.ts'
import { addSourceForWorkflow, padReaderOf, padSourceOf, sourceOfPads, type PadIndexer } from '../base/pad-source.ts'
import type {
  GuardedPads,
  PadRevision,
  RevisedPad,
  Transaction,
  WriteOptions,
  Revision,
} from '../base/parts/engine-stores.ts'
import { everything } from '@wuku/core/ports/access'

export type WritePads = <T>(
  scope: WriteScope,
  work: (transaction: Transaction) => Promise<T>,
  options?: WriteOptions,
) => Promise<T>

export interface PadWrites {
  readonly write: WritePads
  /** Text and title of one pad: analysed before the write, which is short. */
  change(revision: PadRevision): Promise<RevisedPad>
}

/** Past so many terms it costs more to carry them along than to meet them again. */
const MAX_REMEMBERED = 10_000

/**
 * The one write path of texts that are kept here: `work` decides, and what it changed is indexed before the write is
 * durable. So no search ever finds what a pad no longer says, and no reply comes before both are on the disk.
 */
export function createPadWriter(ports: EnginePorts): PadWrites {
  const memory = new WordMemory()
  // It is made once and never taken out.
  let shared: Source | undefined
  const prepareIndexer = async (): Promise<PadIndexer> => {
    shared ??= await padSourceOf(ports)
    if (memory.terms.length > MAX_REMEMBERED) memory.clear()
    return { shared: shared.id, reader: await padReaderOf(ports), memory }
  }
  const write: WritePads = async (scope, work, options = {}) => {
    const limits = options.limits === 'as-found' ? limitless(ports.settings.pads) : ports.settings.pads
    const indexer = await prepareIndexer()
    return ports.store.write(scope, async (store) => {
      const changes: Changes = { written: new Set(), removed: [], sources: [] }
      const answer = await work({ pads: watchedPads(store, changes, { indexer, limits }) })
      await finishWrite(store, changes, { indexer, limits })
      return answer
    })
  }
  return {
    write,
    change: async (revision) =>
      changePad(revision, { store: ports.store, limits: ports.settings.pads, indexer: await prepareIndexer() }),
  }
}

const limitless = (limits: KeepingLimits): KeepingLimits => ({
  ...limits,
  padBytes: Infinity,
  padsPerWorkflow: maxSlots,
})

interface Changes {
  /** Ids of pads. */
  readonly written: Set<string>
  /** Pads that were taken out of a source. */
  readonly removed: DocumentPlace[]
  /** Sources of workflows that are gone. */
  readonly sources: SourceId[]
}

interface Watching {
  readonly indexer: PadIndexer
  readonly limits: KeepingLimits
}

function watchedPads(store: StoreTransaction, changes: Changes, { indexer, limits }: Watching): GuardedPads {
  const { pads } = store
  const { written, removed, sources } = changes
  const sourceOf = async (workflow: string): Promise<SourceId> =>
    sourceOfPads((await pads.workflow(workflow)) ?? {}, indexer)
  const remove = (path: string, source: SourceId): void => {
    written.delete(path)
    removed.push({ source, path })
  }
  return {
    ...pads,
    async addWorkflow(draft, owner) {
      if (owner === undefined) return pads.addWorkflow(draft)
      const source = await addSourceForWorkflow(store, draft, owner)
      return pads.addWorkflow({ ...draft, source: source.id })
    },
    async changeWorkflow(id, change) {
      const before = await pads.workflow(id)
      if (before && changesNothing(before, change)) return before
      if (change.name !== undefined) for (const pad of await pads.pads(id)) written.add(pad.id)
      return pads.changeWorkflow(id, change)
    },
    async removeWorkflow(id) {
      const workflow = await pads.workflow(id)
      for (const pad of await pads.pads(id)) remove(pad.id, sourceOfPads(workflow ?? {}, indexer))
      if (workflow?.source !== undefined) sources.push(workflow.source)
      await pads.removeWorkflow(id)
    },
    async addPad(draft) {
      await requireSpace(pads, draft, limits)
      written.add(draft.id)
      return pads.addPad(draft)
    },
    async changePad(id, change) {
      const before = await pads.pad(id)
      if (before && change.restores === undefined && changesNothing(before, change)) return before
      await requireSpaceForChange(pads, { id, change }, limits)
      if (before && change.workflow !== undefined && change.workflow !== before.workflow) {
        const [from, to] = [await sourceOf(before.workflow), await sourceOf(change.workflow)]
        if (from !== to) remove(id, from)
      }
      written.add(id)
      return pads.changePad(id, change)
    },
    async removePad(id) {
      const before = await pads.padFacts(id)
      if (before) remove(id, await sourceOf(before.workflow))
      await pads.removePad(id)
    },
  }
}

/** Then it is no version: others would find theirs outdated for nothing, and an undo would undo nothing. */
const changesNothing = <Stored extends object>(before: Stored, change: Partial<Stored> & { readonly at: number }) =>
  Object.entries(change).every(([key, value]) => {
    const isStoredField = key in before && key !== 'version'
    return !isStoredField || value === undefined || before[key as keyof Stored] === value
  })

async function requireSpace(pads: PadTransaction, draft: PadDraft, limits: KeepingLimits): Promise<void> {
  requireSpaceForText(draft.content, limits)
  const workflow = await pads.workflow(draft.workflow)
  if (workflow) requireSpaceForPad(workflow, limits)
}

async function requireSpaceForChange(
  pads: PadTransaction,
  { id, change }: { readonly id: string; readonly change: PadChange },
  limits: KeepingLimits,
): Promise<void> {
  const before = await pads.padFacts(id)
  if (change.content !== undefined) requireSpaceForText(change.content, limits, before)
  if (change.workflow === undefined || change.workflow === before?.workflow) return
  const target = await pads.workflow(change.workflow)
  if (target) requireSpaceForPad(target, limits)
}

async function finishWrite(
  store: StoreTransaction,
  { written, removed, sources }: Changes,
  { indexer, limits }: Watching,
): Promise<void> {
  for (const id of written) await store.pads.pruneHistory(id, limits.padVersions)
  await unindexPads(store, removed)
  await indexPads(store, [...written], indexer)
  // Each is the one of a workflow, and a write takes out one.
  for (const id of sources) await store.removeSource(id)
}

interface Revising {
  readonly store: Store
  readonly indexer: PadIndexer
  readonly limits: KeepingLimits
}

/**
 * The number of conflicts after which a change is prepared inside its write transaction. Otherwise a slow writer could lose
 * to faster ones without end.
 */
const MAX_PREPARED = 2

/**
 * Changes one pad. The text is masked, cut and analysed before the write, which only looks whether pad and workflow are
 * still what they were; where they are not, everything is done again. Durable, with its index, when it answers.
 */
async function changePad(revision: PadRevision, context: Revising): Promise<RevisedPad> {
  const { store, limits } = context
  for (let tries = 0; ; tries++) {
    const prepared = await store.read(everything, (view) => prepareChange(revision, view, context))
    const { seen, before } = prepared
    const isLast = tries >= MAX_PREPARED
    const ready = isLast ? undefined : await prepare(prepared, context)
    if (!isLast && !ready) return { before, after: before }
    const done = await store.write({ workflow: seen.workflow.id }, async (transaction) => {
      if (ready)
        return (await isAsSeen(seen, transaction))
          ? writeDown({ ...prepared, batch: ready }, transaction, limits)
          : undefined
      const now = await prepareChange(revision, transaction, context)
      if (now.seen.workflow.id !== seen.workflow.id) return undefined
      const batch = await prepare(now, context)
      return batch ? writeDown({ ...now, batch }, transaction, limits) : { before: now.before, after: now.before }
    })
    if (done) return done
  }
}

interface PreparedChange {
  readonly seen: PlacedPad
  readonly before: Pad
  /** As it is indexed. */
  readonly form: { readonly source: SourceId; readonly stored: FullDocument | undefined }
  readonly change: Revision
}

async function prepareChange({ find, decide }: PadRevision, view: StoreView, { indexer }: Revising) {
  const seen = await find(view.pads)
  const source = sourceOfPads(seen.workflow, indexer)
  const [stored] = await view.fullDocumentsAt([{ source, path: seen.pad.id }])
  return { seen, before: seen.pad, form: { source, stored }, change: decide(seen) }
}

/** `undefined` when the change changes nothing: then it is no version. */
async function prepare({ seen: { pad, workflow }, form, change }: PreparedChange, { indexer, limits }: Revising) {
  const { title = pad.title, content = pad.content } = change
  if (title === pad.title && content === pad.content) return undefined
  requireSpaceForText(content, limits, pad)
  const updatedAt = Math.max(pad.updatedAt, change.at)
  const after: Pad = { ...pad, title, content, updatedAt, version: pad.version + 1 }
  return batchOfPad(itemOfPad(after, workflow.name), form, indexer)
}

async function isAsSeen({ pad, workflow }: PlacedPad, { pads }: StoreTransaction): Promise<boolean> {
  const [now] = await pads.placed([pad.id])
  return (
    now?.pad.version === pad.version && now.workflow.id === workflow.id && now.workflow.version === workflow.version
  )
}

async function writeDown(
  { before, change, batch }: PreparedChange & { readonly batch: IndexBatch },
  transaction: StoreTransaction,
  limits: KeepingLimits,
): Promise<RevisedPad> {
  const after = await transaction.pads.changePad(before.id, change)
  if (after.version > limits.padVersions) await transaction.pads.pruneHistory(before.id, limits.padVersions)
  await transaction.apply(batch)
  return { before, after }
}
