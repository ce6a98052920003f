/** What a caller typed, taken apart. Everything that is not clearly an operator is text. */
export interface ParsedQuery {
  /** Words that are united. */
  readonly free: string
  /** Must stand as written. */
  readonly phrases: readonly string[]
  /** Must not stand. */
  readonly excluded: readonly string[]
  /** Beginnings of words. */
  readonly prefixes: readonly string[]
}

/**
 * `"phrase"`, `-"phrase"`, `-word`, `word*`. An operator begins at a blank or at the start, so that `state-of-the-art`,
 * `C--` and `2 * 3` are text; a quote without its partner is text too. Chinese quotation marks are text: people set
 * single words off with them.
 */
const OPERATORS =
  /(?<=^|\s)(?:(-?)"([^"]+)"(?=$|[\s,.;:!?)])|-([\p{L}\p{N}][^\s"]*)|([\p{L}\p{N}][\p{L}\p{N}_]*)\*(?=$|\s))/gu

export function parseQuery(query: string): ParsedQuery {
  const phrases: string[] = []
  const excluded: string[] = []
  const prefixes: string[] = []
  const free: string[] = []
  let end = 0
  for (const found of query.matchAll(OPERATORS)) {
    const [whole, minus, phrase, word, prefix] = found
    if (phrase !== undefined && !/[\p{L}\p{N}]/u.test(phrase)) continue
    free.push(query.slice(end, found.index))
    end = found.index + whole.length
    if (phrase !== undefined) (minus ? excluded : phrases).push(phrase)
    if (word !== undefined) excluded.push(word)
    if (prefix !== undefined) prefixes.push(prefix)
  }
  return {
    free: [...free, query.slice(end)].join(' ').trim(),
    phrases: different(phrases),
    excluded: different(excluded),
    prefixes: different(prefixes),
  }
}

/** Each costs a look into the vocabulary or at many texts: past this many, more of them say nothing more. */
const MOST_OPERATORS = 16

const different = (operands: readonly string[]): readonly string[] => [...new Set(operands)].slice(0, MOST_OPERATORS)
