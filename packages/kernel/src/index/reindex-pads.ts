import { cancelled } from '@wuku/core/errors'
import type { StoredDocument } from '@wuku/core/core-types'
import { everything } from '@wuku/core/ports/access'
import { stampOfPad, type PadFacts, type Workflow } from '@wuku/core/ports/pads'
import type { StoreView } from '@wuku/core/ports/store'
import { WordMemory } from '@wuku/text/terms/memory'
import { analyserOf } from './analyse.ts'
import type { RunPorts, RunRequest } from './request.ts'
import { newRunCounts, type RunCounts } from './run-counts.ts'
import { indexPads, unindexPads } from './index-pads.ts'
import { holdsPads, isSharedPadSource, sourceOfPads, type PadIndexer } from '../base/pad-source.ts'

/** Pads of any workflows indexed in one write: more would hold up those who append for longer than they notice. */
const PADS_AT_ONCE = 20

/** Brings the index of all pads up to date where it is not, whichever source is asked: after an update of the analysis, mostly. */
export async function reindexPads(request: RunRequest, { store }: RunPorts): Promise<RunCounts> {
  const counts = newRunCounts()
  const { reader } = request
  const { outdated, gone, missing, unchanged, shared } = await store.read(everything, (view) => compare(view, request))
  counts.unchanged = unchanged
  counts.added = missing
  counts.changed = outdated.length - missing
  counts.removed = gone.length
  if (request.dryRun) return counts
  const indexer = { shared, reader, memory: new WordMemory() }
  if (gone.length > 0) await store.write('all', (transaction) => unindexPads(transaction, gone))
  for (let at = 0; at < outdated.length; at += PADS_AT_ONCE) {
    if (request.signal.aborted) throw cancelled()
    const some = outdated.slice(at, at + PADS_AT_ONCE)
    await store.write('all', (transaction) =>
      indexPads(
        transaction,
        some.map(({ id }) => id),
        indexer,
      ),
    )
    counts.bytes += some.reduce((sum, { bytes }) => sum + bytes, 0)
    request.progress({ stage: 'read', done: at + some.length, total: outdated.length, said: some.at(-1)?.title ?? '' })
  }
  return counts
}

async function compare(view: StoreView, { source, reader, force }: RunRequest) {
  const sources = (await view.sources.list()).filter(holdsPads)
  const shared = (sources.find(isSharedPadSource) ?? source).id
  const [documents, pads] = [
    await view.documents.list({ sources: sources.map(({ id }) => id) }),
    await view.pads.everyPad(),
  ]
  const { items } = await view.pads.workflows({ limit: Number.MAX_SAFE_INTEGER, offset: 0 })
  const workflows = new Map(items.map((workflow) => [workflow.id, workflow]))
  const places = placesOf(pads, workflows, { shared })
  const isInPlace = ({ item, source: at }: StoredDocument): boolean => places.get(item) === at
  const indexed = new Map(documents.filter(isInPlace).map((document) => [document.item, document]))
  const isCurrent = (pad: PadFacts): boolean => {
    const document: StoredDocument | undefined = indexed.get(pad.id)
    const stamp = stampOfPad(pad, workflows.get(pad.workflow)?.name ?? '')
    return !force && document?.stamp === stamp && document.analyser === analyserOf(reader, pad.id)
  }
  const outdated = pads.filter((pad) => !isCurrent(pad))
  return {
    shared,
    outdated,
    gone: documents.filter((document) => !isInPlace(document)),
    missing: outdated.filter(({ id }) => !indexed.has(id)).length,
    unchanged: pads.length - outdated.length,
  }
}

/** The source that each pad is to be indexed in. */
const placesOf = (
  pads: readonly PadFacts[],
  workflows: ReadonlyMap<string, Workflow>,
  indexer: Pick<PadIndexer, 'shared'>,
): ReadonlyMap<string, PadIndexer['shared']> =>
  new Map(pads.map(({ id, workflow }) => [id, sourceOfPads(workflows.get(workflow) ?? {}, indexer)]))
