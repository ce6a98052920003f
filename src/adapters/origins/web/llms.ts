import { readAddress } from './address.ts'

/** A site's own list of its pages for programs (llmstxt.org). */
export interface LlmsText {
  readonly name: string
  readonly description: string
  /** In order, each once; what is marked as optional last. */
  readonly links: readonly URL[]
}

export function readLlmsText(text: string, base: URL): LlmsText {
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
    .slice(0, MOST_LINKS)
    .flatMap((href) => readAddress(href, base) ?? [])
}

const isOptional = (section: string): boolean => /^optional\b/i.test(section)

const MOST_LINKS = 10_000

const quoteIn = (head: string): string =>
  (/(?:^>.*(?:\r?\n|$))+/m.exec(head)?.[0] ?? '').replaceAll(/^> ?/gm, '').replaceAll(/\s+/g, ' ').trim().slice(0, 400)
