import type { StoreView } from '../../../ports/store.ts'
import { fold, foldWithOffsets } from '../../../text/terms/fold.ts'
import { keywordsOf } from '../../../text/terms/keywords.ts'
import type { Way, Alternative } from './sought.ts'

/** A word of three characters or more, one of which may be wrong. */
export interface CjkWord {
  readonly written: string
  readonly characters: readonly string[]
  /** For each character that may be the wrong one: the pairs that do not touch it, and a look at the text. */
  readonly ways: readonly Way[]
}

const SHORTEST = 3
/** Longer runs are sentences; their words are taken one by one. */
const LONGEST = 6

/** A wrong character tears a word apart for every dictionary: so short runs count as words too. */
export function cjkWordsOf(query: string): readonly CjkWord[] {
  const { cjk, segments } = keywordsOf(query)
  const words = [...cjk.filter(({ folded }) => [...folded].length <= LONGEST), ...segments]
  return words
    .map(({ written, folded }) => ({ written, characters: [...folded] }))
    .filter(({ characters }, at, all) => {
      const isFirst = all.findIndex((other) => other.characters.join('') === characters.join('')) === at
      return isFirst && characters.length >= SHORTEST
    })
    .map((word) => ({ ...word, ways: word.characters.map((_, wrong) => wayWithout(word.characters, wrong)) }))
}

function wayWithout(characters: readonly string[], wrong: number): Way {
  const pattern = patternWithout(characters, wrong)
  const pairs = characters
    .slice(1)
    .flatMap((next, at) => (at === wrong || at + 1 === wrong ? [] : [`${characters[at]}${next}`]))
  const terms = pairs.length > 0 ? pairs : characters.filter((_, at) => at !== wrong)
  return { terms: [...new Set(terms)], holds: (text) => pattern.test(fold(text)) }
}

const anyCharacter = String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]`

const patternWithout = (characters: readonly string[], wrong: number, flags = 'u'): RegExp =>
  new RegExp(characters.map((character, at) => (at === wrong ? anyCharacter : character)).join(''), flags)

/** A place in a text, as it is written there. */
export interface Slip {
  readonly start: number
  readonly end: number
}

/** Places where a text holds the word with exactly one character replaced; not the word itself. */
export function slipsIn(text: string, { characters }: CjkWord): readonly Slip[] {
  const folded = foldWithOffsets(text)
  const exact = characters.join('')
  return characters.flatMap((_, wrong) =>
    [...folded.text.matchAll(patternWithout(characters, wrong, 'gu'))]
      .filter(([found]) => found !== exact)
      .map(({ 0: found, index }) => ({
        start: folded.offsets[index] ?? 0,
        end: folded.offsets[index + found.length] ?? text.length,
      })),
  )
}

/** Pairs looked at that begin with the character before a wrong one. */
const MOST_PAIRS = 400
/** Pairs whose continuation is looked up at once: the commonest mostly settle it. */
const PAGE = 32
const MOST = 4
const FACTOR = 0.4

type Mended = Alternative & { readonly holders: number }

/**
 * Corrections of one character within the word: characters that the index knows both after the character before it and
 * before the one behind it, commonest first.
 */
export async function mendedPairs(word: CjkWord, view: StoreView): Promise<readonly Alternative[]> {
  let found: readonly Mended[] = []
  const known = await view.terms.vocabulary(word.characters.slice(0, -1), MOST_PAIRS)
  for (const [before, pairs] of known.entries()) {
    const wrong = before + 1
    const meant = pairs.flatMap(({ term, holders }) => {
      const [, character = '', ...others] = [...term]
      return character === '' || others.length > 0 ? [] : [{ character, holders }]
    })
    for (let at = 0; at < meant.length; at += PAGE) {
      // No pair is commoner than its first half.
      if ((meant[at]?.holders ?? 0) < (found[MOST - 1]?.holders ?? 0)) break
      const more = await mendedAmong(meant.slice(at, at + PAGE), { word, wrong }, view)
      found = [...found, ...more].toSorted(byHolders).slice(0, MOST)
    }
  }
  return found
}

const byHolders = (a: Mended, b: Mended): number => b.holders - a.holders || (a.said < b.said ? -1 : 1)

interface Meant {
  readonly character: string
  readonly holders: number
}

async function mendedAmong(
  meant: readonly Meant[],
  { word: { written, characters }, wrong }: { readonly word: CjkWord; readonly wrong: number },
  view: StoreView,
): Promise<readonly Mended[]> {
  const after = characters[wrong + 1]
  const behind = (await view.terms.stats(after === undefined ? [] : meant.map(({ character }) => character + after)))
    .holders
  return meant.flatMap(({ character, holders }) => {
    const both = after === undefined ? holders : Math.min(holders, behind.get(character + after) ?? 0)
    const isOther = both > 0 && character !== characters[wrong]
    return isOther ? [{ ...mended(characters, wrong, character), of: written, holders: both }] : []
  })
}

function mended(characters: readonly string[], wrong: number, meant: string): Alternative {
  const [before, after] = [characters[wrong - 1], characters[wrong + 1]]
  const pairs = [`${before}${meant}`, ...(after === undefined ? [] : [`${meant}${after}`])]
  return {
    said: characters.with(wrong, meant).join(''),
    factor: FACTOR,
    terms: pairs.map((term) => ({ term, weight: 1 / pairs.length })),
    way: { terms: pairs },
  }
}
