import { BlockList, isIPv4, isIPv6 } from 'node:net'

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

const closed = new BlockList()
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  closed.addSubnet(net, bits, 'ipv4')
/** Of the global ones: Teredo and other tunnels, documentation, 6to4. */
for (const [net, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  closed.addSubnet(net, bits, 'ipv6')

/** The eight groups; an IPv4 tail is spelled as two of them by the URL parser. */
function groupsOf(address: string): readonly number[] {
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::')
  const [before, after] = [head, tail ?? ''].map((part) =>
    part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16)),
  )
  const [first = [], last = []] = [before, after]
  return [...first, ...Array.from({ length: 8 - first.length - last.length }, () => 0), ...last]
}

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
