import type { Document } from 'domhandler'
import { textContent } from 'domutils'
import { decodePath, type Book } from './epub-package.ts'
import { oneLine, resolvePart } from './parts.ts'
import { allNamed, parseXhtml, parseXml } from './xml.ts'
import type { Package } from './zip.ts'

/** What the table of contents calls each part; the first entry that leads to it counts. */
export async function chapterLabels(file: Package, { contents }: Book): Promise<ReadonlyMap<string, string>> {
  if (contents === undefined || !file.has(contents)) return new Map()
  const bytes = await file.read(contents)
  const entries = contents.endsWith('.ncx') ? ncxEntries(parseXml(bytes)) : navEntries(parseXhtml(bytes))
  const labels = new Map<string, string>()
  for (const { href, text } of entries) {
    const part = resolvePart(contents, decodePath(href.replace(/#.*$/s, '')))
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
