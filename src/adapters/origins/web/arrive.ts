import type { Http, HttpRequest } from '../http/words.ts'
import { gone, noPage, unusable } from './failures.ts'
import { mediaOfSite } from './media.ts'
import { readPage, type FetchedPage } from './visit.ts'

/**
 * The first page of a site, as HTML where there is a choice: Markdown is the better document, but often lacks the links
 * to all other pages.
 */
export async function arrive(url: URL, { http, ...request }: Arriving): Promise<FetchedPage> {
  const headers = { accept: 'text/html, application/xhtml+xml, */*;q=0.5' }
  const answer = await http.get(url, { ...request, headers })
  const { status } = answer
  const type = answer.header('content-type')
  const media = mediaOfSite(type, answer.url)
  if (status === 200 && media) return readPage(answer, media, await answer.bytes())
  answer.drop()
  if (status === 404 || status === 410) throw gone(answer.url)
  throw status === 200 ? noPage(answer.url, type) : unusable(answer)
}

type Arriving = Omit<HttpRequest, 'headers'> & { readonly http: Http; readonly maxBytes: number }
