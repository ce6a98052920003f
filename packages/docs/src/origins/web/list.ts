import { endingOf, identityOf, readAddress } from './web-address.ts'
import { fetchText, type FetchContext, type FetchedText, type HostRules } from './host-rules.ts'
import { type Entry, mediaOf } from './frontier.ts'

/** Whether an address names such a list itself. */
export const isList = ({ pathname }: URL): boolean => /\/llms(?:-[\w-]{1,20})?\.txt$/i.test(pathname)

/** Whether it is the whole of the documentation in one file. */
export const isFull = ({ pathname }: URL): boolean => /\/llms-[\w-]{1,20}\.txt$/i.test(pathname)

export const LIST_BYTES = 5 * 1024 * 1024

/** The list that a folder or its site offers unasked. */
export async function findList(url: URL, folder: string, context: FetchContext & Mannered) {
  for (const path of new Set([`${folder}llms.txt`, '/llms.txt'])) {
    const place = new URL(path, url)
    if (!(await context.hostRules.of(place)).allows(place)) continue
    const fetched = await fetchText(place, { ...context, maxBytes: LIST_BYTES })
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
export function pagesOf(
  { links }: { readonly links: readonly URL[] },
  isRequested: (url: URL) => boolean,
): readonly URL[] {
  const pages = links.filter((url) => !isList(url) && isRequested(url))
  return [...new Map(pages.map((url) => [identityOf(url), url])).values()]
}

/** Each page of a list; if the site has Markdown next to its pages, that comes first. */
export async function entriesOf(pages: readonly URL[], context: FetchContext & Mannered): Promise<readonly Entry[]> {
  const firsts = new Map(
    pages
      .filter(couldBeMarkdown)
      .toReversed()
      .map((url) => [url.origin, url]),
  )
  const offers = new Set<string>()
  for (const [origin, url] of [...firsts].slice(0, MAX_HOSTS))
    if (await hasMarkdown(markdownOf(url), context)) offers.add(origin)
  return pages.map((url) =>
    offers.has(url.origin) && couldBeMarkdown(url)
      ? { url: markdownOf(url), depth: 0, instead: url }
      : { url, depth: 0 },
  )
}

/** Hosts that are asked whether they have Markdown. */
const MAX_HOSTS = 10

const couldBeMarkdown = (url: URL): boolean =>
  url.search === '' && !url.pathname.endsWith('/') && !/^(?:mdx?|txt|pdf|json|ya?ml)$/.test(endingOf(url.pathname))

/** Convention of llmstxt.org: `page.html.md` next to `page.html`. */
const markdownOf = (url: URL): URL => new URL(`${url.pathname}.md`, url)

async function hasMarkdown(url: URL, { http, signal, hostRules }: FetchContext & Mannered): Promise<boolean> {
  if (!(await hostRules.of(url)).allows(url)) return false
  const { status, mediaType } = await fetchText(url, { http, signal, maxBytes: LIST_BYTES })
  const media = mediaType === undefined ? undefined : mediaOf(mediaType, url)
  return status === 200 && media !== undefined && media.is !== 'html'
}

/** A site's own list of its pages for programs (llmstxt.org): links in order, each once, what is marked as optional last. */
export function readLlmsText(text: string, base: URL) {
  const sections = text.split(/^##[ \t]+/m)
  const [head = ''] = sections
  const ordered = [...sections.filter((each) => !isOptional(each)), ...sections.slice(1).filter(isOptional)]
  const links = ordered.flatMap((section) => markdownLinks(section, base))
  return {
    name: (/^#[ \t]+(.+)$/m.exec(head)?.[1] ?? '').trim().slice(0, 200),
    description: quoteIn(head),
    links: [...new Map(links.map((url) => [url.href, url])).values()],
  }
}

/** Addresses that a Markdown text links to, also by reference, in angle brackets and in HTML. */
export function markdownLinks(text: string, base: URL): readonly URL[] {
  const found = text.matchAll(
    /(!?)\[[^[\]\n]{0,500}\]\(\s{0,9}<?([^\s<>()]{1,1000})|^ {0,3}\[[^\]\n]{1,200}\]:[ \t]{1,9}<?([^\s<>]{1,1000})|<(https?:[^\s<>]{1,1000})>|<a\s[^<>]{0,200}?href\s{0,9}=\s{0,9}["']([^"'<>\s]{1,1000})/gim,
  )
  return [...found]
    .filter(([, picture]) => picture !== '!')
    .map(([, , inline, reference, bare, html]) => inline ?? reference ?? bare ?? html ?? '')
    .filter((href) => !href.startsWith('#'))
    .slice(0, MAX_LINKS)
    .flatMap((href) => readAddress(href, base) ?? [])
}

const isOptional = (section: string): boolean => /^optional\b/i.test(section)

const MAX_LINKS = 10_000

const quoteIn = (head: string): string =>
  (/(?:^>.*(?:\r?\n|$))+/m.exec(head)?.[0] ?? '').replaceAll(/^> ?/gm, '').replaceAll(/\s+/g, ' ').trim().slice(0, 400)
