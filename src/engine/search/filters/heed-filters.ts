import { kinds as allKinds } from '../../../core/words.ts'
import { hearFilters, type Filter, type HeardFilters } from './filters.ts'
import type { RankAnswer, SearchAnswer, SearchRequest } from '../types.ts'

interface Asking<Answer> {
  readonly now: number
  ask(request: SearchRequest): Promise<Answer>
  /** A query of filters alone lists matching documents; otherwise filters need words. */
  readonly mayList: boolean
}

/**
 * The question with its filters, and what they are; where they leave nothing, all of it as words, and that is said: so no
 * filter hides what the words alone would find.
 */
export async function heedFilters<Answer extends SearchAnswer | RankAnswer>(
  request: SearchRequest,
  { now, ask, mayList }: Asking<Answer>,
): Promise<Answer> {
  const heard = hearFilters(request.query, now)
  const { query, filters } = heard
  const hasWords = /[\p{L}\p{N}\p{S}]/u.test(query)
  if (filters.length === 0 || !(hasWords || mayList)) return ask(request)
  const asked = requestFor(request, heard, hasWords)
  const found = asked && (await ask(asked))
  if (found && countOf(found) > 0) return noting(found, `Filtered by ${tell(filters)}.`)
  const others = await ask(request)
  return noting(
    others,
    `Nothing ${hasWords ? 'with these words ' : ''}matches the filter ${tell(filters)}: searched as words.`,
  )
}

/** `undefined` where no storehouse is left to ask. */
function requestFor(request: SearchRequest, { query, filters }: HeardFilters, hasWords: boolean) {
  const kinds = filters.reduce((left, filter) => {
    if (filter.key !== 'kind') return left
    return left.filter((kind) => filter.kinds.includes(kind) !== filter.isNot)
  }, request.kinds ?? allKinds)
  if (kinds.length === 0) return undefined
  const isAnyKind = kinds.length === allKinds.length
  const alone = hasWords ? {} : ({ mode: 'lexical', rerank: false } as const)
  return { ...request, ...alone, query, filters, ...(!isAnyKind && { kinds }) }
}

const countOf = (found: SearchAnswer | RankAnswer): number =>
  'hits' in found ? found.hits.length : found.ranked.length

const noting = <Answer extends SearchAnswer | RankAnswer>(found: Answer, note: string): Answer => ({
  ...found,
  trace: { ...found.trace, notes: [note, ...found.trace.notes] },
})

const tell = (filters: readonly Filter[]): string => filters.map(({ written }) => written).join(' ')
