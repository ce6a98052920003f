import { Parser } from 'htmlparser2'

/** Facts about a page that a crawler needs. */
export interface HtmlFacts {
  readonly title: string
  readonly siteName: string
  readonly description: string
  /** As written, in order, without those that are not to be followed. */
  readonly links: readonly string[]
  readonly base?: string
  readonly canonical?: string
  /** Address to which the page redirects its readers at once. */
  readonly refresh?: string
  /** Content of `<meta name=robots>`, in lower case. */
  readonly robots: string
  /** Signs of text that readers see, without spaces. */
  readonly letters: number
  readonly scripts: number
}

/** Read piece by piece and never built into a tree; a page is left once it is known, or very long, or very deep. */
export function readHtml(text: string): HtmlFacts {
  const facts = { ...blank, links: [] }
  const scene: Scene = { facts, depth: 0, inside: undefined }
  const parser = new Parser(
    {
      onopentag: (name, attributes) => enter(scene, name, attributes),
      onclosetag: (name) => leave(scene, name),
      ontext: (content) => addText(scene, content),
    },
    { decodeEntities: true },
  )
  for (
    let at = 0;
    at < Math.min(text.length, MAX_CHARACTERS) && scene.depth < DEEPEST && !isEnough(facts);
    at += PARSE_CHUNK
  )
    parser.write(text.slice(at, Math.min(at + PARSE_CHUNK, MAX_CHARACTERS)))
  parser.end()
  return { ...facts, title: plain(facts.title), description: plain(facts.description), siteName: plain(facts.siteName) }
}

/** A page that only a program in a browser would fill. */
export const isShell = ({ letters, scripts, links, refresh }: HtmlFacts): boolean =>
  letters < FEW_LETTERS && scripts > 0 && links.length === 0 && refresh === undefined

/** Links of a page that count; a calendar or a tag cloud has more. */
const MAX_LINKS = 2_000
const MAX_CHARACTERS = 16 * 1024 * 1024
/** Facts about a page come before its links: behind the last link that counts nothing else is sought. */
const isEnough = ({ links, letters }: HtmlFacts): boolean => links.length >= MAX_LINKS && letters >= FEW_LETTERS
const FEW_LETTERS = 100
/** The parser walks all open elements at each closing tag, so a page of nothing but opening ones would never end. */
const DEEPEST = 2_000
const PARSE_CHUNK = 16 * 1024

type Draft = { -readonly [Name in keyof HtmlFacts]: HtmlFacts[Name] } & { links: string[] }

const blank = { title: '', siteName: '', description: '', robots: '', letters: 0, scripts: 0 }

interface Scene {
  readonly facts: Draft
  depth: number
  /** The element whose text is no text of the page. */
  inside: string | undefined
}

type Attributes = Readonly<Record<string, string>>

const UNSEEN: ReadonlySet<string> = new Set(['script', 'style', 'noscript', 'template', 'title', 'svg'])

function enter(scene: Scene, name: string, attributes: Attributes): void {
  scene.depth++
  if (UNSEEN.has(name)) scene.inside ??= name
  if (name === 'script') scene.facts.scripts++
  if (name === 'base') scene.facts.base ??= attributes['href']
  if (name === 'a' || name === 'area') addLink(scene.facts, attributes['href'], attributes['rel'])
  if (name === 'frame') addLink(scene.facts, attributes['src'])
  if (name === 'link' && words(attributes['rel']).includes('canonical')) scene.facts.canonical ??= attributes['href']
  if (name === 'meta') readMeta(scene.facts, attributes)
}

function leave(scene: Scene, name: string): void {
  scene.depth--
  if (scene.inside === name) scene.inside = undefined
}

function addText({ facts, inside }: Scene, content: string): void {
  if (inside === 'title' && facts.title.length < 1_000) facts.title += content
  if (inside === undefined) facts.letters += content.replaceAll(/\s+/g, '').length
}

function addLink(facts: Draft, href: string | undefined, rel?: string): void {
  if (href && !href.startsWith('#') && facts.links.length < MAX_LINKS && !words(rel).includes('nofollow'))
    facts.links.push(href)
}

function readMeta(facts: Draft, { name, property, content = '', 'http-equiv': header }: Attributes): void {
  const called = (name ?? property ?? '').toLowerCase()
  if (called === 'robots' || called === 'wuku') facts.robots += ` ${content.toLowerCase()}`
  if (called === 'og:site_name') facts.siteName ||= content
  if (called === 'description') facts.description = content
  if (called === 'og:description') facts.description ||= content
  if (header?.toLowerCase() === 'refresh')
    facts.refresh ??= /^\s*[0-5](?:\.\d*)?\s*[;,]\s*url\s*=\s*["']?([^"']+)/i.exec(content)?.[1]?.trim()
}

const words = (text = ''): readonly string[] => text.toLowerCase().split(/\s+/)

const plain = (text: string): string => text.slice(0, 1_000).replaceAll(/\s+/g, ' ').trim().slice(0, 400)
