import { WukuError } from '@wuku/core/errors'
import { msg } from '@wuku/messages/kernel'
import type { Source } from '@wuku/core/core-types'
import type { Polls } from '@wuku/core/ports/feed'
import type { FeedPorts } from '../base/ports.ts'
import { changesIn, type IndexReport, type IndexRequest, type WatchRequest } from '../base/parts/index-runs.ts'

export interface WatchContext {
  readonly ports: FeedPorts
  /** For a server: where its questions find sources that cannot be watched. Told how to wait for the runs that follow. */
  looks?(settled: () => Promise<void>): Polls
  index(request: IndexRequest & { folders?: readonly string[] }): Promise<IndexReport>
}

/** Runs each source once, then again for just the folders that were written to, until the signal. */
export async function watchSources(sources: readonly Source[], request: WatchRequest, context: WatchContext) {
  const signal = request.signal
  if (!signal) throw new WukuError('bad-input', msg('watchingNeedsSignalThatEnds'))
  await Promise.all(sources.map((source) => watchSource(source, { ...request, signal }, context)))
}

async function watchSource(
  source: Source,
  request: WatchRequest & { signal: AbortSignal },
  { ports, index, looks }: WatchContext,
): Promise<void> {
  const run = async (folders?: readonly string[]): Promise<void> => {
    const report = await index({ sources: [`${source.kind}/${source.name}`], folders, signal: request.signal })
    const isPartial = folders !== undefined
    if (isPartial && report.sources.some((each) => !each.complete)) return run()
    if (changesIn(report) > 0) request.changed?.(report)
  }
  const runReported = async (folders?: readonly string[]): Promise<void> => {
    try {
      await run(folders)
    } catch (error) {
      if (!request.signal.aborted) request.failed?.(error)
    }
  }
  const feed = await ports.open.feed(source)
  const runs = createRuns(runReported)
  const watching = feed.watch?.(
    (folders) => runs.ask(folders),
    request.signal,
    looks?.(() => runs.done()),
  )
  // Its failure is met below, when the first run is over.
  watching?.catch(() => {})
  await runs.runAll()
  await watching
  await runs.done()
}

/** Runs follow one another. */
function createRuns(run: (folders?: readonly string[]) => Promise<void>) {
  const waiting = new Set<string>()
  let turn: Promise<void> = Promise.resolve()
  const runWaiting = (): Promise<void> => {
    const folders = [...waiting]
    waiting.clear()
    return folders.length > 0 ? run(folders) : Promise.resolve()
  }
  return {
    runAll: () => (turn = turn.then(() => run())),
    /** Folders that are written to while a run is under way wait together for the next one. */
    ask(folders: readonly string[]) {
      const isScheduled = waiting.size > 0
      for (const folder of folders) waiting.add(folder)
      if (!isScheduled) turn = turn.then(runWaiting)
    },
    /** Resolves when all that was asked for so far is done. */
    done: () => turn,
  }
}
