import { readWord } from '../../../text/words.ts'

const MOST = 8
const IDENTIFIER = /[\p{L}_$][\p{L}\p{N}_$]{2,}/gu

/** Names in a text that share a part with a word of the query: what to grep for, those that share most first. */
export function grepWords(text: string, words: readonly string[]): readonly string[] {
  const asked = new Set(words.flatMap((word) => readWord(word).terms))
  const names = [...new Set([...text.matchAll(IDENTIFIER)].map(([name]) => name))]
  return names
    .map((name) => ({ name, shared: new Set(readWord(name).terms.filter((term) => asked.has(term))).size }))
    .filter(({ shared }) => shared > 0)
    .toSorted((a, b) => b.shared - a.shared)
    .slice(0, MOST)
    .map(({ name }) => name)
}
