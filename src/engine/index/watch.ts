import { WukuError } from '../../core/errors.ts'
import type { Source } from '../../core/words.ts'
import type { EnginePorts, IndexReport, IndexRequest, WatchRequest } from '../engine.ts'

export interface WatchContext {
  readonly ports: Pick<EnginePorts, 'openFeed'>
  index(request: IndexRequest & { folders?: readonly string[] }): Promise<IndexReport>
}

/** Runs each source once, then again for just the folders that were written to, until the signal. */
export async function watchSources(
  sources: readonly Source[],
  request: WatchRequest,
  context: WatchContext,
): Promise<void> {
  const signal = request.signal
  if (!signal) throw new WukuError('bad-input', 'Watching needs a signal that ends it.', 'Give one.')
  await Promise.all(sources.map((source) => watchSource(source, { ...request, signal }, context)))
}

async function watchSource(
  source: Source,
  request: WatchRequest & { signal: AbortSignal },
  { ports, index }: WatchContext,
): Promise<void> {
  const run = async (folders?: readonly string[]): Promise<void> => {
    const report = await index({ sources: [`${source.kind}/${source.name}`], folders, signal: request.signal })
    const isPartial = folders !== undefined
    if (isPartial && report.sources.some((each) => !each.complete)) return run()
    if (changes(report) > 0) request.changed?.(report)
  }
  const feed = ports.openFeed(source)
  let turn: Promise<void> = Promise.resolve()
  /** Runs follow one another; one that fails is told and does not end the watch. */
  const inTurn = (folders?: readonly string[]): Promise<void> => {
    turn = turn
      .then(() => run(folders))
      .catch((error: unknown) => {
        if (!request.signal.aborted) request.failed?.(error)
      })
    return turn
  }
  const watching = feed.watch?.((folders) => void inTurn(folders), request.signal)
  await inTurn()
  await watching
  await turn
}

const changes = (report: IndexReport): number => report.added + report.changed + report.moved + report.removed
