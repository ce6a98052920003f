import { classOf, FOLDS_HARD, foldDistance } from './characters.ts'
import { IDEOGRAPH, MARK, SURROGATE } from './classes.ts'
import { stem } from './stems.ts'

/** Longer remainders of a word and longer rows of signs between two words are not looked across. */
const LONGEST_REST = 64
const LONGEST_GAP = 400

/**
 * Rules out most texts that cannot hold a phrase without reading their words one by one: a phrase of common words is
 * sought in thousands of texts, and stands in few. Only for phrases in plain English; any other may be held.
 */
export function quickTest(phrase: string): (text: string) => boolean {
  if (!isEnglish.test(phrase)) return () => true
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

const isEnglish = /^[a-z]+(?: [a-z]+)*$/i

/**
 * Tells most texts that hold a phrase without reading their words: where it stands as it was typed. Only for plain words of
 * English, and for Han characters in a row; any other text may hold it all the same.
 */
export function sureTest(phrase: string): (text: string) => boolean {
  if (isEnglish.test(phrase) && phrase.split(' ').every((word) => isPlain.test(word))) return asTyped(phrase)
  return isHan(phrase) ? (text) => standsApart(phrase, text) : () => false
}

/** Letters that `userId` would not be taken apart by. */
const isPlain = /^(?:[A-Z]?[a-z]+|[A-Z]+)$/

/** Between blanks, or before a sign with a blank behind it: nothing else can belong to its first word or its last. */
function asTyped(phrase: string): (text: string) => boolean {
  const words = phrase
    .split(' ')
    .map((word) => `[${word[0]?.toUpperCase()}${word[0]?.toLowerCase()}]${word.slice(1).toLowerCase()}`)
  const pattern = new RegExp(`(?:^|[ \\n])${words.join('[ \\n]')}(?=[,;:.]?(?:[ \\n]|$))`)
  return (text) => pattern.test(text)
}

const isHan = (phrase: string): boolean =>
  phrase !== '' && Array.from({ length: phrase.length }, (_, at) => foldsAlone(phrase, at)).every(Boolean)

const foldsAlone = (text: string, at: number): boolean =>
  classOf[text.charCodeAt(at)] === IDEOGRAPH && foldDistance[text.charCodeAt(at)] !== FOLDS_HARD

/** With nothing behind it that would join its last character, such as a mark. */
function standsApart(phrase: string, text: string): boolean {
  for (let at = text.indexOf(phrase); at >= 0; at = text.indexOf(phrase, at + 1)) {
    const next = text.charCodeAt(at + phrase.length)
    if (Number.isNaN(next)) return true
    const kind = classOf[next]
    if (kind !== MARK && kind !== SURROGATE && foldDistance[next] !== FOLDS_HARD) return true
  }
  return false
}
