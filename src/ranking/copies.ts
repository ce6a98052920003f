/** What may be the same text once more: its words in their order, normalised. */
export interface Worded<Item> {
  readonly item: Item
  readonly words: readonly string[]
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
  const kept: { readonly item: Item; readonly copies: Item[]; readonly shingles: ReadonlySet<string> }[] = []
  for (const { item, words } of items) {
    const shingles = shinglesOf(words)
    const first = kept.find((each) => isAlike(each.shingles, shingles))
    if (first) first.copies.push(item)
    else kept.push({ item, copies: [], shingles })
  }
  return kept.map(({ item, copies }) => ({ item, copies }))
}

function shinglesOf(words: readonly string[]): ReadonlySet<string> {
  if (words.length < FEWEST + SHINGLE - 1) return new Set([words.join(' ')])
  return new Set(words.slice(SHINGLE - 1).map((_, at) => words.slice(at, at + SHINGLE).join(' ')))
}

function isAlike(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  const [short, long] = one.size <= other.size ? [one, other] : [other, one]
  if (short.size === 0 || short.size * (CONTAINED.longer + 1) < long.size) return false
  let shared = 0
  for (const shingle of short) if (long.has(shingle)) shared++
  if (shared >= ALIKE * (one.size + other.size - shared)) return true
  return short.size >= FEWEST && long.size <= short.size * CONTAINED.longer && shared >= CONTAINED.share * short.size
}
