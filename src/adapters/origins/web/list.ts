import { endingOf, identityOf } from './address.ts'
import { fetchText, type Asking, type FetchedText } from './fetch-text.ts'
import type { Entry } from './frontier.ts'
import { readLlmsText, type LlmsText } from './llms.ts'
import type { HostRules } from './host-rules.ts'
import { mediaOf } from './media.ts'

/** Whether an address names such a list itself. */
export const isList = ({ pathname }: URL): boolean => /\/llms(?:-[\w-]{1,20})?\.txt$/i.test(pathname)

/** Whether it is the whole of the documentation in one file. */
export const isFull = ({ pathname }: URL): boolean => /\/llms-[\w-]{1,20}\.txt$/i.test(pathname)

export const LIST_BYTES = 5 * 1024 * 1024

/** The list that a folder or its site offers unasked. */
export async function findList(url: URL, folder: string, asking: Asking & Mannered): Promise<LlmsText | undefined> {
  for (const path of new Set([`${folder}llms.txt`, '/llms.txt'])) {
    const place = new URL(path, url)
    if (!(await asking.hostRules.of(place)).allows(place)) continue
    const fetched = await fetchText(place, { ...asking, maxBytes: LIST_BYTES })
    if (isMarkdown(fetched)) return readLlmsText(fetched.text, fetched.url)
  }
  return undefined
}

interface Mannered {
  readonly hostRules: HostRules
}

/** Sites that are one program answer to every address with the same page. */
const isMarkdown = (fetched: FetchedText): fetched is FetchedText & { readonly text: string } =>
  fetched.text !== undefined && !/html/.test(fetched.mediaType ?? '') && !/^\s*</.test(fetched.text)

/** Pages of a list that are wanted, each once, without other lists of the same pages. */
export function pagesOf({ links }: LlmsText, wanted: (url: URL) => boolean): readonly URL[] {
  const pages = links.filter((url) => !isList(url) && wanted(url))
  return [...new Map(pages.map((url) => [identityOf(url), url])).values()]
}

/** Each page of a list; if the site has Markdown next to its pages, that comes first. */
export async function entriesOf(pages: readonly URL[], asking: Asking & Mannered): Promise<readonly Entry[]> {
  const firsts = new Map(
    pages
      .filter(couldBeMarkdown)
      .toReversed()
      .map((url) => [url.origin, url]),
  )
  const offers = new Set<string>()
  for (const [origin, url] of [...firsts].slice(0, MOST_HOSTS))
    if (await hasMarkdown(markdownOf(url), asking)) offers.add(origin)
  return pages.map((url) =>
    offers.has(url.origin) && couldBeMarkdown(url)
      ? { url: markdownOf(url), depth: 0, instead: url }
      : { url, depth: 0 },
  )
}

/** Hosts that are asked whether they have Markdown. */
const MOST_HOSTS = 10

const couldBeMarkdown = (url: URL): boolean =>
  url.search === '' && !url.pathname.endsWith('/') && !/^(?:mdx?|txt|pdf|json|ya?ml)$/.test(endingOf(url.pathname))

/** Convention of llmstxt.org: `page.html.md` next to `page.html`. */
const markdownOf = (url: URL): URL => new URL(`${url.pathname}.md`, url)

async function hasMarkdown(url: URL, { http, signal, hostRules }: Asking & Mannered): Promise<boolean> {
  if (!(await hostRules.of(url)).allows(url)) return false
  const { status, mediaType } = await fetchText(url, { http, signal, maxBytes: LIST_BYTES })
  const media = mediaType === undefined ? undefined : mediaOf(mediaType, url)
  return status === 200 && media !== undefined && media.is !== 'html'
}
