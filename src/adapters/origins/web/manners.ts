import { setTimeout as wait } from 'node:timers/promises'
import { fetchText, type Asking } from './fetch-text.ts'
import { closedRobots, noRobots, readRobots, type Robots } from './robots.ts'

/** How each host wants to be visited: its `robots.txt` is asked for once. */
export interface Manners {
  of(url: URL): Promise<Robots>
  /** Ends when the host may be asked for the next page. */
  turn(url: URL): Promise<void>
}

export function createManners(asking: Asking): Manners {
  const known = new Map<string, Promise<Robots>>()
  const next = new Map<string, number>()
  const of = ({ origin }: URL): Promise<Robots> => {
    const found = known.get(origin) ?? askFor(origin, asking)
    known.set(origin, found)
    return found
  }
  return {
    of,
    async turn(url) {
      const { delay } = await of(url)
      if (delay === 0) return
      const now = Date.now()
      const mine = Math.max(now, next.get(url.origin) ?? 0)
      next.set(url.origin, mine + delay)
      if (mine > now) await wait(mine - now, undefined, { signal: asking.signal })
    },
  }
}

/** As much as others read of it. */
const MOST_BYTES = 512 * 1024

/** No such file means that all is allowed; a server in trouble that nothing is, for now. */
async function askFor(origin: string, asking: Asking): Promise<Robots> {
  const { status, text } = await fetchText(new URL('/robots.txt', origin), { ...asking, maxBytes: MOST_BYTES })
  if (text !== undefined) return readRobots(text)
  return status === 0 || status >= 500 ? closedRobots : noRobots
}
