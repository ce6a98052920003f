import { stem } from './stems.ts'

/** Longer remainders of a word and longer rows of signs between two words are not looked across. */
const LONGEST_REST = 64
const LONGEST_GAP = 400

/**
 * Rules out most texts that cannot hold a phrase without reading their words one by one: a phrase of common words is
 * sought in thousands of texts, and stands in few. Only for phrases in plain English; any other may be held.
 */
export function quickTest(phrase: string): (text: string) => boolean {
  if (!/^[a-z]+(?: [a-z]+)*$/i.test(phrase)) return () => true
  const words = phrase.toLowerCase().split(' ').map(beginningOf)
  const between = `[A-Za-z']{0,${LONGEST_REST}}[^A-Za-z0-9]{0,${LONGEST_GAP}}`
  const pattern = new RegExp(words.join(between), 'i')
  return (text) => (!isAscii(text) && isForeign.test(text)) || pattern.test(text)
}

/** To count bytes takes a hundredth of what the pattern below takes, and most texts in plain English need no more. */
const isAscii = (text: string): boolean => Buffer.byteLength(text) === text.length

/** What folds to plain letters or vanishes: accents, full-width and styled letters, ligatures, joiners. */
const isForeign =
  /[\p{M}\p{Cf}\p{Cs}\p{No}\u2100-\u214f\u2460-\u24ff]|(?![A-Za-z])(?:\p{Script=Latin}|(?=\p{L})\p{Script=Common})/u

/** Letters with which every word of the same stem begins, joined or as parts of a compound such as `node.js`. */
function beginningOf(word: string): string {
  const sure = word.length < 3 ? word : word.slice(0, Math.max(1, Math.min(stem(word).length, word.length) - 2))
  return [...sure].join("[._'-]?")
}
