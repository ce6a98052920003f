import type { Source } from '../../core/words.ts'
import type { EnginePorts } from '../engine.ts'
import { LEASE_MS, RENEW_MS } from './lease.ts'
import { watchSources, type WatchContext } from './watch.ts'

/** A server answers its client first; what changed while nobody looked can wait so long. */
const SETTLE_MS = 1_500
/** Of several servers one watches; the others look so often whether it still does. */
const LOOK_AGAIN_MS = 10_000

/** Watches the sources that ask for it, also those that come later, unless another process does, until the signal. */
export async function keepFresh(signal: AbortSignal, context: KeepContext): Promise<void> {
  const { clock, store } = context.ports
  const known = new Set<number>()
  const keeping: Promise<void>[] = []
  await clock.sleep(SETTLE_MS, signal)
  while (!signal.aborted) {
    const sources = await store.read((view) => view.sources())
    for (const source of sources.filter(({ id, options }) => options.watch === true && !known.has(id))) {
      known.add(source.id)
      keeping.push(keepSource(source, signal, context))
    }
    // A watch ends by itself only when it fails: then this ends with it.
    await Promise.race([clock.sleep(LOOK_AGAIN_MS, signal), ...keeping])
  }
  await Promise.all(keeping)
}

type KeepContext = WatchContext & { readonly ports: EnginePorts }

async function keepSource(source: Source, signal: AbortSignal, context: KeepContext): Promise<void> {
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
