import { append } from '../../../core/lists.ts'
import type { RankedSnippet } from './rank-snippets.ts'

/** Snippets of one document on a page, as long as others have something to say. */
const OF_DOCUMENT = 3
/** The same for a library, where several are asked. */
const OF_SOURCE = 4

/**
 * The same snippets in an order in which no document, and of several libraries no library, fills a page while others could
 * be on it. Pages of `size` cut from it never overlap.
 */
export function spreadOverPages(snippets: readonly RankedSnippet[], size: number): readonly RankedSnippet[] {
  const isAcross = new Set(snippets.map(({ source }) => source)).size > 1
  const spread: RankedSnippet[] = []
  let rest = [...snippets]
  while (rest.length > 0) {
    const page = pageOf(rest, size, isAcross)
    append(spread, page)
    const taken = new Set(page)
    rest = rest.filter((snippet) => !taken.has(snippet))
  }
  return spread
}

function pageOf(rest: readonly RankedSnippet[], size: number, isAcross: boolean): readonly RankedSnippet[] {
  const counts = new Map<string, number>()
  const within = (key: string, most: number): boolean => (counts.get(key) ?? 0) < most
  const page: RankedSnippet[] = []
  const skipped: RankedSnippet[] = []
  for (const snippet of rest) {
    if (page.length === size) break
    const [document, source] = [`d${snippet.document}`, `s${snippet.source}`]
    if (within(document, OF_DOCUMENT) && (!isAcross || within(source, OF_SOURCE))) {
      page.push(snippet)
      for (const key of [document, source]) counts.set(key, (counts.get(key) ?? 0) + 1)
    } else skipped.push(snippet)
  }
  return [...page, ...skipped.slice(0, size - page.length)]
}
