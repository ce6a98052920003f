import type { Source, SourceId } from '@wuku/core/core-types'
import type { EnginePorts } from '../base/ports.ts'
import { withLeasedPorts, type LeaseRequest } from './lease.ts'
import type { RunCounts } from './run-counts.ts'

/** Work of this process on each source, and the last in its queue: one task after the other. */
export type SourceQueues = Map<SourceId, QueuedWork>

export interface QueuedWork {
  readonly done: Promise<unknown>
  /** An index run, which others may join. */
  readonly run?: Promise<RunCounts>
}

/** Works when everything is done that this process began under the key before. */
export function runInOrder<T, Key>(key: Key, queues: Map<Key, QueuedWork>, work: () => Promise<T>): Promise<T> {
  const before = queues.get(key)?.done ?? Promise.resolve()
  // A failure of the task before was reported to its own caller.
  const done: Promise<T> = before
    .catch(() => {})
    .then(work)
    .finally(() => {
      if (queues.get(key)?.done === done) queues.delete(key)
    })
  queues.set(key, { done })
  return done
}

/** Works while nobody else indexes the source, with a store and a signal that know when that is no longer so. */
export const withIndexLease = <T>(
  { id }: Source,
  ports: EnginePorts,
  request: Pick<LeaseRequest, 'signal' | 'waiting'>,
  work: (ports: EnginePorts, signal: AbortSignal) => Promise<T>,
): Promise<T> => withLeasedPorts(`index:${id}`, ports, request, work)
