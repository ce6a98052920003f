/** What may be the same text once more: its words in their order, normalised, each as a number. */
export interface Worded<Item> {
  readonly item: Item
  readonly words: Uint32Array
}

export interface Collapsed<Item> {
  readonly item: Item
  /** Those that say the same, in the order in which they came. */
  readonly copies: readonly Item[]
}

/** Words of a shingle: fewer are alike by chance, more are broken by each word that was changed. */
const SHINGLE = 3
/** Share of the shingles of both that they have in common: nine words in ten, when single ones differ. */
const ALIKE = 0.7
/** Two that were cut in other places: so much of the shorter stands in the longer, which is no longer than this many times. */
const CONTAINED = { share: 0.9, longer: 2 } as const
/** Below it what is alike is a phrase: then every word must be the same. */
const FEWEST = 8

/** Keeps the first of those that are the same or nearly so, with the others as its copies. */
export function collapse<Item>(items: readonly Worded<Item>[]): readonly Collapsed<Item>[] {
  const kept: { readonly item: Item; readonly copies: Item[]; readonly shingles: ReadonlySet<number> }[] = []
  for (const { item, words } of items) {
    const shingles = shinglesOf(words)
    const first = kept.find((each) => isAlike(each.shingles, shingles))
    if (first) first.copies.push(item)
    else kept.push({ item, copies: [], shingles })
  }
  return kept.map(({ item, copies }) => ({ item, copies }))
}

/** By hash: two shingles in four billion are taken for one another. */
function shinglesOf(words: Uint32Array): ReadonlySet<number> {
  if (words.length < FEWEST + SHINGLE - 1) return new Set([hashOf(words, 0, words.length)])
  const shingles = new Set<number>()
  for (let end = SHINGLE; end <= words.length; end++) shingles.add(hashOf(words, end - SHINGLE, end))
  return shingles
}

function hashOf(words: Uint32Array, start: number, end: number): number {
  let hash = 0
  for (let at = start; at < end; at++) {
    hash = Math.imul(hash ^ (words[at] ?? 0), 0x9e3779b1)
    hash ^= hash >>> 15
  }
  return hash
}

function isAlike(one: ReadonlySet<number>, other: ReadonlySet<number>): boolean {
  const [short, long] = one.size <= other.size ? [one, other] : [other, one]
  if (short.size === 0 || short.size * (CONTAINED.longer + 1) < long.size) return false
  const mayBeContained = short.size >= FEWEST && long.size <= short.size * CONTAINED.longer
  // As shares of what both have together, and of what the shorter has.
  const needed = (ALIKE / (1 + ALIKE)) * (short.size + long.size)
  const least = mayBeContained ? Math.min(needed, CONTAINED.share * short.size) : needed
  // Most pairs have nothing in common, and that shows in a fifth of their shingles.
  let missing = 0
  for (const shingle of short) if (!long.has(shingle) && short.size - ++missing < least) return false
  return true
}
