import type { Source } from '../../core/words.ts'
import type { EnginePorts } from '../engine.ts'
import { LEASE_MS, RENEW_MS } from './lease.ts'
import { watchSources, type WatchContext } from './watch.ts'

/** A server answers its client first; what changed while nobody looked can wait so long. */
const SETTLE_MS = 1_500
/** Of several servers one watches; the others look so often whether it still does. */
const LOOK_AGAIN_MS = 10_000

/** Watches the sources that ask for it, unless another process does, until the signal. */
export async function keepFresh(
  sources: readonly Source[],
  signal: AbortSignal,
  context: WatchContext & { readonly ports: EnginePorts },
): Promise<void> {
  const watched = sources.filter((source) => source.options.watch === true)
  if (watched.length === 0) return
  await context.ports.clock.sleep(SETTLE_MS, signal)
  await Promise.all(watched.map((source) => keepSource(source, signal, context)))
}

async function keepSource(
  source: Source,
  signal: AbortSignal,
  context: Parameters<typeof keepFresh>[2],
): Promise<void> {
  const { store, clock, owner, hasEnded } = context.ports
  const name = `watch:${source.id}`
  while (!signal.aborted) {
    const holder = await store.lease(name, owner, LEASE_MS)
    if (holder === owner) {
      const stopRenewing = clock.every(RENEW_MS, () => void store.lease(name, owner, LEASE_MS).catch(() => {}))
      await watchSources([source], { sources: [], signal }, context)
      stopRenewing()
      await store.release(name, owner)
    } else if (hasEnded(holder)) await store.release(name, holder)
    else await clock.sleep(LOOK_AGAIN_MS, signal)
  }
}
