import { msg, packed } from '@wuku/messages/kernel'
import { cancelled } from '@wuku/core/errors'
import type { Json, Source, StoredDocument } from '@wuku/core/core-types'
import type { EnginePorts } from '../base/ports.ts'
import { changesIn, type IndexReport, type IndexRequest, type PartialRequest } from '../base/parts/index-runs.ts'
import type { DeferredWork } from './deferred-work.ts'
import { dayOf } from '../day.ts'
import { holdsPads, isSharedPadSource, PAD_SOURCE, sourceOfPads, type PadIndexer } from '../base/pad-source.ts'
import { withPartsOnce } from '../shown-sources.ts'
import { runSource } from './run.ts'
import { reportOf, type RunCounts, newRunCounts } from './run-counts.ts'
import { withIndexLease, runInOrder, type SourceQueues } from './source-queues.ts'
import { everything } from '@wuku/core/ports/access'
import type { Progress } from '../base/caller.ts'
import { readerFor } from '../base/pushed-item.ts'
import { stampOfPad, type PadFacts, type Workflow } from '@wuku/core/ports/pads'
import type { StoreView } from '@wuku/core/ports/store'
import { LOOKS } from '@wuku/core/services/service-connection'
import { WordMemory } from '@wuku/text/terms/memory'
import { analyserOf } from './analyse.ts'
import type { RunPorts, RunRequest } from './request.ts'
import { indexPads, unindexPads } from './index-pads.ts'

/** Problems kept with a source for `sources` and `doctor`; the rest is in the report of the run itself. */
const MAX_STORED_PROBLEMS = 100

/** Brings sources up to date, one after the other. A source that this process is already at is joined, not run twice. */
export async function updateSources(
  sources: readonly Source[],
  request: IndexRequest & Pick<PartialRequest, 'folders' | 'through'>,
  context: UpdateContext,
): Promise<IndexReport> {
  const started = context.ports.clock.now()
  const tallied = []
  // A run of one source of pads is one of all.
  for (const source of withPartsOnce(sources)) {
    if (request.signal?.aborted) throw cancelled()
    const counts = await joinOrRun(source, request, context)
    tallied.push({ source: source.name, kind: source.kind, counts })
  }
  const seconds = (context.ports.clock.now() - started) / 1000
  return reportOf(tallied, { seconds, dryRun: request.dryRun ?? false })
}

export interface UpdateContext {
  readonly ports: EnginePorts
  readonly queues: SourceQueues
  readonly tidying: Pick<DeferredWork, 'ask'>
}

type UpdateRequest = Parameters<typeof updateSources>[1]

/** A run of everything may be joined by one that asks for no more; any other waits for it and then runs. */
function joinOrRun(source: Source, request: UpdateRequest, context: UpdateContext): Promise<RunCounts> {
  const { queues } = context
  const before = queues.get(source.id)?.run
  const asksForMore =
    request.force || request.census || request.dryRun || request.folders !== undefined || request.through
  if (before && !asksForMore) return before
  const run = runInOrder(source.id, queues, () => updateSource(source, request, context))
  // Its documents are not visible at its end.
  queues.set(source.id, request.through ? { done: run } : { done: run, run })
  return run
}

async function updateSource(source: Source, request: UpdateRequest, context: UpdateContext): Promise<RunCounts> {
  const { ports } = context
  const { dryRun = false, signal = new AbortController().signal, progress = () => {} } = request
  const work = async (leasedPorts: EnginePorts, ending: AbortSignal): Promise<RunCounts> => {
    const current = await currentSource(source, leasedPorts, { dryRun })
    return runAndRecord(current, { ...request, signal: ending, progress }, { ...context, ports: leasedPorts })
  }
  if (dryRun) return work(ports, signal)
  const message = msg('anotherProcessIndexes', { source: source.name })
  const waiting = (): void => progress({ stage: 'wait', done: 0, total: undefined, said: message })
  return withIndexLease(source, ports, { signal, waiting }, work)
}

