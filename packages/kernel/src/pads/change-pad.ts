import { everything } from '@wuku/core/ports/access'
import type { SourceId } from '@wuku/core/core-types'
import { itemOfPad, type Pad, type PlacedPad } from '@wuku/core/ports/pads'
import type { IndexBatch, Store, StoreTransaction, StoreView, FullDocument } from '@wuku/core/ports/store'
import { batchOfPad } from '../index/index-pads.ts'
import { requireSpaceForText, type KeepingLimits } from '../base/pad-limits.ts'
import { sourceOfPads, type PadIndexer } from '../base/pad-source.ts'
import type { Revision, PadRevision, RevisedPad } from '../base/parts/engine-stores.ts'

interface Revising {
  readonly store: Store
  readonly indexer: PadIndexer
  readonly limits: KeepingLimits
}

/**
 * After so many conflicts in a row the whole change runs within the write: otherwise somebody would lose
 * every time.
 */
const MAX_PREPARED = 2

/**
 * Changes one pad. The text is masked, cut and analysed before the write, which only looks whether pad and workflow are
 * still what they were; where they are not, everything is done again. Durable, with its index, when it answers.
 */
export async function changePad(revision: PadRevision, context: Revising): Promise<RevisedPad> {
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

async function prepareChange(
  { find, decide }: PadRevision,
  view: StoreView,
  { indexer }: Revising,
): Promise<PreparedChange> {
  const seen = await find(view.pads)
  const source = sourceOfPads(seen.workflow, indexer)
  const [stored] = await view.fullDocumentsAt([{ source, path: seen.pad.id }])
  return { seen, before: seen.pad, form: { source, stored }, change: decide(seen) }
}

/** `undefined` when the change changes nothing: then it is no version. */
async function prepare(
  { seen: { pad, workflow }, form, change }: PreparedChange,
  { indexer, limits }: Revising,
): Promise<IndexBatch | undefined> {
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
