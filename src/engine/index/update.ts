import { cancelled } from '../../core/errors.ts'
import type { Json, Source, StoredDocument } from '../../core/words.ts'
import type { EnginePorts } from '../ports.ts'
import type { IndexReport, IndexRequest } from '../parts/index-runs.ts'
import type { DeferredWork } from './deferred-work.ts'
import { PAD_SOURCE } from '../pads/pad-source.ts'
import { runSource } from './run.ts'
import { reportOf, type Tally, newTally } from './tally.ts'
import { withIndexLease, runInOrder, type SourceQueues } from './source-queues.ts'
import { everything } from '../../ports/access.ts'
import { stampOfPad, type PadFacts } from '../../ports/pads.ts'
import type { StoreView } from '../../ports/store.ts'
import { WordMemory } from '../../text/terms/memory.ts'
import { analyserOf } from './analyse.ts'
import type { RunPorts, RunRequest } from './request.ts'
import { indexPads, unindexPads } from '../pads/index-pads.ts'
import type { Progress } from '../caller.ts'
import { readerFor } from '../push/pushed-item.ts'

/** Problems kept with a source for `sources` and `doctor`; the rest is in the report of the run itself. */
const KEPT_PROBLEMS = 100

/** Brings sources up to date, one after the other. A source that this process is already at is joined, not run twice. */
export async function updateSources(
  sources: readonly Source[],
  request: IndexRequest & { readonly folders?: readonly string[] },
  context: UpdateContext,
): Promise<IndexReport> {
  const started = context.ports.clock.now()
  const tallied = []
  for (const source of sources) {
    if (request.signal?.aborted) throw cancelled()
    const tally = await joinOrRun(source, request, context)
    tallied.push({ source: source.name, kind: source.kind, tally })
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
function joinOrRun(source: Source, request: UpdateRequest, context: UpdateContext): Promise<Tally> {
  const { queues } = context
  const before = queues.get(source.id)?.run
  const asksForMore = request.force || request.dryRun || request.folders !== undefined
  if (before && !asksForMore) return before
  const run = runInOrder(source.id, queues, () => updateSource(source, request, context))
  queues.set(source.id, { done: run, run })
  return run
}

async function updateSource(source: Source, request: UpdateRequest, context: UpdateContext): Promise<Tally> {
  const { ports } = context
  const { dryRun = false, signal = new AbortController().signal, progress = () => {} } = request
  const work = async (held: EnginePorts, ending: AbortSignal): Promise<Tally> => {
    const current = await currentSource(source, held, { dryRun })
    return runAndRecord(current, { ...request, signal: ending, progress }, { ...context, ports: held })
  }
  if (dryRun) return work(ports, signal)
  const said = `Another process is indexing ${source.name}; waiting for it`
  const waiting = (): void => progress({ stage: 'wait', done: 0, total: undefined, said })
  return withIndexLease(source, ports, { signal, waiting }, work)
}

async function runAndRecord(
  source: Source,
  request: UpdateRequest & { signal: AbortSignal; progress: (step: Progress) => void },
  { ports, tidying }: UpdateContext,
): Promise<Tally> {
  const kind = ports.kinds.find((known) => known.kind === source.kind)
  if (!kind) throw new Error(`No storehouse for ${source.kind}.`)
  // What is kept here is written to while it is listed: it is indexed again where no writer can come between.
  const run = source.kind === PAD_SOURCE.kind ? reindexPads : runSource
  const tally = await run(
    {
      source,
      feed: ports.open.feed(source),
      reader: readerFor(source, await kind.reader()),
      force: request.force ?? false,
      dryRun: request.dryRun ?? false,
      folders: request.folders,
      signal: request.signal,
      progress: request.progress,
    },
    ports,
  )
  if (request.dryRun) return tally
  const isWhole = request.folders === undefined
  await record(source, tally, isWhole, ports)
  // Tidying writes the file anew. Who took something out is answered when it is gone; after changes alone, and after what
  // went from a watched folder, it comes soon after, and for a change in a watched folder with the next whole run.
  if (isWhole && tally.removed > 0) await ports.store.tidy()
  else if (isWhole || tally.removed > 0) tidying.ask()
  return tally
}

/** A run that could not list everything leaves the time of the last whole one; one of some folders leaves its report. */
async function record(source: Source, tally: Tally, whole: boolean, { store, clock }: EnginePorts): Promise<void> {
  const report: Json = {
    at: clock.now(),
    problems: tally.problems.slice(0, KEPT_PROBLEMS).map((problem) => ({ ...problem })),
    problemCount: tally.problems.length,
    skippedCount: tally.skipped.length,
    maskedCount: tally.masked.reduce((sum, { count }) => sum + count, 0),
    complete: tally.complete,
  }
  await store.changeSource(source.id, {
    ...(whole ? { report } : {}),
    ...(tally.complete ? { indexedAt: clock.now() } : {}),
  })
}

/**
 * A source as it is now: what was forgotten while a run waited counts for it. A source of an archive also takes over what
 * the others of its kind remember, so that one that is added later does not bring back what was forgotten before.
 */
async function currentSource(
  source: Source,
  { store, kinds }: Pick<EnginePorts, 'store' | 'kinds'>,
  { dryRun }: { readonly dryRun: boolean },
): Promise<Source> {
  const sources = await store.read(everything, (view) => view.sources.list())
  const current = sources.find(({ id }) => id === source.id) ?? source
  if (!kinds.find(({ kind }) => kind === source.kind)?.facts.archives) return current
  const kin = sources.filter(({ kind }) => kind === source.kind)
  const forgotten = [...new Set(kin.flatMap(({ options }) => options.forgotten ?? []))]
  if (forgotten.length === (current.options.forgotten?.length ?? 0)) return current
  const options = { ...current.options, forgotten }
  if (!dryRun) await store.changeSource(current.id, { options })
  return { ...current, options }
}

/** Pads of any workflows indexed in one write: more would hold up those who append for longer than they notice. */
const PADS_AT_ONCE = 20

/** Brings the index of pads up to date where it is not: after an update of the analysis, mostly. */
async function reindexPads(request: RunRequest, { store }: RunPorts): Promise<Tally> {
  const tally = newTally()
  const { source, reader } = request
  const { outdated, gone, missing, unchanged } = await store.read(everything, (view) => compare(view, request))
  tally.unchanged = unchanged
  tally.added = missing
  tally.changed = outdated.length - missing
  tally.removed = gone.length
  if (request.dryRun) return tally
  const indexer = { source: source.id, reader, memory: new WordMemory() }
  if (gone.length > 0) await store.write('all', (transaction) => unindexPads(transaction, gone, indexer))
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
    tally.bytes += some.reduce((sum, { bytes }) => sum + bytes, 0)
    request.progress({ stage: 'read', done: at + some.length, total: outdated.length, said: some.at(-1)?.title ?? '' })
  }
  return tally
}

async function compare(view: StoreView, { source, reader, force }: RunRequest) {
  const [documents, pads] = [await view.documents.list({ sources: [source.id] }), await view.pads.everyPad()]
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
