import { limits } from '../core/limits.ts'
import { splitCompound, type Piece } from './compounds.ts'
import { cut, stem } from './stems.ts'

/** What the index and the query make of a word of a script with blanks. */
export interface Word {
  /** All that the index counts for it: the whole, then the parts of a compound. Empty when it is only low lines. */
  readonly terms: readonly string[]
  /** Terms of its parts in order, `++` and `#` kept on the last; the whole alone for a plain word. */
  readonly parts: readonly string[]
  /** The whole and the parts before stemming. */
  readonly folded: readonly string[]
}

/** Longer blocks without a joint are encoded data: their parts mean nothing. */
const LONGEST_COMPOUND = 4 * limits.termChars
const MOST_REMEMBERED = 10_000

/** `stemOf` is `stem`, or one that remembers: who learns many words meets the same parts again and again. */
export function readWord(raw: string, stemOf = stem): Word {
  if (isPlain.test(raw)) return readPlain(raw.toLowerCase(), stemOf)
  if (raw.length > LONGEST_COMPOUND) return readBlock(raw.slice(0, limits.termChars))
  const suffix = /(?:\+\+|#)$/.exec(raw)?.[0] ?? ''
  const pieces = splitCompound(raw.slice(0, raw.length - suffix.length))
  if (pieces.length === 0) return { terms: [], parts: [], folded: [] }
  const whole = joinPieces(pieces)
  const folded = pieces.length > 1 ? [whole, ...pieces.map(({ text }) => text)] : [whole]
  const parts = pieces.map(({ text }) => stemOf(text))
  if (suffix !== '') return withSuffix({ terms: parts, parts, folded }, suffix)
  return { terms: pieces.length > 1 ? [stemOf(whole), ...parts] : parts, parts, folded }
}

/** `readWord` for many texts of the same words. */
export function rememberWords(): (raw: string) => Word {
  const words = new Map<string, Word>()
  return (raw) => {
    const known = words.get(raw)
    if (known) return known
    const word = readWord(raw)
    if (words.size === MOST_REMEMBERED) words.clear()
    words.set(raw, word)
    return word
  }
}

/** Most words: spared what compounds need. */
const isPlain = /^(?:[A-Z]?[a-z]+|[A-Z]+)$/

function readPlain(folded: string, stemOf: typeof stem): Word {
  const terms = [stemOf(folded)]
  return { terms, parts: terms, folded: [folded] }
}

function readBlock(raw: string): Word {
  const whole = joinPieces(splitCompound(raw))
  const terms = whole === '' ? [] : [whole]
  return { terms, parts: terms, folded: terms }
}

/** `C++` is `c++` and `c`; `Visual-C++` is `visualc++`, `visual`, `c++` and `c`. */
function withSuffix({ parts, folded }: Word, suffix: string): Word {
  const whole = cut(`${folded[0]}${suffix}`)
  const last = `${folded.at(-1)}${suffix}`
  const named = [...parts.slice(0, -1), cut(last)]
  const terms = [...new Set([whole, ...named, ...parts.slice(-1)])]
  return { terms, parts: named, folded: [whole, ...folded] }
}

const joinPieces = (pieces: readonly Piece[]): string =>
  pieces.reduce(
    (whole, { text, isDecimal }) => (isDecimal && /\d$/.test(whole) ? `${whole}.${text}` : whole + text),
    '',
  )
