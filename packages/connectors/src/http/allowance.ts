/** Rate limit as a service reports it. */
export interface Allowance {
  readonly limit: number
  readonly remaining: number
  /** Milliseconds since the epoch. */
  readonly resetAt: number
}

/** Half of what is allowed stays with the people who use the same credential. */
const SHARE = 0.5

/** `x-ratelimit-*` of GitHub and others, `ratelimit-*` of GitLab; the reset is a moment, or a number of seconds. */
export function readAllowance(header: (name: string) => string | undefined, now: number): Allowance | undefined {
  const number = (name: string): number =>
    Number(header(`x-ratelimit-${name}`) ?? header(`ratelimit-${name}`) ?? Number.NaN)
  const [limit, remaining, reset] = [number('limit'), number('remaining'), number('reset')]
  if (![limit, remaining, reset].every(Number.isFinite)) return undefined
  return { limit, remaining, resetAt: reset > 1_000_000_000 ? reset * 1_000 : now + reset * 1_000 }
}

/** Milliseconds to wait before the next request. */
export function pauseBefore(last: Allowance | undefined, now: number): number {
  if (!last || last.remaining > last.limit * (1 - SHARE)) return 0
  return Math.max(0, last.resetAt - now)
}
