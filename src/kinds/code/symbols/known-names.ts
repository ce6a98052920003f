import type { CacheTopic, SourceCache } from '../../../engine/source-cache.ts'
import type { StoreView } from '../../../ports/store.ts'
import { splitCompound } from '../../../text/terms/compounds.ts'
import { nearest } from '../../../text/edits/edit.ts'
import { markTerm, plainName } from '../../../text/terms/marks.ts'

/** All names that something is defined under, without case and joints, commonest first; for as long as no code has changed. */
export interface KnownNames {
  of(view: StoreView): Promise<readonly string[]>
}

/** Callers that see different code. */
const definedNames: CacheTopic<readonly string[]> = { most: 2 }

/** Nothing but code defines names, so that they stand while anything else changes. */
export const createKnownNames = (cache: SourceCache): KnownNames => ({
  of: (view) =>
    cache.ofKind(definedNames, { view, kind: 'code' }, async () => {
      const terms = (await view.terms.vocabulary([DEFINED], MOST_NAMES))[0] ?? []
      return terms.map(({ term }) => term.slice(DEFINED.length))
    }),
})

const DEFINED = markTerm('def', '')
/** Bounds the memory; the rarest are left out, where there are more. */
const MOST_NAMES = 1_000_000

/** Names that contain all words of the query, names that begin with it first, then the shortest. */
export function namesHolding(asked: string, names: readonly string[], limit: number): readonly string[] {
  const words = asked
    .split(/\s+/)
    .map(plainName)
    .filter((word) => word !== '')
  const whole = words.join('')
  if (whole === '') return []
  return names
    .filter((name) => words.every((word) => name.includes(word)))
    .toSorted((a, b) => order(a, whole) - order(b, whole) || a.length - b.length || (a < b ? -1 : 1))
    .slice(0, limit)
}

const order = (name: string, whole: string): number =>
  name === whole ? 0 : name.startsWith(whole) ? 1 : name.endsWith(whole) ? 2 : 3

/** More wrong letters make another name of it. */
const MOST_WRONG = 4

/** By letters that were mistyped; where nothing is that near, by the words that it was put together from, in any order. */
export function namesNear(asked: string, names: readonly string[], limit: number): readonly string[] {
  if (asked === '') return []
  const near = nearest(plainName(asked), names, { max: MOST_WRONG, limit })
  if (near.length > 0) return near
  const words = splitCompound(asked).map(({ text }) => text)
  return words.length < 2 ? [] : namesHolding(words.join(' '), names, limit)
}
