/** Characters from here on say enough for a keyword of two: Chinese, Japanese, Korean. */
const WIDE = 0x2e80
const MASK = 0xffff

/** Returns from where to go on: the end of what was taken, or 0 when nothing was. */
export type Visit<Entry> = (entry: Entry, at: number) => number

export interface ScanResult {
  /** A character that nobody sees, such as a zero-width space, stands within a word: a key may be cut by one. */
  readonly hasHidden: boolean
}

interface Anchored<Entry> {
  readonly keyword: string
  readonly entry: Entry
  /** From the beginning of the keyword to the last character of its anchor. */
  readonly offset: number
}

/**
 * Looks for all keywords at once, each by the three characters of it that are rarest (two of wide ones), so that the time
 * does not grow with their number: each character costs one look into a table.
 */
export function createKeywordScan<Entry>(rows: readonly (readonly [keyword: string, entry: Entry])[]) {
  const { table, buckets } = createTable(rows)
  const visitAll = (text: string, end: number, bucket: number, visit: Visit<Entry>): number => {
    for (const { keyword, entry, offset } of buckets[bucket] ?? []) {
      const next = text.startsWith(keyword, end - offset) && end >= offset ? visit(entry, end - offset) : 0
      if (next > 0) return next
    }
    return 0
  }
  return (text: string, visit: Visit<Entry>): ScanResult => {
    let hasHidden = false
    let [before, last] = [0, 0]
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at)
      if (code > 0xac && !hasHidden) hasHidden = isHidden(code) && isWithinWord(text, at)
      const bucket = table[gramOf(code < WIDE ? before : 0, last, code)] ?? 0
      before = last
      last = code
      if (bucket === 0) continue
      const next = visitAll(text, at, bucket, visit)
      if (next <= at) continue
      at = next - 1
      before = last = 0
    }
    return { hasHidden }
  }
}

/** Emoji and many scripts are joined this way; keys are ASCII, and labels of them may be Chinese. */
const isWithinWord = (text: string, at: number): boolean =>
  isOfKeys(text.charCodeAt(at - 1)) && isOfKeys(text.charCodeAt(at + 1))

const isOfKeys = (code: number): boolean => code < 0x80 || isHidden(code) || (code >= WIDE && code < 0xa000)

function createTable<Entry>(rows: readonly (readonly [keyword: string, entry: Entry])[]) {
  const table = new Uint16Array(MASK + 1)
  const buckets: Anchored<Entry>[][] = [[]]
  for (const [keyword, entry] of rows) {
    const offset = anchorOf(keyword)
    const gram = gramAt(keyword, offset)
    table[gram] ||= buckets.push([]) - 1
    buckets[table[gram] ?? 0]?.push({ keyword, entry, offset })
  }
  return { table, buckets }
}

const gramOf = (first: number, second: number, third: number): number => ((first << 11) ^ (second << 6) ^ third) & MASK

function gramAt(text: string, end: number): number {
  const code = text.charCodeAt(end)
  return gramOf(code < WIDE ? text.charCodeAt(end - 2) : 0, text.charCodeAt(end - 1), code)
}

/** End of the rarest three characters of a keyword: the scan looks there first. */
function anchorOf(keyword: string): number {
  const shortest = keyword.charCodeAt(1) < WIDE ? 2 : 1
  if (keyword.length <= shortest) throw new Error(`"${keyword}" is too short to be looked for.`)
  let [best, highest] = [shortest, -1]
  for (let end = shortest; end < keyword.length; end++) {
    const rarity = rarityOf(keyword, end) + rarityOf(keyword, end - 1) + rarityOf(keyword, end - 2)
    if (rarity > highest) [best, highest] = [end, rarity]
  }
  return best
}

/** The more often a letter stands in English and in code, the further in front. */
const LETTERS = ' etaoinsrhldcumfpgwybvkxjqz'
const rarityOf = (keyword: string, at: number): number => {
  const place = LETTERS.indexOf(keyword.charAt(at))
  return place < 0 ? LETTERS.length : place
}

/** Soft hyphens, zero-width spaces and joiners, marks of direction, the mark of byte order. */
export const isHidden = (code: number): boolean =>
  code === 0xad || (code >= 0x200b && code <= 0x200f) || (code >= 0x2060 && code <= 0x2064) || code === 0xfeff
