import { policy } from '@wuku/core/policy'
import type { StoreView } from '@wuku/core/ports/store'
import { keywordsOf } from '@wuku/text/terms/keywords'
import type { Alternative } from '@wuku/kernel/query/plan'

/** A word of three characters or more, one of which may be wrong. */
export interface CjkWord {
  readonly written: string
  readonly characters: readonly string[]
}

const SHORTEST = 3
/** Longer runs are sentences; their words are taken one by one. */
const LONGEST = 6

/** A wrong character tears a word apart for every dictionary: so short runs count as words too. */
export function cjkWordsOf(query: string): readonly CjkWord[] {
  const { cjk, segments } = keywordsOf(query)
  const words = [...cjk.filter(({ folded }) => [...folded].length <= LONGEST), ...segments]
  return [...new Map(words.map((word) => [word.folded, word])).values()]
    .map(({ written, folded }) => ({ written, characters: [...folded] }))
    .filter(({ characters }) => characters.length >= SHORTEST)
}

/** Pairs whose continuation is looked up at once: the commonest mostly settle it. */
const PAGE = 32

type Correction = Alternative & { readonly documentFrequency: number }

/**
 * Corrections of one character within the word: characters that the index knows both after the character before it and
 * before the one behind it, commonest first.
 */
export async function correctionsOf(word: CjkWord, view: StoreView): Promise<readonly Alternative[]> {
  let found: readonly Correction[] = []
  const known = await view.terms.vocabulary(word.characters.slice(0, -1), policy.widening.maxPairs)
  for (const [before, pairs] of known.entries()) {
    const wrong = before + 1
    const intended = pairs.flatMap(({ term, holders: documentFrequency }) => {
      const [, character = '', ...others] = [...term]
      return character === '' || others.length > 0 ? [] : [{ character, documentFrequency }]
    })
    for (let at = 0; at < intended.length; at += PAGE) {
      // No pair is commoner than its first half.
      if ((intended[at]?.documentFrequency ?? 0) < (found[policy.widening.maxCorrections - 1]?.documentFrequency ?? 0))
        break
      const more = await correctionsAmong(intended.slice(at, at + PAGE), { word, wrong }, view)
      found = [...found, ...more].toSorted(byFrequency).slice(0, policy.widening.maxCorrections)
    }
  }
  return found
}

const byFrequency = (a: Correction, b: Correction): number =>
  b.documentFrequency - a.documentFrequency || (a.text < b.text ? -1 : 1)

async function correctionsAmong(
  intended: readonly { readonly character: string; readonly documentFrequency: number }[],
  { word: { written, characters }, wrong }: { readonly word: CjkWord; readonly wrong: number },
  view: StoreView,
): Promise<readonly Correction[]> {
  const after = characters[wrong + 1]
  const behind = (await view.terms.stats(after === undefined ? [] : intended.map(({ character }) => character + after)))
    .holders
  return intended.flatMap(({ character, documentFrequency }) => {
    const both =
      after === undefined ? documentFrequency : Math.min(documentFrequency, behind.get(character + after) ?? 0)
    const isOther = both > 0 && character !== characters[wrong]
    return isOther ? [{ ...correctionFor(characters, wrong, character), of: written, documentFrequency: both }] : []
  })
}

function correctionFor(characters: readonly string[], wrong: number, intended: string): Alternative {
  const [before, after] = [characters[wrong - 1], characters[wrong + 1]]
  const pairs = [`${before}${intended}`, ...(after === undefined ? [] : [`${intended}${after}`])]
  return {
    text: characters.with(wrong, intended).join(''),
    factor: policy.widening.cjkTypo,
    terms: pairs.map((term) => ({ term, weight: 1 / pairs.length })),
  }
}
