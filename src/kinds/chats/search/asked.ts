import { WukuError } from '../../../core/errors.ts'
import { parseQuery } from '../../../engine/search/query.ts'
import type { StoreView } from '../../../ports/store.ts'
import { everythingOf, readAspect, type Aspect } from './aspects.ts'
import { isBrowsing } from './browse-words.ts'
import type { SearchInput } from './shapes.ts'
import { phraseWay, type Sought } from './sought.ts'

/** A query as it will be looked up. */
export interface Asked {
  readonly aspects: readonly Aspect[]
  /** A conversation holds all of these, and none of the others. */
  readonly demanded: readonly Sought[]
  readonly excluded: readonly Sought[]
  /** As the caller wrote them. */
  readonly excludes: readonly string[]
}

/** The entries of a list, or of a sentence that is one: `life / travel / 购物`. */
export function queriesOf({ intent_query: given }: SearchInput): readonly string[] {
  const written = typeof given === 'string' ? given.split(/\s[/|]\s/) : given
  const queries = [...new Set(written.map((query) => query.trim()))].filter((query) => query !== '')
  if (queries.length > 0) return queries
  throw new WukuError(
    'bad-input',
    'intent_query is empty.',
    'Say what the conversation was about, or give "*" to list the newest.',
  )
}

export const isBrowse = (wanted: SearchInput): boolean => isBrowsing(queriesOf(wanted))

export async function readAsked(wanted: SearchInput, view: StoreView): Promise<Asked> {
  const widening = { isFuzzy: wanted.precision_mode === 'fuzzy', isExpanded: wanted.expand === 'auto' }
  const aspects: Aspect[] = []
  for (const query of isBrowse(wanted) ? [] : queriesOf(wanted)) aspects.push(await readAspect(query, widening, view))
  const excludes = [...wanted.exclude_terms, ...aspects.flatMap(({ excluded }) => excluded)]
    .map((term) => term.trim())
    .filter((term) => term !== '')
  return {
    aspects,
    demanded: [
      ...aspects.flatMap(({ demanded }) => demanded),
      ...(wanted.match === 'all' ? everythingOf(aspects) : []),
    ],
    excludes: [...new Set(excludes)],
    excluded: [...new Set(excludes)].map((term) => ({ ways: [phraseWay(term)] })),
  }
}

/** `undefined` where nothing was said beside the phrases, or all of it was demanded. */
export function withoutPhrases(asked: Asked): Asked | undefined {
  const phrases = new Set(asked.aspects.flatMap(({ said, demanded }) => (parseQuery(said).free === '' ? [] : demanded)))
  const demanded = asked.demanded.filter((sought) => !phrases.has(sought))
  return phrases.size > 0 && demanded.length === 0 ? { ...asked, demanded } : undefined
}
