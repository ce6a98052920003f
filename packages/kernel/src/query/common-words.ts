import { once } from '@wuku/core/once'
import { commonWords } from './common-words-table.ts'
import { hashOf } from '@wuku/text/terms/word-pairs'

/**
 * Whether nearly every reader of English knows the word: it is spelled well, though no text may hold it. One other word in
 * fifty is taken for one.
 */
export function isCommonWord(word: string): boolean {
  if (!/^[A-Za-z]{4,}$/.test(word)) return false
  const bits = readFilter()
  return placesIn(bits, word.toLowerCase()).every((place) => (((bits[place >>> 3] ?? 0) >>> (place & 7)) & 1) === 1)
}

const readFilter = once((): Uint8Array => Buffer.from(commonWords, 'base64'))

/** Bits that a word sets. */
const PLACES = 5

/** Places of a word's bits in the filter, all made of two hashes. */
export function placesIn(bits: Uint8Array, word: string): readonly number[] {
  const hash = hashOf(word)
  const step = Math.imul(hash ^ (hash >>> 15), 0x9e3779b1) | 1
  return Array.from({ length: PLACES }, (_, at) => ((hash + at * step) >>> 0) % (8 * bits.length))
}
