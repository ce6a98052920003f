import { isCitation, parseCitation, type Citation } from '@wuku/core/citation'
import { fullPathOf } from '@wuku/core/part-paths'
import type { SearchOutput } from '@wuku/chats/search/chat-search-shapes'
import type { Snippets } from '../../packages/docs/src/operations/get-library-docs.ts'
import type { Confidence } from '@wuku/index-core/ranking/confidence'
import type { Tools } from './build.ts'

/** Citations that a tool shows, place by place, with those of copies. */
export interface Answered {
  readonly places: readonly (readonly Citation[])[]
  readonly sure: Confidence
}

/** All that there is, for recall at 100: no agent asks so, and no figure of the first ten is taken from it. */
export type Depth = 'default' | 'deep'
const DEEP = { limit: 100, weak: true, budget: 200_000 }

export async function askRecall(
  product: Pick<Tools, 'call'>,
  input: object,
  depth: Depth = 'default',
): Promise<Answered> {
  const { hits, sure } = await product.call<Hits>('recall', { ...input, ...(depth === 'deep' && DEEP) })
  return { places: hits.map(({ citation, also = [] }) => [citation, ...also].map(parseCitation)), sure }
}

export async function askConversations(
  product: Pick<Tools, 'call'>,
  input: object,
  depth: Depth = 'default',
): Promise<Answered> {
  const deep = depth === 'deep' && {
    limit_chats: 100,
    limit_snippets_per_chat: 1,
    snippet_window: 1,
    weak: true,
    budget: 200_000,
  }
  const answer = await product.call<SearchOutput>('search_conversations', { ...input, ...deep })
  return {
    places: answer.results.map(({ citation, chatId, copies = [] }) => [
      parseCitation(citation),
      ...[chatId, ...copies]
        .filter((id) => !isCitation(id))
        .map((path) => ({ kind: 'chats' as const, source: '', path })),
    ]),
    sure: answer.sure ?? 'none',
  }
}

/** Over MCP a hit without copies does not name them. */
interface Hits {
  readonly sure: Confidence
  readonly hits: readonly { readonly citation: string; readonly also?: readonly string[] }[]
}

/** No answer has more. */
const LAST_PAGE = 10

/** Snippets over as many pages of the answer as it takes to see so many documents. */
export async function askDocs(product: Pick<Tools, 'call'>, input: object, documents: number): Promise<Answered> {
  const places: Citation[] = []
  let sure: Confidence = 'none'
  for (let page = 1; page <= LAST_PAGE; page++) {
    const answer = await product.call<Snippets>('get-library-docs', { ...input, page })
    places.push(...answer.documents.map(({ citation }) => parseCitation(citation)))
    if (page === 1) sure = answer.sure
    if (!answer.has_more || new Set(places.map(({ path }) => path)).size >= documents) break
  }
  return { places: places.map((place) => [place]), sure }
}

/** `source/path` without versions and parts. */
export const placeName = ({ source, path }: Citation): string => `${source.replace(/@.*$/, '')}/${fullPathOf(path)}`
