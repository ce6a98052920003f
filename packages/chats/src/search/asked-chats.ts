import type { DocumentId } from '@wuku/core/core-types'
import type { Engine } from '@wuku/kernel/base/engine'
import type { RankAnswer } from '@wuku/kernel/query/plan'
import type { SearchRequest, SearchScope } from '@wuku/kernel/query/types'
import type { ChatEntry } from '../catalogue.ts'
import type { SearchInput } from './chat-search-shapes.ts'
import { partsWithin, type Chosen, LAST } from './choose.ts'
import { marksOf } from './search-marks.ts'

/** Everything that a search for conversations asks with each of its queries. */
export interface Ground {
  readonly request: SearchInput
  readonly queries: readonly string[]
  readonly chosen: Chosen
  readonly now: number
  /** Only among these, when it is known which ones may hold what is demanded. */
  readonly among?: ReadonlySet<ChatEntry>
  /** Somebody goes on with the newest of it. */
  readonly isContinued: boolean
}

/** The best message of each document, best first. */
export const askForChats = (limit: number, ground: Ground, engine: Engine): Promise<readonly RankAnswer[]> =>
  askAll({ of: 'documents', limit, shown: { readCount: limit }, within: scopeOf(ground) }, ground, engine)

/** Chunks of some dozens of conversations. */
const MAX_PASSAGES = 20_000

/** Every message of some conversations that answers; none of their texts is read. */
export function askWithin(entries: readonly ChatEntry[], ground: Ground, engine: Engine) {
  const within = { documents: documentsOf(entries, ground.chosen) }
  return askAll({ of: 'passages', limit: MAX_PASSAGES, shown: { readCount: 0 }, within }, ground, engine)
}

/** As `recall` asks, of conversations alone; related words and meaning are wanted where the caller says so. */
function askAll(part: Omit<SearchRequest, 'query'>, { request, queries, chosen, isContinued }: Ground, engine: Engine) {
  const { from = -Infinity, to = Infinity } = chosen.window ?? {}
  const within: SearchScope = {
    ...part.within,
    kinds: ['chats'],
    sourceIds: chosen.sources,
    marks: marksOf(request),
    ...(from > 0 && { since: from }),
    ...(to < LAST && { before: to + 1 }),
  }
  const asked = {
    ...part,
    within,
    hearsPast: !isContinued,
    widen: wideningOf(request),
    ...(request.expand === 'off' && { meaning: { mode: 'lexical' as const } }),
    ...(isContinued && { continuation: 'topic' as const }),
  }
  return Promise.all(queries.map((query) => engine.search.rank({ ...asked, query })))
}

export const wideningOf = ({ expand, precision_mode: precision }: SearchInput): NonNullable<SearchRequest['widen']> => [
  ...(expand === 'auto' ? (['related'] as const) : []),
  ...(precision === 'fuzzy' ? (['spelling'] as const) : []),
]

function scopeOf({ chosen, among }: Ground): SearchScope {
  const isFew = !chosen.isMajority || (among !== undefined && among.size < chosen.entries.length / 2)
  if (isFew) return { documents: documentsOf(among ?? chosen.entries, chosen) }
  const isSearched = (document: DocumentId): boolean => {
    const entry = chosen.entryOf(document)
    return entry !== undefined && (among?.has(entry) ?? true)
  }
  return { without: (document) => !isSearched(document) }
}

/** Parts in which something may be found. */
const documentsOf = (entries: Iterable<ChatEntry>, { window }: Chosen): readonly DocumentId[] =>
  [...entries].flatMap((entry) => partsWithin(entry, window).map(({ id }) => id))
