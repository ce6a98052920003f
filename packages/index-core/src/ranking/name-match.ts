import { largest, sum } from '@wuku/core/list-helpers'
import { policy } from '@wuku/core/policy'
/** How well what a file is called meets what is asked: a name is the shortest description that its author gave. */

export interface NamedWord {
  /** The whole and its parts, folded: `getUserById` is `getuserbyid`, `get`, `user`, `by`, `id`. */
  readonly forms: readonly string[]
  /** Rarity of the word relative to the others of the query. */
  readonly weight: number
}

export interface NameMatch {
  /** 0 to 1: how much of the name the query says. */
  readonly ofName: number
  /** 0 to 1: how much of the query the name says. */
  readonly ofQuery: number
}

/** `parts` of a name, folded. A word and a part meet when one begins with the other: `auth` and `authentication`. */
export const matchName = (parts: readonly string[], words: readonly NamedWord[]): NameMatch =>
  createNameMatcher(words)(parts)

/** `matchName` for many names and the same words: files of one repository have similar names, and lie in the same folders. */
export function createNameMatcher(words: readonly NamedWord[]) {
  const match = createUncachedMatcher(words)
  const known = new Map<readonly string[], NameMatch>()
  return (parts: readonly string[]): NameMatch => {
    const before = known.get(parts)
    if (before) return before
    const found = match(parts)
    known.set(parts, found)
    return found
  }
}

function createUncachedMatcher(words: readonly NamedWord[]) {
  const known = new Map<string, readonly number[]>()
  const meetings = (part: string): readonly number[] => {
    const met = known.get(part) ?? words.map(({ forms }) => meeting(forms, part))
    known.set(part, met)
    return met
  }
  const total = sum(words.map(({ weight }) => weight))
  return (parts: readonly string[]): NameMatch => {
    if (parts.length === 0 || words.length === 0) return { ofName: 0, ofQuery: 0 }
    const ofParts = parts.map(meetings)
    const ofWords = meetings(parts.join('')).slice()
    // Only what is the same meets in full.
    const isExact = ofWords.includes(1)
    let ofName = 0
    for (const met of ofParts) {
      ofName += largest(met)
      met.forEach((share, at) => (ofWords[at] = Math.max(share, ofWords[at] ?? 0)))
    }
    const ofQuery = words.reduce((matchedWeight, { weight }, at) => matchedWeight + weight * (ofWords[at] ?? 0), 0)
    return { ofName: isExact ? 1 : ofName / parts.length, ofQuery: ofQuery / total }
  }
}

/** The best of all forms: 1 when they are the same, less the more the longer one has in addition to what they share. */
function meeting(forms: readonly string[], part: string): number {
  let best = 0
  for (const form of forms) {
    if (form === part) return 1
    const shared = sharedBeginning(form, part)
    if (shared > 0) best = Math.max(best, Math.sqrt(shared / Math.max(form.length, part.length)))
  }
  return best
}

/** Length of what they share when one begins with the other, or when both go on with an ending of English; else 0. */
function sharedBeginning(one: string, other: string): number {
  let shared = 0
  while (shared < one.length && one[shared] === other[shared]) shared++
  if (shared >= policy.fileNames.shortestShared && shared === Math.min(one.length, other.length)) return shared
  for (let at = shared; at >= Math.max(policy.fileNames.shortestStem, shared - 2); at--)
    if (endings.has(one.slice(at)) && endings.has(other.slice(at))) return at
  return 0
}

/** Endings of words that name an action, its agent and its result; a stem may end in a doubled letter. */
const endings: ReadonlySet<string> = new Set(
  (
    's es e ed er ers or ors ing ings ion ions ation ations ator ators able ible y ies ied ive al ance ence ency ancy ' +
    'ment ments ant ent ize izer izers ization ized izing ise iser ised ity ly ian ar ary ory ure ures ' +
    'ten ter ted ting ning ner ned ping per ped ging ger ged'
  )
    .split(' ')
    .concat(''),
)
