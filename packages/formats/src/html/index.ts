import { setOf } from '@wuku/core/list-helpers'
import { fileStem, type Format, type FormatAnswer, type FormatFile } from '../format.ts'
import { newWriter } from './html-blocks.ts'
import { attributeOf, below, elementsIn, firstBelow, hasClass, isElement, onOneLine, textOf } from './elements.ts'
import { dropsInJavadoc, isJavadoc, isJavadocIndex, unwrapsInJavadoc, writeJavadoc } from './javadoc.ts'
import { isNoise } from './noise.ts'
import { type HtmlElement, parseHtml } from './html-tree.ts'
import { dropsInTypedoc, hasSignatures, isTypedoc, unwrapsInTypedoc, writeTypedoc } from './typedoc.ts'
import type { Writer } from './writer.ts'

/** A short letter that was converted is no empty page of a web site. */
const isPageOfSite = (path: string): boolean => /\.x?html?$/i.test(path)

/** Pages of a site: their content alone. JavaDoc and TypeDoc give a part for each member. */
export const read: Format = ({ path, text, mayBeShort = false }) => {
  const skip = (why: string): FormatAnswer => ({ skipped: { path, why } })
  const fromJavadoc = isJavadoc(text)
  if (fromJavadoc && isJavadocIndex(path)) return skip('a list of what other pages describe')
  const root = parseHtml(text)
  const list = listKind(root, { path, text })
  if (list) return skip(list)
  const content = mainContent(root)
  const written = fromJavadoc
    ? javadocPage(root)
    : text.includes('tsd-') && isTypedoc(root)
      ? typedocPage(root, content)
      : plainPage(content)
  const { text: markdown, anchors, parts } = written.output.finish()
  if (hasFewWords(markdown) && !(mayBeShort && /[\p{L}\p{N}]/u.test(markdown)) && isPageOfSite(path))
    return skip('almost no text: a redirect, a search page or a page that a script fills')
  const title = parts[0]?.title || titleOf(root, content, path)
  return { page: { title, text: markdown, anchors, ...(parts.length > 0 && { parts }) } }
}

function plainPage(content: HtmlElement): Writer {
  const writer = newWriter()
  writer.children(content)
  writer.flush()
  return writer
}

function javadocPage(root: HtmlElement): Writer {
  const writer = newWriter({ language: 'java', drops: dropsInJavadoc, unwraps: unwrapsInJavadoc })
  writeJavadoc(writer, firstBelow(root, ({ name }) => name === 'body') ?? root)
  return writer
}

function typedocPage(root: HtmlElement, content: HtmlElement): Writer {
  const inner = firstBelow(root, (element) => hasClass(element, 'col-content')) ?? content
  const writer = newWriter({ drops: dropsInTypedoc, unwraps: unwrapsInTypedoc })
  if (hasSignatures(inner)) writeTypedoc(writer, inner)
  else writer.children(inner)
  writer.flush()
  return writer
}

