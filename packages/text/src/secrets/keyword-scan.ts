/** Characters from here on say enough for a keyword of two: Chinese, Japanese, Korean. */
const WIDE = 0x2e80
const MASK = 0xffff
/** So many code units are read at a time: from an array they cost a third of what they cost from a string. */
const WINDOW = 1 << 11

/** Returns from where to go on: the end of what was taken, or 0 when nothing was. */
export type Visit<Entry> = (entry: Entry, at: number) => number

/**
 * Looks for all keywords at once, each by the three characters of it that are rarest (two of wide ones), so that the time
 * does not grow with their number: each character costs one look into a table. `hasHidden`: a character that nobody sees,
 * such as a zero-width space, stands within a word: a key may be cut by one.
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
  const units = new Uint16Array(WINDOW)
  const bytes = Buffer.from(units.buffer)
  return (text: string, visit: Visit<Entry>) => {
    const { length } = text
    let hasHidden = false
    let [before, last] = [0, 0]
    for (let at = 0, start = 0, end = 0; at < length;) {
      if (at >= end) {
        start = at
        end = at + bytes.write(text.slice(at, at + WINDOW), 'utf16le') / 2
      }
      let [bucket, code] = [0, 0]
      // No call in here: all that it needs stays in registers.
      while (at < end && bucket === 0 && !isHidden(code)) {
        code = units[at++ - start] ?? 0
        bucket = table[gramOf(code < WIDE ? before : 0, last, code)] ?? 0
        before = last
        last = code
      }
      if (isHidden(code)) hasHidden ||= isWithinWord(text, at - 1)
      const next = bucket === 0 ? 0 : visitAll(text, at - 1, bucket, visit)
      // The visitor may have looked through another text with the same array.
      if (bucket !== 0) end = 0
      if (next < at) continue
      at = next
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
  const buckets: { readonly keyword: string; readonly entry: Entry; readonly offset: number }[][] = [[]]
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
  code >= 0xad &&
  (code === 0xad || (code >= 0x200b && code <= 0x200f) || (code >= 0x2060 && code <= 0x2064) || code === 0xfeff)
