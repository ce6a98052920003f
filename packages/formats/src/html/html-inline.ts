import { setOf } from '@wuku/core/list-helpers'
import { spanCode } from './code.ts'
import { attributeOf, hasClass, isElement, onOneLine, startOfText, textOf, firstNear } from './elements.ts'
import { isNoise } from './noise.ts'
import { newParagraph, type Paragraph } from './paragraph.ts'
import type { HtmlElement, HtmlNode } from './html-tree.ts'

/** Writes an element that is a part of a line; `inner` writes what lies in it. False: it is none that means anything. */
export function writeInline(paragraph: Paragraph, element: HtmlElement, inner: () => void): boolean {
  const { name } = element
  if (name === 'br') paragraph.lineBreak()
  else if (name === 'code' || name === 'tt' || name === 'samp') paragraph.code(spanCode(element))
  else if (name === 'strong' || name === 'b') paragraph.strong(inner)
  else if (name === 'img') paragraph.words(alternative(element))
  else if (name === 'sup' || name === 'sub') paragraph.words(raised(element))
  else if (name === 'math') paragraph.sign(formula(element))
  else if (name !== 'wbr') return writeFormula(paragraph, element)
  return true
}

/** All of an element on one line of Markdown: a heading, a cell, a term. */
export function lineOf(element: HtmlElement): string {
  const paragraph = newParagraph()
  writeOnLine(paragraph, element.children)
  return paragraph.flushLine()
}

function writeOnLine(paragraph: Paragraph, nodes: readonly HtmlNode[]): void {
  for (const node of nodes) {
    if (!isElement(node)) paragraph.words(node)
    else if (!isNoise(node)) writeElementOnLine(paragraph, node)
  }
}

function writeElementOnLine(paragraph: Paragraph, element: HtmlElement): void {
  const inner = (): void => writeOnLine(paragraph, element.children)
  if (element.name === 'pre') return paragraph.code(spanCode(element))
  if (writeInline(paragraph, element, inner)) return
  const isApart = apart.has(element.name)
  if (isApart) paragraph.words(' ')
  inner()
  if (isApart) paragraph.words(' ')
}

/** Two of them are not one word. */
const apart = setOf('p div li ul ol dl dt dd tr td th table section article h1 h2 h3 h4 h5 h6 blockquote')

/** Alternative text of an image, unless it is only a file name. */
function alternative(image: HtmlElement): string {
  const text = attributeOf(image, 'alt').trim()
  return /\.(?:png|svg|jpe?g|gif|webp|avif)$/i.test(text) ? '' : text
}

/** `x²` and `H₂O`; the mark of a footnote and `1st` stay words. */
function raised(element: HtmlElement): string {
  const text = onOneLine(textOf(element, isNoise))
  const signs = element.name === 'sup' ? '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻ⁿ' : '₀₁₂₃₄₅₆₇₈₉₊₋ₙ'
  if (/^[-+\dn]{1,6}$/.test(text) && !firstNear(element, ({ name }) => name === 'a'))
    return [...text].map((sign) => [...signs]['0123456789+-n'.indexOf(sign)] ?? sign).join('')
  return /^\d+$/.test(text) ? `[${text}]` : text
}

/** A formula as it was written, in TeX. */
function formula(math: HtmlElement): string {
  const source = firstNear(math, ({ name }) => name === 'annotation')
  const text = onOneLine(textOf(source ?? math))
  return source && text ? `$${text}$` : text
}

const LONGEST_FORMULA = 4000

function writeFormula(paragraph: Paragraph, element: HtmlElement): boolean {
  if (!hasClass(element, 'math') || firstNear(element, ({ name }) => name === 'math')) return false
  const text = onOneLine(startOfText(element, LONGEST_FORMULA))
  const [, inLine, own] = /^\\\((.*)\\\)$|^\\\[(.*)\\\]$/.exec(text) ?? []
  if (inLine === undefined && own === undefined) return false
  paragraph.sign(inLine === undefined ? `$$${own?.trim()}$$` : `$${inLine.trim()}$`)
  return true
}
