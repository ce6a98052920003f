import { parseCitation } from '@wuku/core/citation'
import type { Connection } from '../code/speed/connect.ts'

/** The part of an answer of `get-library-docs` that the benchmark reads. */
export interface DocsAnswer {
  /** The whole text that an agent is given. */
  readonly text: string
  /** Paths of the documents that the snippets stand in, best first. */
  readonly paths: readonly string[]
  readonly hasMore: boolean
  /** Snippets of this page that were found and not shown. */
  readonly leftOut: number
  readonly isCached: boolean
}

export interface DocsQuery {
  readonly library_id: string
  readonly topic: string
  readonly mode?: 'code' | 'info'
  readonly page?: number
}

export type Server = Pick<Connection, 'call'>

export async function askDocs(server: Server, query: DocsQuery): Promise<DocsAnswer> {
  const { text } = await server.call('get-library-docs', query)
  const { documents, has_more: hasMore, left_out: leftOut, cached: isCached } = JSON.parse(text) as Told
  return { text, paths: documents.map(({ citation }) => parseCitation(citation).path), hasMore, leftOut, isCached }
}

/** No answer has more. */
const LAST_PAGE = 10

/** Pages of documentation in the order in which they appear, over as many pages of the answer as `enough` of them take. */
export async function findPages(
  server: Server,
  query: DocsQuery,
  enough: (paths: readonly string[]) => boolean,
): Promise<readonly string[]> {
  const found = new Set<string>()
  for (let page = 1, hasMore = true; hasMore && page <= LAST_PAGE && !enough([...found]); page++) {
    const answer = await askDocs(server, { ...query, page })
    for (const path of answer.paths) found.add(path)
    hasMore = answer.hasMore
  }
  return [...found]
}

interface Told {
  readonly documents: readonly { readonly citation: string }[]
  readonly has_more: boolean
  readonly left_out: number
  readonly cached: boolean
}
