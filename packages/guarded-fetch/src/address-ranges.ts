import { BlockList, isIP } from 'node:net'

/** Lookup of addresses, and of ranges such as `10.0.0.0/8`. */
export function blockListOf(ranges: readonly string[]): BlockList {
  const list = new BlockList()
  for (const range of ranges) {
    const [address = '', prefix] = range.split('/')
    const type = isIP(address) === 4 ? 'ipv4' : 'ipv6'
    if (prefix === undefined) list.addAddress(address, type)
    else list.addSubnet(address, Number(prefix), type)
  }
  return list
}

/** The eight groups of an address of IPv6, without its zone; an IPv4 tail is spelled as two of them by the URL parser. */
export function groupsOf(address: string): readonly number[] {
  const { hostname } = new URL(`http://[${address.replace(/%.*$/s, '')}]`)
  const [before = [], after = []] = hostname
    .slice(1, -1)
    .split('::')
    .map((part) => (part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16))))
  return [...before, ...Array.from({ length: 8 - before.length - after.length }, () => 0), ...after]
}
