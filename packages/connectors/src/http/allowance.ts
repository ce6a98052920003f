import { timeUntil, type Header } from '@wuku/guarded-fetch/requested-wait'

/** How often a service may be asked, as its documentation says it. */
export interface Pace {
  /** Addresses that are counted by themselves; all others where it is absent. */
  readonly of?: RegExp
  readonly requests: number
  /** Milliseconds. */
  readonly per: number
}

/** Half of what is allowed stays with the people who use the same credential. */
const SHARE = 0.5
/** Short windows are measured over this time, so that some hundred items need not wait: that half is used up first. */
const LONG_MS = 5 * 60_000
/** Within a short window. Requests may arrive closer together than they were sent. */
const OF_WINDOW = 0.8

/**
 * Milliseconds to wait before each request. A service that says in its answers what is left is believed; until then its
 * documentation is. All of half the allowance may be used at once, and then as fast as it grows again.
 */
export function createAllowance(paces: readonly Pace[], now: () => number) {
  const documented = paces.map((pace) => ({ pace, count: countBy(pace) }))
  let said: ReturnType<typeof readAllowance>
  const of = (path: string) => documented.find(({ pace }) => pace.of?.test(path) ?? true)
  return {
    pauseBefore(path: string): number {
      const at = now()
      if (said && said.resetAt > at) return said.remaining > said.limit * (1 - SHARE) ? 0 : said.resetAt - at
      return of(path)?.count.wait(at) ?? 0
    },
    /** The service asks to wait so long. */
    rest: (milliseconds: number): void => void (said = { limit: 1, remaining: 0, resetAt: now() + milliseconds }),
    sent: (path: string): void => of(path)?.count.add(now()),
    /** Reads it; a window whose end is not said is as long as the documented one. */
    answered: (path: string, header: Header): void => void (said = readAllowance(header, now(), of(path)?.pace.per)),
  }
}

/** `x-ratelimit-*` of GitHub and others, `ratelimit-*` of GitLab. Data Center names the seconds after which some come back. */
function readAllowance(header: Header, now: number, window?: number) {
  const said = (name: string): string | undefined => header(`x-ratelimit-${name}`) ?? header(`ratelimit-${name}`)
  const [limit, remaining] = [Number(said('limit') ?? Number.NaN), Number(said('remaining') ?? Number.NaN)]
  const wait = timeUntil(said('reset') ?? said('interval-seconds'), header, now) ?? window
  return wait === undefined || !Number.isFinite(limit + remaining)
    ? undefined
    : { limit, remaining, resetAt: now + wait }
}

function countBy({ requests, per }: Pace) {
  const each = per / (requests * SHARE)
  const atOnce = Math.max(per, LONG_MS)
  const most = per < LONG_MS ? Math.max(1, Math.floor(requests * OF_WINDOW)) : 0
  const times: number[] = []
  /** When all that was sent would have grown again. */
  let whole = 0
  return {
    wait: (now: number): number =>
      Math.max(0, whole + each - atOnce - now, times.length < most || most === 0 ? 0 : (times[0] ?? 0) + per - now),
    add(now: number): void {
      whole = Math.min(Math.max(whole, now) + each, now + atOnce)
      if (most > 0) times.push(now)
      if (times.length > most) times.shift()
    },
  }
}
