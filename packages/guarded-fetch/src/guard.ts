import { lookup as resolve, type LookupAddress, type LookupOptions } from 'node:dns'
import { isIP, type LookupFunction, isIPv4, isIPv6 } from 'node:net'
import { blockListOf, groupsOf } from './address-ranges.ts'
import { failures } from './http-origin-failures.ts'

/** Decides whether a connection to a host may be opened. */
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
function answerAs(addresses: readonly LookupAddress[], { all }: LookupOptions, answer: Parameters<LookupFunction>[2]) {
  const [first] = addresses
  if (!first) answer(Object.assign(new Error('no address'), { code: 'ENOTFOUND' }), [])
  else if (all) answer(null, [...addresses])
  else answer(null, first.address, first.family)
}

/**
 * Whether an address is one of the open internet. All others are closed to servers that users name: behind them lie
 * routers, metadata services and the user's own machine.
 */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !closed.check(address, 'ipv4')
  if (!isIPv6(address) || address.includes('%')) return false
  const groups = groupsOf(address)
  const carried = carriedIPv4(groups)
  if (carried !== undefined) return isPublicAddress(carried)
  return isGlobalUnicast(groups) && !closed.check(address, 'ipv6')
}

const closed = blockListOf([
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
  // Closed parts of the global range: Teredo and other tunnels, documentation, 6to4.
  '2001::/23',
  '2001:db8::/32',
  '2002::/16',
  '3fff::/20',
])

const isGlobalUnicast = ([first = 0]: readonly number[]): boolean => first >> 13 === 1

/** IPv4-mapped (`::ffff:0:0/96`), and what networks without IPv4 make of it (`64:ff9b::/96`). */
function carriedIPv4(groups: readonly number[]): string | undefined {
  const front = groups
    .slice(0, 6)
    .map((group) => group.toString(16))
    .join(':')
  if (front !== '0:0:0:0:0:ffff' && front !== '64:ff9b:0:0:0:0') return undefined
  const [high = 0, low = 0] = groups.slice(6)
  return [high >> 8, high & 255, low >> 8, low & 255].join('.')
}
