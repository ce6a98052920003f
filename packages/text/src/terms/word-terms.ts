import { limits } from '@wuku/core/limits'
import { splitCompound, type CompoundPart } from './compounds.ts'
import { cut, stem } from './stems.ts'

/** A word of a script with blanks, as the index and the query analyse it. */
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
const MAX_REMEMBERED = 10_000

export function readWord(raw: string): Word {
  const folded = stemmedForms(raw)
  if (folded) return withStems(folded)
  if (raw.length > LONGEST_COMPOUND) return readBlock(raw.slice(0, limits.termChars))
  const suffix = SUFFIX.exec(raw)?.[0] ?? ''
  const forms = formsOf(raw.slice(0, raw.length - suffix.length))
  return forms.length === 0 ? { terms: [], parts: [], folded: [] } : withSuffix(withStems(forms), suffix)
}

/**
 * The folded forms of which the stems are all that the index counts for a word, in their order. `undefined` for a word that
 * makes its terms otherwise; `readWord` knows them.
 */
export function stemmedForms(raw: string): readonly string[] | undefined {
  if (isPlain.test(raw)) return [raw.toLowerCase()]
  if (raw.length > LONGEST_COMPOUND || SUFFIX.test(raw)) return undefined
  const forms = formsOf(raw)
  return forms.length > 0 ? forms : undefined
}

/** `readWord` for many texts of the same words. */
export function rememberWords(): (raw: string) => Word {
  const words = new Map<string, Word>()
  return (raw) => {
    const known = words.get(raw)
    if (known) return known
    const own = raw.length < SHORTEST_SLICE ? raw : ` ${raw}`.slice(1)
    const word = readWord(own)
    if (words.size === MAX_REMEMBERED) words.clear()
    words.set(own, word)
    return word
  }
}

/** From this length on V8 keeps a piece of a text as a view of it, and a word that is remembered keeps the whole text. */
const SHORTEST_SLICE = 13

/** Most words: spared what compounds need. */
const isPlain = /^(?:[A-Z]?[a-z]+|[A-Z]+)$/

/** `C++` and `C#`. */
const SUFFIX = /(?:\+\+|#)$/

/** The whole of a compound, then its parts; only the whole of a plain word. */
function formsOf(raw: string): readonly string[] {
  const compoundParts = splitCompound(raw)
  const parts = compoundParts.map(({ text }) => text)
  return compoundParts.length > 1 ? [joinParts(compoundParts), ...parts] : parts
}

function withStems(folded: readonly string[]): Word {
  const terms = folded.map(stem)
  return { terms, parts: terms.length > 1 ? terms.slice(1) : terms, folded }
}

function readBlock(raw: string): Word {
  const compound = joinParts(splitCompound(raw))
  const terms = compound === '' ? [] : [compound]
  return { terms, parts: terms, folded: terms }
}

/** `C++` is `c++` and `c`; `Visual-C++` is `visualc++`, `visual`, `c++` and `c`. */
function withSuffix({ parts, folded }: Word, suffix: string): Word {
  const compound = cut(`${folded[0]}${suffix}`)
  const last = `${folded.at(-1)}${suffix}`
  const named = [...parts.slice(0, -1), cut(last)]
  // Repeated parts stay repeated, as in any other compound: their order defines which parts are adjacent.
  const terms = [compound, ...(named.length > 1 ? named : []), ...parts.slice(-1)]
  return { terms, parts: named, folded: [compound, ...folded] }
}

const joinParts = (compoundParts: readonly CompoundPart[]): string =>
  compoundParts.reduce(
    (compound, { text, isDecimal }) => (isDecimal && /\d$/.test(compound) ? `${compound}.${text}` : compound + text),
    '',
  )

export type ReadWord = ReturnType<typeof rememberWords>
