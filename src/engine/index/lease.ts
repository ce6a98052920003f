import { cancelled, WukuError } from '../../core/errors.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Store } from '../../ports/store.ts'

/** Long enough for the slowest batch; a process that was killed holds others up no longer than this. */
export const LEASE_MS = 15_000
export const RENEW_MS = 4_000
const ASK_AGAIN_MS = 150
/** A holder that renews for this long is at work on something enormous; the caller should hear of it. */
const PATIENCE_MS = 30 * 60_000

export interface LeaseRequest {
  readonly name: string
  readonly owner: string
  readonly signal: AbortSignal
  /** Whether the process of another owner is known to have ended, so that its lease need not be waited out. */
  hasEnded(owner: string): boolean
  /** Called once when another process is at work. */
  readonly waiting: () => void
}

/** Runs `work` while no other process does work of this name; the lease is renewed as long as it lasts. */
export async function withLease<T>(
  store: Pick<Store, 'lease' | 'release'>,
  clock: Clock,
  request: LeaseRequest,
  work: () => Promise<T>,
): Promise<T> {
  await acquire(store, clock, request)
  const stopRenewing = clock.every(
    RENEW_MS,
    () => void store.lease(request.name, request.owner, LEASE_MS).catch(() => {}),
  )
  try {
    return await work()
  } finally {
    stopRenewing()
    await store.release(request.name, request.owner)
  }
}

async function acquire(
  store: Pick<Store, 'lease' | 'release'>,
  clock: Clock,
  { name, owner, signal, hasEnded, waiting }: LeaseRequest,
): Promise<void> {
  const started = clock.now()
  let saidSo = false
  for (;;) {
    const holder = await store.lease(name, owner, LEASE_MS)
    if (holder === owner) return
    if (signal.aborted) throw cancelled()
    if (clock.now() - started > PATIENCE_MS) throw busy(name)
    if (hasEnded(holder)) await store.release(name, holder)
    else {
      if (!saidSo) waiting()
      saidSo = true
      await clock.sleep(ASK_AGAIN_MS, signal)
    }
  }
}

const busy = (name: string): WukuError =>
  new WukuError(
    'store-busy',
    `Another process has been at "${name}" for half an hour.`,
    'See what it does, or stop it, and run the command again.',
  )
