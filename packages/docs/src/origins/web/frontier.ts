import { identityOf, pageOf } from './web-address.ts'
import { isSkipped } from './media.ts'

/** An address that waits for its visit. */
export interface Entry {
  readonly url: URL
  /** Links between the first page and this one. */
  readonly depth: number
  /** Visited where `url` gives nothing. */
  readonly instead?: URL
}

/** Addresses in the order in which they were found, each once. */
export interface Frontier {
  add(entries: readonly Entry[]): void
  next(): Entry | undefined
  /** All that were ever added. */
  readonly found: number
  readonly waiting: number
  /** Addresses that were left out by a rule. */
  readonly leftOut: number
}

export interface FrontierOptions {
  readonly depth: number
  admits(url: URL): boolean
}

export function createFrontier({ depth, admits }: FrontierOptions): Frontier {
  const seen = new Set<string>()
  const queries = new Map<string, number>()
  // As text: an address that is read takes ten times the memory, and most wait for nothing.
  const queue: Waiting[] = []
  let at = 0
  let signs = 0
  let leftOut = 0
  const isOneTooMany = (url: URL): boolean => {
    const count = url.search === '' ? 0 : (queries.get(pageOf(url)) ?? 0) + 1
    if (count > 0) queries.set(pageOf(url), count)
    return count > MAX_QUERIES
  }
  const addOne = (entry: Entry): void => {
    const identity = identityOf(entry.url)
    if (seen.has(identity) || seen.size >= MAX_SEEN || signs >= MAX_CHARACTERS || !admits(entry.url)) return
    seen.add(identity)
    signs += identity.length
    if (entry.depth > depth || isSkipped(entry.url) || isOneTooMany(entry.url)) leftOut++
    else queue.push(waitingOf(entry))
  }
  return {
    add: (entries) => entries.forEach(addOne),
    next() {
      const next = queue[at]
      if (next === undefined) return undefined
      delete queue[at++]
      return entryOf(next)
    },
    get found() {
      return queue.length
    },
    get waiting() {
      return queue.length - at
    },
    get leftOut() {
      return leftOut
    },
  }
}

interface Waiting {
  readonly href: string
  readonly depth: number
  readonly instead?: string
}

const waitingOf = ({ url, depth, instead }: Entry): Waiting => ({
  href: url.href,
  depth,
  ...(instead && { instead: instead.href }),
})

const entryOf = ({ href, depth, instead }: Waiting): Entry => ({
  url: new URL(href),
  depth,
  ...(instead !== undefined && { instead: new URL(instead) }),
})

/** Addresses that differ in their query alone: more of them are a search form or a calendar. */
const MAX_QUERIES = 20

/** Remembered addresses, and their characters together; a trap makes new ones without end. */
const MAX_SEEN = 100_000
const MAX_CHARACTERS = 20_000_000
