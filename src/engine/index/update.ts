import type { Json, Source } from '../../core/words.ts'
import type { EnginePorts, IndexReport, IndexRequest } from '../engine.ts'
import type { Progress } from '../operation.ts'
import { PAD_SOURCE } from '../keeping/pad-source.ts'
import { reindexPads } from '../keeping/reindex.ts'
import { withLease } from './lease.ts'
import { runSource } from './run.ts'
import { reportOf, type Tally } from './tally.ts'

/** Problems kept with a source for `sources` and `doctor`; the rest is in the report of the run itself. */
const KEPT_PROBLEMS = 100

export type RunningUpdates = Map<number, Promise<Tally>>

/** Brings sources up to date, one after the other. A source that this process is already at is joined, not run twice. */
export async function updateSources(
  sources: readonly Source[],
  request: IndexRequest & { readonly folders?: readonly string[] },
  context: { readonly ports: EnginePorts; readonly running: RunningUpdates },
): Promise<IndexReport> {
  const started = context.ports.clock.now()
  const tallied = []
  for (const source of sources) {
    const tally = await joinOrRun(source, request, context)
    tallied.push({ source: source.name, kind: source.kind, tally })
  }
  const seconds = (context.ports.clock.now() - started) / 1000
  return reportOf(tallied, { seconds, dryRun: request.dryRun ?? false })
}

type UpdateContext = Parameters<typeof updateSources>[2]
type UpdateRequest = Parameters<typeof updateSources>[1]

/** A run of everything may be joined by one that asks for no more; any other waits for it and then runs. */
function joinOrRun(source: Source, request: UpdateRequest, context: UpdateContext): Promise<Tally> {
  const before = context.running.get(source.id)
  const asksForMore = request.force || request.dryRun || request.folders !== undefined
  if (before && !asksForMore) return before
  const run = Promise.resolve(before)
    .catch(() => {})
    .then(() => updateSource(source, request, context.ports))
    .finally(() => {
      if (context.running.get(source.id) === run) context.running.delete(source.id)
    })
  context.running.set(source.id, run)
  return run
}

async function updateSource(source: Source, request: UpdateRequest, ports: EnginePorts): Promise<Tally> {
  const signal = request.signal ?? new AbortController().signal
  const progress = request.progress ?? (() => {})
  const work = (): Promise<Tally> => runAndRecord(source, { ...request, signal, progress }, ports)
  if (request.dryRun) return work()
  const waiting = (): void =>
    progress({
      stage: 'wait',
      done: 0,
      total: undefined,
      said: `Another process is indexing ${source.name}; waiting for it`,
    })
  const { owner, hasEnded } = ports
  return withLease(ports.store, ports.clock, { name: `index:${source.id}`, owner, signal, hasEnded, waiting }, work)
}

async function runAndRecord(
  source: Source,
  request: UpdateRequest & { signal: AbortSignal; progress: (step: Progress) => void },
  ports: EnginePorts,
): Promise<Tally> {
  const kind = ports.kinds.find((known) => known.kind === source.kind)
  if (!kind) throw new Error(`No storehouse for ${source.kind}.`)
  // What is kept here is written to while it is listed: it is indexed again where no writer can come between.
  const run = source.kind === PAD_SOURCE.kind ? reindexPads : runSource
  const tally = await run(
    {
      source,
      feed: ports.openFeed(source),
      reader: kind.reader,
      force: request.force ?? false,
      dryRun: request.dryRun ?? false,
      folders: request.folders,
      signal: request.signal,
      progress: request.progress,
    },
    ports,
  )
  if (!request.dryRun) await record(source, tally, request.folders === undefined, ports)
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
  // Tidying writes the file anew: for a change in a watched folder it waits for the next whole run, for a removal it does not.
  if (whole || tally.removed > 0) await store.tidy()
}
