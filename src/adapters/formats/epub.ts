import { Text, type Document, type Element } from 'domhandler'
import { getInnerHTML, removeElement, replaceElement, textContent } from 'domutils'
import { chapterLabels } from './epub-contents.ts'
import { decodePath, readOpf } from './epub-package.ts'
import { escapeHtml, htmlPage } from './html.ts'
import { resolvePart } from './parts.ts'
import type { Readable } from './readable.ts'
import { refusals } from './refusals.ts'
import { allNamed, elementsIn, parseXhtml } from './xml.ts'
import type { Package } from './zip.ts'

/** Books, EPUB 2 and 3: the chapters in the order in which they are read, each a section. */
export async function readEpub(file: Package): Promise<Readable> {
  const book = await readOpf(file)
  const labels = await chapterLabels(file, book)
  const sections: string[] = []
  for (const part of book.chapters.filter((name) => file.has(name))) {
    const section = sectionOf(parseXhtml(await file.read(part)), part, labels.get(part))
    if (section !== undefined) sections.push(section)
  }
  if (sections.length === 0) throw refusals.nothing()
  const author = book.author === undefined ? '' : `<p>${escapeHtml(book.author)}</p>\n`
  return htmlPage(author + sections.join('\n'), book.title)
}

/** `undefined` for a page without text, as a cover is. A chapter without a heading gets that of the table of contents. */
function sectionOf(chapter: Document, part: string, label: string | undefined): string | undefined {
  const body = allNamed(chapter, 'body')[0] ?? chapter
  clean(body, part)
  if (textContent(body).trim() === '') return undefined
  const hasHeading = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].some((name) => allNamed(body, name).length > 0)
  const heading = hasHeading || label === undefined ? '' : `<h1>${escapeHtml(label)}</h1>\n`
  const inner = getInnerHTML(body, { encodeEntities: 'utf8', selfClosingTags: false })
  return `<section id="${escapeHtml(anchorOf(part))}">\n${heading}${inner.trim()}\n</section>`
}

/** Of a picture its description stays; links to other chapters lead to their sections. */
function clean(parent: Element | Document, part: string): void {
  for (const element of elementsIn(parent)) {
    if (/^(?:script|style|link|meta|iframe|object|audio|video|svg)$/.test(element.name) || isContents(element)) {
      removeElement(element)
    } else if (element.name === 'img') replaceByText(element)
    else {
      const { href } = element.attribs
      if (element.name === 'a' && href !== undefined) element.attribs['href'] = withinBook(href, part)
      clean(element, part)
    }
  }
}

const isContents = ({ name, attribs }: Element): boolean =>
  name === 'nav' && /\b(?:toc|landmarks|page-list)\b/.test(attribs['epub:type'] ?? '')

function replaceByText(image: Element): void {
  const text = image.attribs['alt']?.trim()
  if (text) replaceElement(image, new Text(`[${text}]`))
  else removeElement(image)
}

function withinBook(href: string, part: string): string {
  if (/^[a-z][a-z\d+.-]*:/i.test(href)) return href
  const [path = '', fragment] = href.split('#')
  return `#${fragment ?? anchorOf(resolvePart(part, decodePath(path)))}`
}

const anchorOf = (part: string): string => part.slice(part.lastIndexOf('/') + 1).replace(/\.\w+$/, '')
