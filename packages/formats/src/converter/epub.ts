import { decodePercent } from '@wuku/core/lenient-parsing'
import { Text, type Document, type Element } from 'domhandler'
import { getInnerHTML, removeElement, replaceElement, textContent } from 'domutils'
import { escapeHtml, htmlPage, type Readable } from './markdown-output.ts'
import { resolvePart, oneLine } from './package-parts.ts'
import { refusals } from './format-refusals.ts'
import { allNamed, elementsIn, parseXhtml, parseXml, attribute } from './xml.ts'
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

/** Pictures are replaced by their description; links to other chapters lead to their sections. */
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
  return `#${fragment ?? anchorOf(resolvePart(part, decodePercent(path)))}`
}

const anchorOf = (part: string): string => part.slice(part.lastIndexOf('/') + 1).replace(/\.\w+$/, '')

/** Labels of parts in the table of contents; the first entry that leads to a part counts. */
async function chapterLabels(file: Package, { contents }: Book): Promise<ReadonlyMap<string, string>> {
  if (contents === undefined || !file.has(contents)) return new Map()
  const bytes = await file.read(contents)
  const entries = contents.endsWith('.ncx') ? ncxEntries(parseXml(bytes)) : navEntries(parseXhtml(bytes))
  const labels = new Map<string, string>()
  for (const { href, text } of entries) {
    const part = resolvePart(contents, decodePercent(href.replace(/#.*$/s, '')))
    const label = oneLine(text)
    if (label !== undefined && !labels.has(part)) labels.set(part, label)
  }
  return labels
}

interface Entry {
  readonly href: string
  readonly text: string
}

const ncxEntries = (ncx: Document): readonly Entry[] =>
  allNamed(ncx, 'navPoint').map((point) => ({
    href: allNamed(point, 'content')[0]?.attribs['src'] ?? '',
    text: textContent(allNamed(point, 'text')[0] ?? []),
  }))

const navEntries = (page: Document): readonly Entry[] => {
  const lists = allNamed(page, 'nav')
  const list = lists.find(({ attribs }) => attribs['epub:type'] === 'toc') ?? lists[0]
  return allNamed(list, 'a').map((link) => ({ href: link.attribs['href'] ?? '', text: textContent(link) }))
}

/** Contents of the package document of a book. */
interface Book {
  readonly title: string | undefined
  readonly author: string | undefined
  /** Parts in reading order, without cover and table of contents. */
  readonly chapters: readonly string[]
  /** The table of contents: a page of EPUB 3, or an NCX of EPUB 2. */
  readonly contents: string | undefined
}

async function readOpf(file: Package): Promise<Book> {
  await requireReadable(file)
  const container = file.has(CONTAINER) ? parseXml(await file.read(CONTAINER)) : undefined
  const [root] = allNamed(container, 'rootfile')
  const path = resolvePart('', (root && attribute(root, 'full-path')) ?? '')
  if (!file.has(path)) throw refusals.damaged('its list of chapters is missing')
  const opf = parseXml(await file.read(path))
  const items = allNamed(opf, 'item').map(({ attribs }) => ({
    id: attribs['id'] ?? '',
    part: resolvePart(path, decodePercent(attribs['href'] ?? '')),
    type: attribs['media-type'] ?? '',
    properties: (attribs['properties'] ?? '').split(/\s+/),
  }))
  const byId = new Map(items.map((item) => [item.id, item]))
  const nav = items.find(({ properties }) => properties.includes('nav'))
  const contents = (nav ?? items.find(({ type }) => type === 'application/x-dtbncx+xml'))?.part
  const excludedParts = new Set([nav?.part, ...guidePages(opf, path)])
  const spine = allNamed(opf, 'itemref').flatMap(({ attribs }) => byId.get(attribs['idref'] ?? '') ?? [])
  const chapters = spine
    .filter(({ part, type }) => !excludedParts.has(part) && /html|xml/.test(type))
    .map(({ part }) => part)
  return {
    chapters: [...new Set(chapters)],
    title: metadataText(opf, 'title'),
    author: metadataText(opf, 'creator'),
    contents,
  }
}

const CONTAINER = 'META-INF/container.xml'
const ENCRYPTION = 'META-INF/encryption.xml'

/** Fonts may be scrambled, which is of no concern to us; a chapter that is encrypted cannot be read. */
async function requireReadable(file: Package): Promise<void> {
  if (!file.has(ENCRYPTION)) return
  const locked = allNamed(parseXml(await file.read(ENCRYPTION)), 'CipherReference')
  if (locked.some(({ attribs }) => /\.(?:x?html?|xml)$/i.test(attribs['URI'] ?? ''))) throw refusals.rights()
}

/** Pages that the guide of EPUB 2 calls a cover or a table of contents. */
const guidePages = (opf: Parameters<typeof allNamed>[0], path: string): readonly string[] =>
  allNamed(allNamed(opf, 'guide')[0], 'reference')
    .filter(({ attribs }) => /^(?:cover|toc)$/.test(attribs['type'] ?? ''))
    .map(({ attribs }) => resolvePart(path, decodePercent(attribs['href'] ?? '').replace(/#.*$/s, '')))

const metadataText = (opf: Parameters<typeof allNamed>[0], name: string): string | undefined => {
  const [element] = allNamed(allNamed(opf, 'metadata')[0], name)
  return element && oneLine(textContent(element))
}
