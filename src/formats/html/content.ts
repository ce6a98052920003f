import { attributeOf, below, elementsIn, firstBelow, hasClass, isElement } from './elements.ts'
import { isNoise } from './noise.ts'
import type { HtmlElement } from './tree.ts'

/** The part of a page that is the page: without what all pages of its site have around it. */
export function mainContent(root: HtmlElement): HtmlElement {
  const body = firstBelow(root, ({ name }) => name === 'body') ?? root
  const sizes = measured(body)
  const least = (sizes.get(body)?.text ?? 0) * LEAST_SHARE
  for (const rank of ranked(body)) {
    const best = largest(rank, sizes)
    if (best && (sizes.get(best)?.text ?? 0) >= least) return best
  }
  return densest(body, sizes)
}

/** A selector that matches a small box is not the page. */
const LEAST_SHARE = 0.25

/** What may be the content, the surest first. */
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
  /** Of it, in links. */
  links: number
}

/** Characters below each element, noise aside. */
function measured(body: HtmlElement): ReadonlyMap<HtmlElement, Size> {
  const sizes = new Map<HtmlElement, Size>()
  measure(body, sizes)
  return sizes
}

function measure(element: HtmlElement, sizes: Map<HtmlElement, Size>): Size {
  const size: Size = { text: 0, links: 0 }
  for (const child of element.children) {
    if (!isElement(child)) size.text += child.trim().length
    else if (child === undefined || isNoise(child)) continue
    else {
      const inner = measure(child, sizes)
      size.text += inner.text
      size.links += child.name === 'a' ? inner.text : inner.links
    }
  }
  if (!inlineNames.has(element.name)) sizes.set(element, size)
  return size
}

const inlineNames = new Set('a span code em strong b i p li td tr pre'.split(' '))

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
const boxes = new Set('div section article main body td center form'.split(' '))
