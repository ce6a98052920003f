import type { CacheTopic, SourceCache } from '@wuku/kernel/base/source-cache'
import type { StoreView } from '@wuku/core/ports/store'
import { splitCompound } from '@wuku/text/terms/compounds'
import { nearest } from '@wuku/text/edits/edit'
import { markTerm, plainName } from '@wuku/text/terms/mark-terms'

/** Callers that see different code. */
const definedNames: CacheTopic<readonly string[]> = { capacity: 2 }

/** All names that something is defined under, without case and joints, commonest first; nothing but code defines any. */
export const knownNames = (view: StoreView, cache: SourceCache): Promise<readonly string[]> =>
  cache.ofKind(definedNames, { view, kind: 'code' }, async () => {
    const terms = (await view.terms.vocabulary([DEFINED], MAX_NAMES))[0] ?? []
    return terms.map(({ term }) => term.slice(DEFINED.length))
  })

const DEFINED = markTerm('def', '')
/** Bounds the memory; the rarest are left out, where there are more. */
const MAX_NAMES = 1_000_000

/** Names that contain all words of the query, names that begin with it first, then the shortest. */
export function namesContaining(query: string, names: readonly string[], limit: number): readonly string[] {
  const words = query
    .split(/\s+/)
    .map(plainName)
    .filter((word) => word !== '')
  const joinedWords = words.join('')
  if (joinedWords === '') return []
  return names
    .filter((name) => words.every((word) => name.includes(word)))
    .toSorted((a, b) => order(a, joinedWords) - order(b, joinedWords) || a.length - b.length || (a < b ? -1 : 1))
    .slice(0, limit)
}

const order = (name: string, joinedWords: string): number =>
  name === joinedWords ? 0 : name.startsWith(joinedWords) ? 1 : name.endsWith(joinedWords) ? 2 : 3

/** More wrong letters make another name of it. */
const MAX_TYPOS = 4

/** By letters that were mistyped; where nothing is that near, by the words that it was put together from, in any order. */
export function namesNear(query: string, names: readonly string[], limit: number): readonly string[] {
  if (query === '') return []
  const near = nearest(plainName(query), names, { max: MAX_TYPOS, limit })
  if (near.length > 0) return near
  const words = splitCompound(query).map(({ text }) => text)
  return words.length < 2 ? [] : namesContaining(words.join(' '), names, limit)
}
