import type { Source, SourceId } from '../../core/words.ts'
import type { EnginePorts } from '../engine.ts'
import { withLease, type LeaseRequest } from './lease.ts'
import type { Tally } from './tally.ts'

/** What this process is at with each source, and the last that waits for it: one thing after the other. */
export type Turns = Map<SourceId, Turn>

export interface Turn {
  readonly done: Promise<unknown>
  /** An index run, which others may join. */
  readonly run?: Promise<Tally>
}

/** Works when everything is done that this process began under the key before. */
export function takeTurn<T, Key>(key: Key, turns: Map<Key, Turn>, work: () => Promise<T>): Promise<T> {
  const before = turns.get(key)?.done ?? Promise.resolve()
  const done: Promise<T> = before
    .catch(() => {})
    .then(work)
    .finally(() => {
      if (turns.get(key)?.done === done) turns.delete(key)
    })
  turns.set(key, { done })
  return done
}

/** Works while no other process indexes the source. Of one's own process a lease does not know: take a turn first. */
export const aloneAt = <T>(
  source: Source,
  { store, clock, owner, hasEnded }: EnginePorts,
  { signal, waiting }: Pick<LeaseRequest, 'signal' | 'waiting'>,
  work: () => Promise<T>,
): Promise<T> => withLease(store, clock, { name: `index:${source.id}`, owner, signal, hasEnded, waiting }, work)
