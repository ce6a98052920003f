import { textContent } from 'domutils'
import { oneLine, resolvePart } from './parts.ts'
import { refusals } from './refusals.ts'
import { allNamed, attribute, parseXml } from './xml.ts'
import type { Package } from './zip.ts'

/** What the package document of a book says. */
export interface Book {
  readonly title?: string
  readonly author?: string
  /** Parts in reading order, without cover and table of contents. */
  readonly chapters: readonly string[]
  /** The table of contents: a page of EPUB 3, or an NCX of EPUB 2. */
  readonly contents?: string
}

export async function readOpf(file: Package): Promise<Book> {
  await demandReadable(file)
  const container = file.has(CONTAINER) ? parseXml(await file.read(CONTAINER)) : undefined
  const [root] = allNamed(container, 'rootfile')
  const path = resolvePart('', (root && attribute(root, 'full-path')) ?? '')
  if (!file.has(path)) throw refusals.damaged('its list of chapters is missing')
  const opf = parseXml(await file.read(path))
  const items = allNamed(opf, 'item').map(({ attribs }) => ({
    id: attribs['id'] ?? '',
    part: resolvePart(path, decodePath(attribs['href'] ?? '')),
    type: attribs['media-type'] ?? '',
    properties: (attribs['properties'] ?? '').split(/\s+/),
  }))
  const byId = new Map(items.map((item) => [item.id, item]))
  const nav = items.find(({ properties }) => properties.includes('nav'))
  const contents = (nav ?? items.find(({ type }) => type === 'application/x-dtbncx+xml'))?.part
  const aside = new Set([nav?.part, ...asideOf(opf, path)])
  const spine = allNamed(opf, 'itemref').flatMap(({ attribs }) => byId.get(attribs['idref'] ?? '') ?? [])
  const chapters = spine.filter(({ part, type }) => !aside.has(part) && /html|xml/.test(type)).map(({ part }) => part)
  return {
    chapters: [...new Set(chapters)],
    ...optional('title', told(opf, 'title')),
    ...optional('author', told(opf, 'creator')),
    ...optional('contents', contents),
  }
}

const CONTAINER = 'META-INF/container.xml'
const ENCRYPTION = 'META-INF/encryption.xml'

/** Fonts may be scrambled, which is of no concern to us; a chapter that is encrypted cannot be read. */
async function demandReadable(file: Package): Promise<void> {
  if (!file.has(ENCRYPTION)) return
  const locked = allNamed(parseXml(await file.read(ENCRYPTION)), 'CipherReference')
  if (locked.some(({ attribs }) => /\.(?:x?html?|xml)$/i.test(attribs['URI'] ?? ''))) throw refusals.rights()
}

/** Pages that the guide of EPUB 2 calls a cover or a table of contents. */
const asideOf = (opf: Parameters<typeof allNamed>[0], path: string): readonly string[] =>
  allNamed(allNamed(opf, 'guide')[0], 'reference')
    .filter(({ attribs }) => /^(?:cover|toc)$/.test(attribs['type'] ?? ''))
    .map(({ attribs }) => resolvePart(path, decodePath(attribs['href'] ?? '').replace(/#.*$/s, '')))

const told = (opf: Parameters<typeof allNamed>[0], name: string): string | undefined => {
  const [element] = allNamed(allNamed(opf, 'metadata')[0], name)
  return element && oneLine(textContent(element))
}

const optional = <Key extends string>(key: Key, value: string | undefined): { [key in Key]?: string } =>
  (value === undefined ? {} : { [key]: value }) as { [key in Key]?: string }

/** Names in links may be escaped, and what looks like it need not be. */
export function decodePath(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
