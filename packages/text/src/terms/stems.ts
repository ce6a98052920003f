import { limits } from '@wuku/core/limits'
import { porter2 } from './porter2.ts'

/** A word's index term: English is stemmed, everything else stays. */
export function stem(folded: string): string {
  const term = cut(folded)
  return /^[a-z]{3,}$/.test(term) && mayShorten(term) ? porter2(term) : term
}

/** Half of all words have no ending that is ever cut, and that shows before a dozen patterns are tried on them. */
const mayShorten = (word: string): boolean =>
  LAST.includes(word.at(-1) ?? '') || LAST_TWO.has(word.slice(-2)) || word.endsWith('ogist')

/**
 * Last letters of words that stemming may change: -s, -e, -y, -i; -ed, -ing, -al, -ful, -ll, -er, -ator, -ic, -ant,
 * -ent, -ism, -ion; and -ogist.
 */
const LAST = 'seyi'
const LAST_TWO = new Set('ed ng al ul ll er or ic nt sm on'.split(' '))

/** To the longest term kept, and not inside a surrogate pair. */
export const cut = (term: string): string =>
  term.length <= limits.termChars ? term : term.slice(0, limits.termChars).replace(/[\ud800-\udbff]$/, '')

/**
 * The common start of the stems of all words that begin with `beginning`. A stem can be shorter than the beginning
 * (`connecti`, `connection`, `connect`), so every English ending is tried at every position where the beginning may
 * already contain its first letters.
 */
export function stemSafePrefix(beginning: string): string {
  const term = cut(beginning)
  if (!/^[a-z]+$/.test(term)) return term
  return completions(term).map(stem).reduce(commonPrefix, term)
}

function completions(beginning: string): readonly string[] {
  const words = [beginning]
  for (const ending of endings)
    for (let overlap = Math.min(ending.length, beginning.length); overlap >= 0; overlap--)
      if (beginning.endsWith(ending.slice(0, overlap))) words.push(beginning + ending.slice(overlap))
  return words
}

const endings = (
  's es ed eed ing e y ly edly eedly ingly fully lessly ogist ational tional ency ancy izer bly ally ently ely ously ization ation ator alism iveness fulness ousness ' +
  'ality ivity bility logy icate ative alize icity ical ful ness al ance ence er ic able ible ant ement ment ent sion tion ion ' +
  'ou ism ate ity ous ive ize'
)
  .split(' ')
  .flatMap((ending) => [ending, `${ending}s`, ending.replace(/y$/, 'ies')])

function commonPrefix(one: string, other: string): string {
  let length = 0
  while (length < one.length && one[length] === other[length]) length++
  return one.slice(0, length)
}
