import { everything } from '../../ports/access.ts'
import { itemOfPad, type Pad, type PadChange, type PadView, type PlacedPad } from '../../ports/pads.ts'
import type { IndexBatch, Store } from '../../ports/store.ts'
import { batchOfPad } from './index-pads.ts'
import { demandRoomForText, type KeepingLimits } from './limits.ts'
import type { PadIndexer } from './pad-source.ts'

export interface PadRevision {
  /** Which pad is meant, or a refusal. */
  readonly find: (pads: PadView) => Promise<PlacedPad>
  /** What becomes of it, or a refusal. It is asked again when somebody wrote to the pad meanwhile. */
  readonly decide: (seen: PlacedPad) => Revision
}

type Revision = Omit<PadChange, 'workflow' | 'restores'>

export interface RevisedPad {
  readonly before: Pad
  readonly after: Pad
}

interface Revising {
  readonly store: Store
  readonly indexer: PadIndexer
  readonly limits: KeepingLimits
}

/**
 * Changes one pad. The text is masked, cut and analysed before the write, which only looks whether pad and workflow are
 * still what they were; where they are not, everything is done again. Durable, with its index, when it answers.
 */
export async function changePad(revision: PadRevision, context: Revising): Promise<RevisedPad> {
  for (;;) {
    const prepared = await prepare(revision, context)
    const { before, batch } = prepared
    if (!batch) return { before, after: before }
    const after = await writeDown({ ...prepared, batch }, context)
    if (after) return { before, after }
  }
}

interface Prepared {
  readonly seen: PlacedPad
  readonly before: Pad
  readonly change: Revision
  /** Absent when the change changes nothing: then it is no version. */
  readonly batch: IndexBatch | undefined
}

async function prepare({ find, decide }: PadRevision, { store, indexer, limits }: Revising): Promise<Prepared> {
  const { seen, form } = await store.read(everything, async (view) => {
    const found = await find(view.pads)
    const [stored] = await view.wholeAt([{ source: indexer.source, path: found.pad.id }])
    return { seen: found, form: stored }
  })
  const { pad, workflow } = seen
  const change = decide(seen)
  const { title = pad.title, content = pad.content } = change
  if (title === pad.title && content === pad.content) return { seen, before: pad, change, batch: undefined }
  demandRoomForText(content, limits, pad)
  const updatedAt = Math.max(pad.updatedAt, change.at)
  const after: Pad = { ...pad, title, content, updatedAt, version: pad.version + 1 }
  const batch = await batchOfPad(itemOfPad(after, workflow.name), form, indexer)
  return { seen, before: pad, change, batch }
}

/** `undefined`, and nothing is written, when somebody was faster. */
function writeDown(
  { seen: { pad, workflow }, change, batch }: Prepared & { readonly batch: IndexBatch },
  { store, limits }: Revising,
): Promise<Pad | undefined> {
  return store.write({ workflow: workflow.id }, async (desk) => {
    const [now] = await desk.pads.placed([pad.id])
    const isAsSeen =
      now?.pad.version === pad.version && now.workflow.id === workflow.id && now.workflow.version === workflow.version
    if (!isAsSeen) return undefined
    const after = await desk.pads.changePad(pad.id, change)
    if (after.version > limits.padVersions) await desk.pads.pruneHistory(pad.id, limits.padVersions)
    await desk.apply(batch)
    return after
  })
}
