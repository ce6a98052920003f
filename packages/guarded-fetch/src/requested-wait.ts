/** A header of an answer, by its name in lower case. */
export type Header = (name: string) => string | undefined

export const isRateLimited = (status: number | undefined, header: Header): boolean =>
  status === 429 || (status === 403 && (header('retry-after') !== undefined || header('x-ratelimit-remaining') === '0'))

/** Milliseconds that a server asks to wait; `undefined`: it does not say. */
export function requestedWait(header: Header): number | undefined {
  const after = header('retry-after') ?? header('x-ogw-ratelimit-reset')
  const wait = timeUntil(after ?? header('x-ratelimit-reset') ?? header('ratelimit-reset'), header)
  // A second more: clocks differ.
  return wait === undefined || wait === 0 ? wait : wait + 1000
}

/** Beyond this many seconds a number is a moment since 1970, and beyond a thousand times as much one in milliseconds. */
const MOMENT = 1_000_000_000

/** Dates have whole seconds: our clock is the finer one unless it is wrong. */
const DISAGREE_MS = 60_000

/** Milliseconds until a moment, a date, or the end of so many seconds. Moments are of the clock of the server, which names it. */
export function timeUntil(text: string | undefined, header: Header, ours = Date.now()): number | undefined {
  if (text === undefined || text.trim() === '') return undefined
  const number = Number(text)
  if (number < MOMENT) return Math.max(0, number * 1000)
  const moment = Number.isNaN(number) ? Date.parse(text) : number > MOMENT * 1000 ? number : number * 1000
  const theirs = Date.parse(header('date') ?? '')
  const now = Math.abs(theirs - ours) > DISAGREE_MS ? theirs : ours
  return Number.isNaN(moment) ? undefined : Math.max(0, moment - now)
}