async function runAndRecord(
  source: Source,
  request: UpdateRequest & { signal: AbortSignal; progress: (step: Progress) => void },
  { ports, tidying }: UpdateContext,
): Promise<RunCounts> {
  const kind = ports.kinds.find((known) => known.kind === source.kind)
  if (!kind) throw new Error(`No storehouse for ${source.kind}.`)
  // Pads are written to while they are listed: they are indexed again where no writer can come between.
  const common = {
    source,
    feed: await ports.open.feed(source),
    reader: readerFor(source, await kind.reader()),
    force: request.force ?? false,
    dryRun: request.dryRun ?? false,
    folders: request.folders,
    ...(request.through && { through: request.through }),
    signal: request.signal,
    progress: request.progress,
  }
  const counts = source.options.connected
    ? await (await import('./run-connected.ts')).runConnected({ ...common, census: request.census ?? false }, ports)
    : await (holdsPads(source) ? reindexPads : runSource)(common, ports)
  if (request.dryRun) return counts
  const isFullRun =
    request.folders === undefined || (source.options.connected && request.folders.includes(LOOKS.changes)) === true
  await record(source, counts, isFullRun, ports)
  // Tidying rewrites the file. A removal by a user is answered once the data is gone; after mere changes, and after
  // removals in a watched folder, tidying comes soon after, and for changes in a watched folder with the next whole
  // run.
  if (isFullRun && counts.removed > 0) await ports.store.tidy()
  else if (isFullRun || counts.removed > 0) tidying.ask()
  return counts
}

/** A run that could not list everything leaves the time of the last whole one; one of some folders leaves its report. */
async function record(source: Source, counts: RunCounts, isFullRun: boolean, { store, clock }: EnginePorts) {
  const report: Json = {
    at: clock.now(),
    problems: counts.problems
      .slice(0, MAX_STORED_PROBLEMS)
      .map((problem) => ({ ...problem, said: packed(problem.said), remedy: packed(problem.remedy) })),
    problemCount: counts.problems.length,
    skippedCount: counts.skipped.length,
    maskedCount: counts.masked.reduce((sum, { count }) => sum + count, 0),
    complete: counts.complete,
    ...(counts.connected && { connected: counts.connected as unknown as Json }),
  }
  await store.changeSource(source.id, {
    ...(isFullRun ? { report } : {}),
    ...(counts.complete ? { indexedAt: clock.now() } : {}),
    ...(changesIn(counts) > 0 ? { countedOn: dayOf(clock.now()) } : {}),
  })
}

/**
 * A source as it is now: what was forgotten while a run waited counts for it. A source of an archive also takes over what
 * others of its kind and owner remember, so that one that is added later does not bring back what was forgotten before.
 */
async function currentSource(
  source: Source,
  { store, kinds }: Pick<EnginePorts, 'store' | 'kinds'>,
  { dryRun }: { readonly dryRun: boolean },
): Promise<Source> {
  const archives = kinds.find(({ kind }) => kind === source.kind)?.facts.archives
  const filter = archives ? { kinds: [source.kind] } : { ids: [source.id] }
  const sources = await store.read(everything, (view) => view.sources.list(filter))
  const current = sources.find(({ id }) => id === source.id) ?? source
  if (!archives) return current
  const kin = sources.filter(({ ownership }) => ownership?.owner === current.ownership?.owner)
  const forgotten = [...new Set(kin.flatMap(({ options }) => options.forgotten ?? []))]
  if (forgotten.length === (current.options.forgotten?.length ?? 0)) return current
  const options = { ...current.options, forgotten }
  if (!dryRun) await store.changeSource(current.id, { options })
  return { ...current, options }
}

/** Pads of any workflows indexed in one write: more would hold up those who append for longer than they notice. */
const PADS_AT_ONCE = 20

/** Brings the index of all pads up to date where it is not, whichever source is asked: after an update of the analysis, mostly. */
async function reindexPads(request: RunRequest, { store }: RunPorts): Promise<RunCounts> {
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
    const ids = some.map(({ id }) => id)
    await store.write('all', (transaction) => indexPads(transaction, ids, indexer))
    counts.bytes += some.reduce((sum, { bytes }) => sum + bytes, 0)
    request.progress({ stage: 'read', done: at + some.length, total: outdated.length, said: some.at(-1)?.title ?? '' })
  }
  return counts
}

async function compare(view: StoreView, { source, reader, force }: RunRequest) {
  const sources = await view.sources.list({ kinds: [PAD_SOURCE.kind] })
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