/** Pages that Sphinx makes for people who browse. */
function listKind(root: HtmlElement, { path, text }: FormatFile): string | undefined {
  if (/(?:^|\/)_modules\//.test(path)) return 'a listing of source code'
  if (!/indextable|genindex-jumpbox|search-results/.test(text)) return undefined
  const found = firstBelow(root, isList)
  if (!found) return undefined
  return found.classes ? 'an index of terms' : 'a search page'
}

const isList = ({ classes, attributes }: HtmlElement): boolean =>
  listMark.test(classes) || attributes.get('id') === 'search-results'

const listMark = / (?:genindextable|indextable|modindextable|genindex-jumpbox) /

const hasFewWords = (markdown: string): boolean =>
  markdown.length < 400 && (markdown.match(/[\p{L}\p{N}]/gu)?.length ?? 0) < FEWEST_LETTERS

const FEWEST_LETTERS = 20

/** The first heading of the content; else the title of the page, without the name of its site; else the name of its file. */
function titleOf(root: HtmlElement, content: HtmlElement, path: string): string {
  const heading = firstBelow(content, ({ name }) => name === 'h1', isNoNoise)
  const headingText = heading ? onOneLine(textOf(heading, isNoise)) : ''
  return headingText || documentTitle(root) || fileStem(path)
}

const isNoNoise = (element: HtmlElement): boolean => !isNoise(element)

/** The part of `<title>` before the name of the site. */
function documentTitle(root: HtmlElement): string {
  const title = firstBelow(root, ({ name }) => name === 'title')
  const text = title ? onOneLine(textOf(title)) : ''
  const [page = ''] = text.split(/ [—|·»] | :: /)
  if (page && page !== text) return page
  const dash = text.lastIndexOf(' - ')
  return dash > 0 ? text.slice(0, dash) : text
}

/** The part of a page that is the page: without what all pages of its site have around it. */
function mainContent(root: HtmlElement): HtmlElement {
  const body = firstBelow(root, ({ name }) => name === 'body') ?? root
  const sizes = new Map<HtmlElement, Size>()
  measure(body, sizes)
  const least = (sizes.get(body)?.text ?? 0) * LEAST_SHARE
  for (const rank of ranked(body)) {
    const best = largest(rank, sizes)
    if (best && (sizes.get(best)?.text ?? 0) >= least) return best
  }
  return densest(body, sizes)
}

/** A selector that matches a small box is not the page. */
const LEAST_SHARE = 0.25

/** Elements that may be the content, surest first. */
function ranked(body: HtmlElement): readonly (readonly HtmlElement[])[] {
  const ranks: HtmlElement[][] = marks.map(() => [])
  for (const element of below(body, (inner) => inner.name !== 'pre' && inner.name !== 'p')) {
    if (element.attributes.size === 0 && element.name !== 'main' && element.name !== 'article') continue
    ranks[marks.findIndex((isIt) => isIt(element))]?.push(element)
  }
  return ranks
}

/** How generators of documentation mark it, then how HTML does, then how people do. */
const marks: readonly ((element: HtmlElement) => boolean)[] = [
  (element) =>
    themed.test(element.classes) ||
    attributeOf(element, 'itemprop') === 'articleBody' ||
    /^(?:furo-main-content|pkg-doc|mw-content-text)$/.test(attributeOf(element, 'id')) ||
    (hasClass(element, 'body') && attributeOf(element, 'role') === 'main'),
  (element) => element.name === 'main' || attributeOf(element, 'role') === 'main',
  (element) => element.name === 'article',
  (element) =>
    /^(?:content|main|main-content|bodyContent|doc-content|docs-content|page-content)$/.test(
      attributeOf(element, 'id'),
    ) || / (?:contentContainer|content|document|contents|post|book-body) /.test(element.classes),
]

const themed =
  / (?:theme-doc-markdown|vp-doc|md-content__inner|td-content|sl-markdown-content|markdown-section|mw-parser-output|devsite-article-body|bd-article|markdown-body|entry-content|post-content|wiki-content|main-page-content|go-Main-article|nextra-content|rst-content) /

interface Size {
  text: number
  /** Characters in links. */
  links: number
}

/** Characters below each element, noise aside. */
function measure(element: HtmlElement, sizes: Map<HtmlElement, Size>): Size {
  const size: Size = { text: 0, links: 0 }
  for (const child of element.children) {
    if (!isElement(child)) size.text += child.trim().length
    else if (!isNoise(child)) {
      const inner = measure(child, sizes)
      size.text += inner.text
      size.links += child.name === 'a' ? inner.text : inner.links
    }
  }
  if (!inlineNames.has(element.name)) sizes.set(element, size)
  return size
}

const inlineNames = setOf('a span code em strong b i p li td tr pre')

const largest = (among: readonly HtmlElement[], sizes: ReadonlyMap<HtmlElement, Size>): HtmlElement | undefined =>
  among.reduce<HtmlElement | undefined>(
    (best, next) => ((sizes.get(next)?.text ?? -1) > (best ? (sizes.get(best)?.text ?? -1) : 0) ? next : best),
    undefined,
  )

/** Downwards, while one child holds nearly all the words that lead nowhere. */
function densest(body: HtmlElement, sizes: ReadonlyMap<HtmlElement, Size>): HtmlElement {
  const prose = (element: HtmlElement): number => {
    const size = sizes.get(element)
    return size ? size.text - size.links : 0
  }
  let chosen = body
  for (;;) {
    const enough = prose(chosen) * DOMINANT
    const next = elementsIn(chosen).find((child) => boxes.has(child.name) && prose(child) > 0 && prose(child) >= enough)
    if (!next) return chosen
    chosen = next
  }
}

const DOMINANT = 0.75

const boxes = setOf('div section article main body td center form')
