import { policy } from '@wuku/core/policy'
import type { StoreView } from '@wuku/core/ports/store'
import type { TermCount } from '@wuku/core/ports/index-view'
import { editDistance } from '@wuku/text/edits/edit'
import { analyseQuery } from '@wuku/text/terms/query'
import { stem } from '@wuku/text/terms/stems'
import type { Alternative } from '@wuku/kernel/query/plan'
import { readWord } from '@wuku/text/terms/word-terms'

/** A term of the index as it stands there. */
export const ofTerm = (term: string, factor: number, text = term): Alternative => ({
  text,
  factor,
  terms: [{ term, weight: 1 }],
})

/** Words as somebody would write them. */
export const ofWords = (text: string, factor: number): Alternative => ({
  text,
  factor,
  terms: analyseQuery(text).flatMap((word) =>
    word.terms.map(({ term, weight }) => ({ term, weight: weight * word.weight })),
  ),
})

/** Shorter words have too many neighbours. */
const SHORTEST = 4
/** From here on two letters may be wrong. */
const LONG = 8
/** Terms of one beginning that are looked at. */
const MAX_PER_PREFIX = 4_000

const factors = { one: 0.5, two: 0.3 }

/**
 * Words of the index that are one letter, or in long words two, away from a word. The index holds stems, and a slip in an
 * ending hides the stem: so every word one letter away is made and stemmed. Two letters away there are too many; the
 * terms that begin with the same three letters, or with three letters one slip away from them, are held against the word.
 */
export async function typosOf(raw: string, view: StoreView): Promise<readonly Alternative[]> {
  const [word = ''] = readWord(raw).folded
  if (word.length < SHORTEST || !/^\p{L}+$/u.test(word) || alphabetOf(word) === '') return []
  const own = new Set(readWord(raw).terms)
  const [one, two] = await Promise.all([oneAway(word, view), word.length < LONG ? [] : twoAway(word, view)])
  const near = one.filter(({ term }) => !own.has(term))
  const known = new Set([...own, ...near.map(({ term }) => term)])
  const far = two.filter(({ term }) => !known.has(term))
  return [
    ...near.map(({ term, form }) => ofTerm(term, factors.one, form)),
    ...far.map(({ term, form }) => ofTerm(term, factors.two, form)),
  ].slice(0, policy.widening.maxTypos)
}

interface Near extends TermCount {
  readonly form: string
}

async function oneAway(word: string, view: StoreView): Promise<readonly Near[]> {
  const form = new Map<string, string>()
  for (const variant of variantsOf(word)) {
    const term = stem(variant)
    const before = form.get(term)
    if (before === undefined || variant.length < before.length) form.set(term, variant)
  }
  const documentFrequency = await documentFrequencies([...form.keys()], word.slice(0, BEGINNING), view)
  return [...documentFrequency]
    .map(([term, count]) => ({ term, holders: count, form: form.get(term) ?? term }))
    .toSorted(byFrequency)
}

/** Most slips leave the beginning as it is: reading all terms with it once saves hundreds of lookups of terms that no chunk contains. */
async function documentFrequencies(terms: readonly string[], beginning: string, view: StoreView) {
  const prefixTerms = (await view.terms.vocabulary([beginning], MAX_PER_PREFIX))[0] ?? []
  if (prefixTerms.length === MAX_PER_PREFIX) return (await view.terms.stats(terms)).holders
  const requestedTerms = new Set(terms)
  return new Map([
    ...prefixTerms.filter(({ term }) => requestedTerms.has(term)).map(({ term, holders }) => [term, holders] as const),
    ...(await view.terms.stats(terms.filter((term) => !term.startsWith(beginning)))).holders,
  ])
}

const byFrequency = (a: Near, b: Near): number => b.holders - a.holders || (a.term < b.term ? -1 : 1)

const BEGINNING = 3
/** Bounds how many terms are held. */
const BEGINNINGS_AT_ONCE = 64

async function twoAway(word: string, view: StoreView): Promise<readonly Near[]> {
  const beginning = word.slice(0, BEGINNING)
  const found: Near[] = []
  const seen = new Set<string>()
  const beginnings = [beginning, ...variantsOf(beginning).filter((variant) => variant.length <= BEGINNING + 1)]
  for (let at = 0; at < beginnings.length; at += BEGINNINGS_AT_ONCE) {
    const prefixTerms = await view.terms.vocabulary(beginnings.slice(at, at + BEGINNINGS_AT_ONCE), MAX_PER_PREFIX)
    for (const { term, holders: documentFrequency } of prefixTerms.flat()) {
      if (seen.has(term)) continue
      seen.add(term)
      const form = nearestForm(term, word)
      if (form !== undefined) found.push({ term, holders: documentFrequency, form })
    }
  }
  return found.toSorted(byFrequency)
}

/** A word with this stem that is at most two letters away. */
function nearestForm(term: string, word: string): string | undefined {
  if (term.length > word.length + 2 || term.length < word.length - LONGEST_ENDING - 2) return undefined
  const reach = Math.min(word.length, term.length)
  // If not even the beginnings are similar, no ending helps; a stem may differ from its words in its last letter.
  if (editDistance(term.slice(0, reach - 1), word.slice(0, reach - 1), 3) > 3) return undefined
  return formsOf(term).find((form) => editDistance(word, form, 2) <= 2 && (form === term || stem(form) === term))
}

const LONGEST_ENDING = 8

/** Words that may have this stem. */
const formsOf = (term: string): readonly string[] => [
  term,
  ...endings.map((ending) => term + ending),
  ...(term.endsWith('i') ? [`${term.slice(0, -1)}y`] : []),
]

const endings = (
  'e s es ed ing er ers or ion ions ation ations ment ments ance ence al ly able ible ity ive ness ful y ant ent ' +
  'ize izer ization izations ate ated ates ating ator ators ic ical ically icate icated icates icating ication ications icator'
).split(' ')

/** Every word that one inserted, left out, changed or swapped letter makes of it. */
function variantsOf(word: string): readonly string[] {
  const letters = alphabetOf(word)
  const variants: string[] = []
  for (let at = 0; at <= word.length; at++) {
    const [before, here, after] = [word.slice(0, at), word.slice(at, at + 1), word.slice(at + 1)]
    for (const letter of letters) variants.push(before + letter + here + after)
    if (here === '') continue
    variants.push(before + after)
    for (const letter of letters) if (letter !== here) variants.push(before + letter + after)
    if (after !== '') variants.push(before + after.charAt(0) + here + after.slice(1))
  }
  return variants
}

const alphabets = ['abcdefghijklmnopqrstuvwxyz', 'абвгдежзийклмнопрстуфхцчшщъыьэюя', 'αβγδεζηθικλμνξοπρστυφχψω']

/** Letters of the script of a word; '' for words that mix scripts. */
const alphabetOf = (word: string): string =>
  alphabets.find((letters) => [...word].every((letter) => letters.includes(letter))) ?? ''
