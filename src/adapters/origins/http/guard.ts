import { lookup as resolve, type LookupAddress, type LookupOptions } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import { isPublicAddress } from './addresses.ts'
import { failures } from './failures.ts'

/** What decides whether a connection to a host may be opened. */
export interface Guard {
  /** Throws for an address that is written out: no name is looked up for it. */
  check(url: URL): void
  /** Resolves the name and refuses what any of its addresses forbids; the connection goes to exactly these. */
  lookupFor(url: URL): LookupFunction
}

export type Resolve = (
  host: string,
  answer: (error: NodeJS.ErrnoException | null, addresses: readonly LookupAddress[]) => void,
) => void

const resolveBySystem: Resolve = (host, answer) => resolve(host, { all: true }, answer)

/** `allowed`: hosts, with or without a port, whose addresses are not looked at. */
export function createGuard(allowed: readonly string[], resolveName: Resolve = resolveBySystem): Guard {
  const hosts = new Set(allowed.map((host) => host.toLowerCase()))
  const isAllowed = (url: URL): boolean => [url.host, url.hostname, bare(url.hostname)].some((host) => hosts.has(host))
  return {
    check(url) {
      const name = bare(url.hostname)
      const isClosed = isIP(name) === 0 ? isOwnName(name) : !isPublicAddress(name)
      if (isClosed && !isAllowed(url)) throw failures.closed(url.host)
    },
    lookupFor: (url) => (host, options, answer) =>
      resolveName(host, (error, addresses) => {
        if (error) answer(error, [])
        else if (isAllowed(url) || addresses.every(({ address }) => isPublicAddress(address)))
          answerAs(addresses, options, answer)
        else answer(failures.closed(url.host), [])
      }),
  }
}

/** `[::1]` as URLs have it. */
const bare = (hostname: string): string => hostname.replace(/^\[|\]$/g, '')

/** Behind a proxy no name is looked up here, and these say by themselves where they lead. */
const isOwnName = (name: string): boolean => /(?:^|\.)(?:localhost|local|internal|localdomain)\.?$/.test(name)

/** All of them, or the first, whichever the system's own lookup would have been asked for. */
function answerAs(
  addresses: readonly LookupAddress[],
  { all }: LookupOptions,
  answer: Parameters<LookupFunction>[2],
): void {
  const [first] = addresses
  if (!first) answer(Object.assign(new Error('no address'), { code: 'ENOTFOUND' }), [])
  else if (all) answer(null, [...addresses])
  else answer(null, first.address, first.family)
}
