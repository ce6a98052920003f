import { cancelled, isWukuError, leaseLost, WukuError } from '@wuku/core/errors'
import { msg } from '@wuku/messages/kernel'
import type { Clock } from '@wuku/core/ports/clock'
import type { OwnedLease, Store } from '@wuku/core/ports/store'
import type { EnginePorts } from '../base/ports.ts'

/** Long enough for the slowest batch; a process that was killed holds others up no longer than this. */
export const LEASE_MS = 15_000
const RENEW_MS = 4_000
const ASK_AGAIN_MS = 150
/** A holder that renews for this long is at work on something enormous; the caller should hear of it. */
const TIMEOUT_MS = 30 * 60_000

export interface LeaseRequest extends OwnedLease {
  readonly signal: AbortSignal
  /** Whether the process of another owner is known to have ended, so that its lease need not be waited out. */
  hasEnded(owner: string): boolean
  /** Called once when another process is at work. */
  readonly waiting: () => void
}

/** Tools of work under a lease. */
export interface LeaseContext {
  /** Each of its writes is refused once the lease is lost. */
  readonly store: Store
  /** Aborted with the signal of the request, and when the lease is lost. */
  readonly signal: AbortSignal
  /** For what is written elsewhere than in the store: fails when the lease is lost, and else holds it for a while longer. */
  confirm(): Promise<void>
}

/**
 * Runs `work` while no other process does work of this name; the lease is renewed as long as it lasts. A process that
 * stood still for too long may have lost it: the work is aborted, and its later writes are refused.
 */
export async function withLease<T>(
  store: Store,
  clock: Clock,
  request: LeaseRequest,
  work: (lease: LeaseContext) => Promise<T>,
): Promise<T> {
  await acquire(store, clock, request)
  const renewal = keepRenewing(store, clock, request)
  const leasedStore = store.under(request)
  const signal = AbortSignal.any([request.signal, renewal.lost])
  const confirm = async (): Promise<void> => void (await leasedStore.lease(request.name, request.owner, LEASE_MS))
  try {
    return await work({ store: leasedStore, signal, confirm })
  } catch (thrown) {
    throw renewal.lost.aborted ? renewal.lost.reason : thrown
  } finally {
    await renewal.stop()
    await store.release(request.name, request.owner)
  }
}

export interface Renewal {
  /** Aborted when another holds the lease, or when that cannot be ruled out any more. */
  readonly lost: AbortSignal
  /** Resolves when no renewal is under way any more. */
  stop(): Promise<void>
}

/** Renews a lease that was just taken. A late renewal takes nothing back from a new holder. */
export function keepRenewing(store: Pick<Store, 'under'>, clock: Clock, { name, owner }: OwnedLease): Renewal {
  const leasedStore = store.under({ name, owner })
  const lost = new AbortController()
  let until = clock.now() + LEASE_MS
  let renewing: Promise<void> | undefined
  const renew = async (): Promise<void> => {
    const requestedAt = clock.now()
    try {
      await leasedStore.lease(name, owner, LEASE_MS)
      until = requestedAt + LEASE_MS
    } catch (thrown) {
      if (isWukuError(thrown) && thrown.code === 'lease-lost') lost.abort(thrown)
      // A store that is busy, or out of reach, is asked again for as long as the lease lasts.
      else if (clock.now() >= until) lost.abort(leaseLost(name, thrown))
    }
  }
  const stop = clock.every(RENEW_MS, () => {
    if (!lost.signal.aborted) renewing ??= renew().finally(() => (renewing = undefined))
  })
  return {
    lost: lost.signal,
    async stop() {
      stop()
      await renewing
    },
  }
}

async function acquire(
  store: Pick<Store, 'lease' | 'release'>,
  clock: Clock,
  { name, owner, signal, hasEnded, waiting }: LeaseRequest,
): Promise<void> {
  const started = clock.now()
  let hasReported = false
  for (;;) {
    const leaseOwner = await store.lease(name, owner, LEASE_MS)
    if (leaseOwner === owner) return
    if (signal.aborted) throw cancelled()
    if (clock.now() - started > TIMEOUT_MS) throw new WukuError('store-busy', msg('busy', { name }))
    if (hasEnded(leaseOwner)) await store.release(name, leaseOwner)
    else {
      if (!hasReported) waiting()
      hasReported = true
      await clock.sleep(ASK_AGAIN_MS, signal)
    }
  }
}

/** `withLease` through the ports of an engine. */
export function withLeasedPorts<T>(
  name: string,
  ports: EnginePorts,
  request: Pick<LeaseRequest, 'signal' | 'waiting'>,
  work: (ports: EnginePorts, signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const { store, clock, process } = ports
  const lease = { ...request, name, owner: process.newOwner(), hasEnded: process.hasEnded }
  return withLease(store, clock, lease, (leased) => work({ ...ports, store: leased.store }, leased.signal))
}
