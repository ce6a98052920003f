import type { Clock } from '../../ports/clock.ts'
import type { Looks } from '../../ports/feed.ts'

/** Milliseconds that a question may look for changes in sources that cannot be watched. */
const LOOK_MS = 50
/** And that it may wait until what was found is taken in; a longer run goes on behind the answer. */
const TAKE_IN_MS = 500

export interface OfferedLooks {
  /** For one source: `settled` resolves when all that was reported for it so far is taken in. */
  of(settled: () => Promise<void>): Looks
  /** Looks for changes where no watch reports them; returns at once if everything is watched. */
  lookAround(): Promise<void>
}

export function createLooks(clock: Pick<Clock, 'now' | 'sleep'>): OfferedLooks {
  const offered = new Set<Offered>()
  let underWay: Promise<void> | undefined
  return {
    of: (settled) => ({
      offer(look) {
        const each = { look, settled }
        offered.add(each)
        return () => void offered.delete(each)
      },
    }),
    lookAround: () =>
      offered.size === 0
        ? Promise.resolve()
        : (underWay ??= lookAt(offered, clock).finally(() => {
            underWay = undefined
          })),
  }
}

interface Offered {
  readonly look: Parameters<Looks['offer']>[0]
  readonly settled: () => Promise<void>
}

async function lookAt(offered: Set<Offered>, clock: Pick<Clock, 'now' | 'sleep'>): Promise<void> {
  const until = clock.now() + LOOK_MS
  const found: Promise<void>[] = []
  const inTurn = Array.from(offered)
  for (const each of inTurn) {
    const left = until - clock.now()
    if (left <= 0) break
    // A source that was examined goes to the end of the queue.
    if (offered.delete(each)) offered.add(each)
    if (await each.look(left)) found.push(each.settled())
  }
  if (found.length === 0) return
  const over = new AbortController()
  await Promise.race([Promise.all(found), clock.sleep(TAKE_IN_MS, over.signal)])
  over.abort()
}
