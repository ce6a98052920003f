import { cancelled, isWukuError, type WukuError } from '../../../core/errors.ts'
import type { Entry } from './frontier.ts'
import { visit, type Visit, type VisitRequest } from './visit.ts'

export interface Visited {
  readonly entry: Entry
  readonly visit: Visit | { readonly is: 'failed'; readonly error: WukuError }
}

/** Visits an address, or what stands in for it; a page that fails is an answer, not an exception. */
export async function attempt(entry: Entry, request: VisitRequest): Promise<Visited> {
  const { instead } = entry
  const visited = await tryVisit(entry, request)
  return instead && !isText(visited) ? tryVisit({ url: instead, depth: entry.depth }, request) : visited
}

/** Many servers answer with their start page, or with a page that says no, where there is no Markdown. */
const isText = ({ visit: { is, ...rest } }: Visited): boolean =>
  is === 'unchanged' || (is === 'page' && 'media' in rest && rest.media.is !== 'html')

async function tryVisit(entry: Entry, request: VisitRequest): Promise<Visited> {
  try {
    return { entry, visit: await visit(entry.url, request) }
  } catch (error) {
    if (request.signal.aborted) throw cancelled()
    if (!isWukuError(error)) throw error
    return { entry, visit: { is: 'failed', error } }
  }
}
