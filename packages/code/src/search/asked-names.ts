import { policy } from '@wuku/core/policy'
import type { WeightedTerm } from '@wuku/core/ports/index-view'
import type { PlannedWord } from '@wuku/kernel/query/plan'
import type { NamedWord } from '@wuku/index-core/ranking/name-match'
import { markTerm, plainName } from '@wuku/text/terms/mark-terms'

/** Roles of files and defined names that a question mentions. */

/** Words by which people ask for what is usually ranked behind. */
const roleWords: { readonly [role: string]: readonly string[] } = {
  test: ['test', 'tests', 'spec', 'specs', 'testing'],
  mock: ['mock', 'mocks', 'stub', 'stubs'],
  fixture: ['fixture', 'fixtures'],
  example: ['example', 'examples', 'demo', 'sample'],
  docs: 'doc docs documentation readme guide guides changelog tutorial tutorials contributing contribute faq typo typos'.split(
    ' ',
  ),
  config: ['config', 'configuration', 'settings'],
  lock: ['lockfile'],
}

export const rolesIn = (words: readonly NamedWord[]): ReadonlySet<string> =>
  new Set(
    Object.entries(roleWords)
      .filter(([, roleForms]) => words.some(({ forms }) => forms.some((form) => roleForms.includes(form))))
      .map(([role]) => role),
  )

const OPENING =
  /^(?:add|allow|avoid|chang|clean|correct|deprecat|drop|ensur|fix|handl|implement|improv|increas|introduc|keep|mak|mov|optimi[sz]|prevent|reduc|refactor|remov|renam|replac|restor|revert|rework|rewrit|simplif|support|updat|upgrad|us)(?:e?[sd]?|y|ie[sd]|ing)$/i

/** The verb that opens a task never names a file: `Remove the ...` is not about `removed.ts`. */
export function openingVerb(words: readonly { readonly raw: string }[]): string | undefined {
  const first = words.find(({ raw }) => /^\p{L}/u.test(raw) && !/^please$/i.test(raw))?.raw
  return words.length > 2 && first !== undefined && OPENING.test(first) ? first : undefined
}

/** Names that folders may have in full: `plugin-transform-x`, `babel-core` of `@babel/core`. */
export function placesIn(words: readonly Pick<PlannedWord, 'raw' | 'start' | 'end'>[]): readonly string[] {
  const joined = words.filter(({ raw }) => /\w[-_]\w/.test(raw)).map(({ raw }) => raw)
  const scoped = words.flatMap(({ raw, start }, at) => {
    const before = words[at - 1]
    return before?.end === start - 1 ? [`${before.raw}-${raw}`] : []
  })
  return [...joined, ...scoped].map((name) => name.toLowerCase())
}

/** Beside 1 for a word that can only be a name. */
const weights = { joined: 0.8, plain: 0.4 }

/** Index terms of what may be defined under the words of a query. A term's weight is its share of a sure definition. */
export function definitionTerms(
  words: readonly { readonly raw: string; readonly isCjk: boolean }[],
  fullNames: ReadonlyMap<string, number> = new Map(),
): readonly WeightedTerm[] {
  const rawWords = words.filter(({ isCjk }) => !isCjk).map(({ raw }) => raw)
  const terms = new Map<string, number>()
  const put = (term: string, weight: number): void => void terms.set(term, Math.max(weight, terms.get(term) ?? 0))
  const want = (name: string, weight: number): void => {
    if (plainName(name).length < 2) return
    const isCapital = /^\p{Lu}/u.test(name)
    put(markTerm('def', name), isCapital ? weight * (1 - policy.fileNames.capital) : weight)
    if (isCapital) put(markTerm('cap', name), weight * policy.fileNames.capital)
  }
  rawWords.forEach((word, at) => {
    want(word, isIdentifier(word) || rawWords.length === 1 ? 1 : weights.plain)
    for (let count = 2; count <= policy.fileNames.maxJoined && at + count <= rawWords.length; count++)
      want(rawWords.slice(at, at + count).join(''), weights.joined)
    for (const [name, weight] of membersOf(word)) want(name, weight)
  })
  // Names with words that only hold a sentence together: `redirectTo`.
  for (const name of fullNames.keys()) if (!terms.has(markTerm('def', name))) want(name, weights.joined)
  return [...terms].map(([term, weight]) => ({ term, weight }))
}

/** No declaration contains `Store.get_all`, but one contains `Store` and one `get_all`. A plain name, such as `log` in `console.log`, may be any word. */
function membersOf(word: string): readonly (readonly [name: string, weight: number])[] {
  const names = word.split('.')
  if (names.length < 2 || !names.every((name) => isName.test(name))) return []
  return names.map((name) => [name, isIdentifier(name) ? weights.joined : weights.plain])
}

/** `3.12.0` has no members. */
const isName = /^[\p{L}_$][\p{L}\p{N}_$]*$/u

/** Prose has no capitals inside its words, and no low lines. */
const isIdentifier = (word: string): boolean => /[a-z\d][A-Z]|[_$]|[A-Z]{2}[a-z]|::/.test(word)
