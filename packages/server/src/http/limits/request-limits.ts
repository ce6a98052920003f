import { msg, type Refusal } from '@wuku/messages/server'
import { actorOf, isOwner, type Caller } from '@wuku/kernel/base/caller'
import type { SharedCounts } from '@wuku/core/ports/instances'
import { refusal, type HttpFailure } from '@wuku/http-kit/http-failures'
import { ANONYMOUS, isAnonymous } from '@wuku/http-kit/guards'
import type { CallerAccount, HttpCaller } from '@wuku/http-kit/route'
import { networkOf } from '@wuku/http-kit/limits/client-address'

export interface RequestLimitsInput {
  /** Limit of one credential; 0: none. */
  readonly requestsPerMinute: number
  /** Limit of wrong credentials from one address; 0: none. */
  readonly failuresPerMinute: number
  /** Milliseconds from any moment on; it never goes back. */
  now?(): number
  /** Counts of all instances together; where it cannot be asked, each counts for itself. */
  readonly shared?: SharedCounts | undefined
}

export interface RequestLimits {
  /** Counts a request; `refused` when there were too many before. */
  count(caller: LimitedCaller, address: string): Promise<CountedRequest>
  /** Counts a wrong credential; returns the refusal when there were too many before. */
  fail(address: string): Promise<HttpFailure | undefined>
}

export type LimitedCaller = Pick<HttpCaller, 'actor' | 'credential'> & {
  readonly account?: Pick<CallerAccount, 'rateLimit'>
}

export interface CountedRequest {
  /** For the answer, whatever it is. */
  readonly headers: Readonly<Record<string, string>>
  readonly refused?: HttpFailure
}

export function createRequestLimits({
  requestsPerMinute,
  failuresPerMinute,
  now = () => performance.now(),
  shared,
}: RequestLimitsInput): RequestLimits {
  const addRequest = shareWindows('requests', createWindows(now), shared)
  const addFailure = shareWindows('failures', createWindows(now), shared)
  return {
    async count(caller, address) {
      const maxRequests = limitOf(caller, requestsPerMinute)
      if (maxRequests === 0) return unlimited
      const { count, seconds } = await addRequest(keyOf(caller, address), maxRequests)
      const headers = {
        'RateLimit-Limit': String(maxRequests),
        'RateLimit-Remaining': String(Math.max(0, maxRequests - count)),
        'RateLimit-Reset': String(seconds),
      }
      if (count <= maxRequests) return { headers }
      return { headers, refused: limited(msg('requestsAMinute', { requests: maxRequests, seconds }), seconds) }
    },
    async fail(address) {
      if (failuresPerMinute === 0) return undefined
      const { count, seconds } = await addFailure(networkOf(address), failuresPerMinute)
      return count > failuresPerMinute ? limited(msg('wrongCredentials', { seconds }), seconds) : undefined
    },
  }
}

const unlimited: CountedRequest = Object.freeze({ headers: Object.freeze({}) })

/** The local user has none. A key may lower the limit of all, and never raise it. */
export function limitOf({ actor, account }: LimitedCaller, ofAll: number): number {
  if (isOwner(actor)) return 0
  const own = account?.rateLimit ?? 0
  return own > 0 && ofAll > 0 ? Math.min(own, ofAll) : own || ofAll
}

/** Key by which turns, budgets and streams are counted: the user, or the network of a caller without a credential. */
export const fairnessKey = (caller: Pick<Caller, 'actor' | 'address'>): string =>
  actorOf(caller) === ANONYMOUS ? `${ANONYMOUS} ${networkOf(caller.address ?? '')}` : actorOf(caller)

/** Requests without a credential have nothing in common but their address. */
const keyOf = (caller: LimitedCaller, address: string): string =>
  isAnonymous(caller) ? `${caller.credential} ${networkOf(address)}` : caller.credential

const WINDOW_MS = 60_000
/** Addresses are free for an attacker, memory is not: the oldest windows go. */
const MAX_WINDOWS = 50_000

interface Counted {
  /** With this one, and no further than one above the limit. */
  readonly count: number
  /** Until the window ends. */
  readonly seconds: number
}

/** Requests are always counted here as well, so that a limit does not start again while the shared counts are away. */
const shareWindows =
  (name: string, addHere: ReturnType<typeof createWindows>, shared: SharedCounts | undefined) =>
  async (key: string, maxRequests: number): Promise<Counted> => {
    const here = addHere(key, maxRequests)
    const together = await shared?.add(`${name} ${key}`, WINDOW_MS)
    if (!together) return here
    return { count: Math.min(together.count, maxRequests + 1), seconds: ceilSeconds(together.milliseconds) }
  }

const ceilSeconds = (milliseconds: number): number => Math.max(1, Math.ceil(milliseconds / 1_000))

/** Windows of a minute, each from the first time that its key is counted; so they end in the order in which they lie here. */
function createWindows(now: () => number) {
  const windows = new Map<string, { readonly since: number; count: number }>()
  const dropEnded = (at: number): void => {
    for (const [key, { since }] of windows) {
      if (since + WINDOW_MS > at && windows.size <= MAX_WINDOWS) return
      windows.delete(key)
    }
  }
  return (key: string, maxRequests: number): Counted => {
    const at = now()
    dropEnded(at)
    const window = windows.get(key) ?? { since: at, count: 0 }
    windows.set(key, window)
    window.count = Math.min(window.count, maxRequests) + 1
    return { count: window.count, seconds: ceilSeconds(window.since + WINDOW_MS - at) }
  }
}

const limited = (message: Refusal, seconds: number): HttpFailure =>
  refusal('rate-limited', message, { headers: { 'Retry-After': String(seconds) } })
