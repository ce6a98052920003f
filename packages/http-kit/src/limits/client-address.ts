import { isIP } from 'node:net'
import { blockListOf, groupsOf } from '@wuku/guarded-fetch/address-ranges'

/** Proxies whose word on the address of a client counts. */
export interface TrustedProxies {
  isTrusted(address: string): boolean
  /** `forwarded`: the header `X-Forwarded-For`, as it came. */
  clientOf(peer: string, forwarded: string | undefined): string
}

/** An address, or a range such as `10.0.0.0/8`. */
export function isAddressRange(written: string): boolean {
  const [address = '', prefix, ...more] = written.split('/')
  const bits = bitsOf(address)
  if (bits === 0 || more.length > 0) return false
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= bits)
}

const bitsOf = (address: string): number => ({ 4: 32, 6: 128 })[isIP(address)] ?? 0

/**
 * Each proxy appends the address that it was asked from, so that the header is read from its end: the first address
 * that is no trusted proxy is the client's. All before it is what the client claims.
 */
export function createTrustedProxies(ranges: readonly string[]): TrustedProxies {
  const trusted = blockListOf(ranges.filter(isAddressRange))
  const isTrusted = (address: string): boolean => {
    const version = isIP(address)
    return version !== 0 && trusted.check(address, version === 4 ? 'ipv4' : 'ipv6')
  }
  return {
    isTrusted,
    clientOf(peer, forwarded) {
      let client = plainAddress(peer) ?? UNKNOWN
      if (forwarded === undefined || ranges.length === 0) return client
      const claimed = forwarded.split(',')
      while (isTrusted(client)) {
        const next = plainAddress(claimed.pop() ?? '')
        // No proxy writes it, so that neither it nor anything before it can be believed.
        if (next === undefined) break
        client = next
      }
      return client
    },
  }
}

const UNKNOWN = 'unknown'

/** Without brackets, port and zone; one of IPv4 as such, however it is written. */
function plainAddress(written: string): string | undefined {
  const text = written.trim()
  const bare = /^\[([^\]]*)\](?::\d{1,5})?$/.exec(text)?.[1] ?? /^([\d.]+):\d{1,5}$/.exec(text)?.[1] ?? text
  const [address = ''] = bare.toLowerCase().split('%')
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(address)?.[1] ?? address
  return isIP(mapped) === 0 ? undefined : mapped
}

/** For limits: one client of IPv6 has a whole network of 2^64 addresses. */
export function networkOf(address: string): string {
  if (isIP(address) !== 6) return address
  const network = groupsOf(address).slice(0, 4)
  return `${network.map((group) => group.toString(16)).join(':')}::/64`
}
