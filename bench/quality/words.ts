import { stemmer } from 'stemmer'

/** Scripts written without spaces; they must be taken out of the letters, or `2013年` is one word. */
const RUN =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}ー]+|[[\p{L}\p{M}\p{N}_]--[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}ー]]+/gv
const UNSPACED = /^[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}ー]/v
const PART = /\p{Lu}+(?!\p{Ll})|\p{Lu}?\p{Ll}+|\p{N}+|[\p{L}\p{M}]+/gu

/** Words that say nothing, as Lucene's English analyser leaves them out. */
const STOP = new Set(
  'a an and are as at be but by for if in into is it no not of on or such that the their then there these they this to was will with'.split(
    ' ',
  ),
)

/** Terms of a careful BM25: stemmed words, identifiers whole and in parts, and pairs of characters. */
export const wordsOf = (text: string): readonly string[] =>
  (text.normalize('NFKC').match(RUN) ?? []).flatMap((run) => (UNSPACED.test(run) ? pairs([...run]) : parts(run)))

const pairs = (characters: readonly string[]): readonly string[] =>
  characters.length === 1 ? characters : characters.slice(1).map((character, at) => `${characters[at]}${character}`)

function parts(run: string): readonly string[] {
  const found = run.match(PART) ?? []
  const words = found.length > 1 ? [run, ...found] : [run]
  return words.map((word) => word.toLowerCase()).flatMap((word) => (STOP.has(word) ? [] : [stemmer(word)]))
}
