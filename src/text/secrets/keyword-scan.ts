/** Characters from here on say enough for a keyword of two: Chinese, Japanese, Korean. */
const WIDE = 0x2e80
const MASK = 0x7fff

/** Returns from where to go on: the end of what was taken, or 0 when nothing was. */
export type Visit<Entry> = (entry: Entry, at: number) => number

export interface ScanResult {
  /** The text has characters that nobody sees, such as a zero-width space: a keyword may be cut by one. */
  readonly hasHidden: boolean
}

/**
 * Looks for all keywords at once, by their first three characters (two of wide ones), so that the time does not grow with
 * their number: each character costs one look into a table of 32,768 bytes.
 */
export function createKeywordScan<Entry>(rows: readonly (readonly [keyword: string, entry: Entry])[]) {
  const table = new Uint8Array(MASK + 1)
  const buckets = new Map<number, (readonly [keyword: string, entry: Entry])[]>()
  for (const row of rows) {
    const gram = firstGram(row[0])
    table[gram] = 1
    buckets.set(gram, [...(buckets.get(gram) ?? []), row])
  }
  const visitAll = (text: string, end: number, visit: Visit<Entry>): number => {
    const at = text.charCodeAt(end) < WIDE ? end - 2 : end - 1
    for (const [keyword, entry] of buckets.get(gramAt(text, end)) ?? []) {
      const next = text.startsWith(keyword, at) ? visit(entry, at) : 0
      if (next > end) return next
    }
    return 0
  }
  return (text: string, visit: Visit<Entry>): ScanResult => {
    let hasHidden = false
    let [before, last] = [0, 0]
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at)
      if (code > 0xac && !hasHidden) hasHidden = isHidden(code)
      const gram = code < WIDE ? gramOf(before, last, code) : gramOf(0, last, code)
      before = last
      last = code
      if (table[gram] === 0) continue
      const next = visitAll(text, at, visit)
      if (next === 0) continue
      at = next - 1
      before = last = 0
    }
    return { hasHidden }
  }
}

const gramOf = (first: number, second: number, third: number): number => ((first << 10) ^ (second << 5) ^ third) & MASK

function gramAt(text: string, end: number): number {
  const code = text.charCodeAt(end)
  return gramOf(code < WIDE ? text.charCodeAt(end - 2) : 0, text.charCodeAt(end - 1), code)
}

function firstGram(keyword: string): number {
  const end = keyword.charCodeAt(1) < WIDE ? 2 : 1
  if (keyword.length <= end) throw new Error(`"${keyword}" is too short to be looked for.`)
  return gramAt(keyword, end)
}

/** Soft hyphens, zero-width spaces and joiners, marks of direction, the mark of byte order. */
export const isHidden = (code: number): boolean =>
  code === 0xad || (code >= 0x200b && code <= 0x200f) || (code >= 0x2060 && code <= 0x2064) || code === 0xfeff
