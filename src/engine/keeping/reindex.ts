import { everything } from '../../ports/access.ts'
import { cancelled } from '../../core/errors.ts'
import type { StoredDocument } from '../../core/words.ts'
import { stampOfPad, type PadFacts } from '../../ports/pads.ts'
import type { StoreView } from '../../ports/store.ts'
import { WordMemory } from '../../text/memory.ts'
import { analyserOf } from '../index/analyse.ts'
import type { RunPorts, RunRequest } from '../index/request.ts'
import { newTally, type Tally } from '../index/tally.ts'
import { indexPads, unindexPads } from './index-pads.ts'

/** Pads indexed in one write: more would hold up those who append for longer than they notice. */
const PADS_AT_ONCE = 20

/** Brings the index of pads up to date where it is not: after an update of the analysis, mostly. */
export async function reindexPads(request: RunRequest, { store }: RunPorts): Promise<Tally> {
  const tally = newTally()
  const { source, reader } = request
  const { outdated, gone, missing, unchanged } = await store.read(everything, (view) => compare(view, request))
  tally.unchanged = unchanged
  tally.added = missing
  tally.changed = outdated.length - missing
  tally.removed = gone.length
  if (request.dryRun) return tally
  const indexer = { source: source.id, reader, memory: new WordMemory() }
  if (gone.length > 0) await store.write((desk) => unindexPads(desk, gone, indexer))
  for (let at = 0; at < outdated.length; at += PADS_AT_ONCE) {
    if (request.signal.aborted) throw cancelled()
    const some = outdated.slice(at, at + PADS_AT_ONCE)
    await store.write((desk) =>
      indexPads(
        desk,
        some.map(({ id }) => id),
        indexer,
      ),
    )
    tally.bytes += some.reduce((sum, { bytes }) => sum + bytes, 0)
    request.progress({ stage: 'read', done: at + some.length, total: outdated.length, said: some.at(-1)?.title ?? '' })
  }
  return tally
}

async function compare(view: StoreView, { source, reader, force }: RunRequest) {
  const [documents, pads] = [await view.documents({ sources: [source.id] }), await view.pads.everyPad()]
  const { items } = await view.pads.workflows({ limit: Number.MAX_SAFE_INTEGER, offset: 0 })
  const names = new Map(items.map(({ id, name }) => [id, name]))
  const indexed = new Map(documents.map((document) => [document.item, document]))
  const kept = new Set(pads.map(({ id }) => id))
  const isCurrent = (pad: PadFacts): boolean => {
    const document: StoredDocument | undefined = indexed.get(pad.id)
    const stamp = stampOfPad(pad, names.get(pad.workflow) ?? '')
    return !force && document?.stamp === stamp && document.analyser === analyserOf(reader, pad.id)
  }
  const outdated = pads.filter((pad) => !isCurrent(pad))
  return {
    outdated,
    gone: documents.map(({ item }) => item).filter((item) => !kept.has(item)),
    missing: outdated.filter(({ id }) => !indexed.has(id)).length,
    unchanged: pads.length - outdated.length,
  }
}
