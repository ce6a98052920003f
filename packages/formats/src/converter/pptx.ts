import type { Element, ParentNode } from 'domhandler'
import { textContent } from 'domutils'
import { fenced, isMonospace, markdownTable, plainLine, type Readable } from './markdown-output.ts'
import { mainPart, oneLine, relationsOf, titleOf } from './package-parts.ts'
import { refusals } from './format-refusals.ts'
import { allNamed, attribute, childNamed, childrenNamed, elementsIn, localName, parseXml, prefixed } from './xml.ts'
import type { Package } from './zip.ts'

/** PowerPoint: a section for each slide, in the order in which they are shown. */
export async function readPptx(file: Package): Promise<Readable> {
  const main = await mainPart(file, 'ppt/presentation.xml')
  if (!file.has(main)) throw refusals.damaged('its list of slides is missing')
  const relations = await relationsOf(file, main)
  const sections: string[] = []
  for (const slide of allNamed(parseXml(await file.read(main)), 'sldId')) {
    const part = relations.get(prefixed(slide, 'id') ?? '')?.target
    if (part !== undefined && file.has(part)) sections.push(await readSlide(file, part, sections.length + 1))
  }
  if (sections.every((section) => /^## Slide \d+$/.test(section))) throw refusals.nothing()
  return { as: 'markdown', text: `${sections.join('\n\n')}\n`, title: await titleOf(file) }
}

async function readSlide(file: Package, part: string, number: number): Promise<string> {
  const relations = await relationsOf(file, part)
  const diagrams = new Map<string, readonly string[]>()
  for (const [id, { type, target }] of relations) {
    if (type === 'diagramData' && file.has(target)) diagrams.set(id, diagramTexts(parseXml(await file.read(target))))
  }
  const { title, blocks } = readShapes(parseXml(await file.read(part)), diagrams)
  const heading = `## Slide ${number}${title === undefined ? '' : `: ${title}`}`
  const notesPart = [...relations.values()].find(({ type }) => type === 'notesSlide')?.target
  const notes =
    notesPart !== undefined && file.has(notesPart) ? notesOf(parseXml(await file.read(notesPart))) : undefined
  return [heading, ...blocks, ...(notes === undefined ? [] : [`Notes: ${notes}`])].join('\n\n')
}

const diagramTexts = (data: Parameters<typeof allNamed>[0]): readonly string[] =>
  allNamed(data, 'pt').flatMap((point) => oneLine(textIn(point)) ?? [])

/** A page of notes also shows the slide and its number. */
function notesOf(page: Parameters<typeof allNamed>[0]): string | undefined {
  const bodies = allNamed(page, 'sp').filter((shape) => placeholderOf(shape)?.attribs['type'] === 'body')
  return bodies.map(textIn).join('\n').trim() || undefined
}

/** The title of a slide, and its shapes as Markdown in their own order; `diagrams` are the texts of those that lie in parts of their own. */
function readShapes(slide: ParentNode, diagrams: ReadonlyMap<string, readonly string[]>) {
  const shapes = allNamed(slide, 'spTree').slice(0, 1).flatMap(flatten)
  const titleShape = shapes.find((shape) => /^(?:title|ctrTitle)$/.test(placeholderOf(shape)?.attribs['type'] ?? ''))
  const title = titleShape && oneLine(textIn(titleShape))
  const others = shapes.filter((shape) => shape !== titleShape && !isDecoration(shape))
  const blocks = others.map((shape) => readShape(shape, diagrams)).filter((block) => block !== '')
  return { title, blocks }
}

/** Groups within groups are no deeper than the parser lets any part be. */
const flatten = (tree: Element): readonly Element[] =>
  elementsIn(tree).flatMap((child) => (localName(child.name) === 'grpSp' ? flatten(child) : [child]))

const placeholderOf = (shape: Element): Element | undefined => {
  const [properties] = elementsIn(shape).filter(({ name }) => /:?nv\w+Pr$/.test(name))
  return childNamed(childNamed(properties, 'nvPr'), 'ph')
}

/** Elements that are on every slide. */
const isDecoration = (shape: Element) => /^(?:sldNum|dt|ftr|hdr)$/.test(placeholderOf(shape)?.attribs['type'] ?? '')

function readShape(shape: Element, diagrams: ReadonlyMap<string, readonly string[]>): string {
  const kind = localName(shape.name)
  if (kind === 'sp') return readText(shape)
  if (kind === 'pic') return readPicture(shape)
  if (kind !== 'graphicFrame') return ''
  const [table] = allNamed(shape, 'tbl')
  if (table) return readTable(table)
  const diagram = allNamed(shape, 'relIds')[0]
  return (diagrams.get((diagram && prefixed(diagram, 'dm')) ?? '') ?? []).map((text) => `- ${text}`).join('\n')
}

function readPicture(shape: Element): string {
  const content = allNamed(shape, 'cNvPr')[0]?.attribs['descr']
  const text = content === undefined ? undefined : oneLine(content)
  return text === undefined ? '' : `[${text}]`
}

function readTable(table: Element): string {
  const rows = childrenNamed(table, 'tr').map((row) => childrenNamed(row, 'tc').map(textIn))
  return rows.length === 0 ? '' : markdownTable(rows)
}

function readText(shape: Element): string {
  const paragraphs = childrenNamed(childNamed(shape, 'txBody'), 'p')
  const nonEmptyParagraphs = paragraphs.filter((paragraph) => paragraphText(paragraph).trim() !== '')
  if (nonEmptyParagraphs.length === 0) return ''
  if (nonEmptyParagraphs.every(isCode)) return fenced(paragraphs.map(paragraphText).join('\n').trimEnd())
  const isList = placeholderOf(shape) !== undefined && !/^subTitle$/.test(placeholderOf(shape)?.attribs['type'] ?? '')
  return nonEmptyParagraphs
    .map((paragraph) => readParagraph(paragraph, isList))
    .join('\n')
    .replaceAll('\n\n\n', '\n\n')
    .trim()
}

/** Text of a placeholder has bullets unless it says otherwise, that of other shapes has none. */
function readParagraph(paragraph: Element, isList: boolean): string {
  const properties = childNamed(paragraph, 'pPr')
  const level = Math.min(8, Math.max(0, Number(properties?.attribs['lvl'] ?? 0) || 0))
  const text = paragraphText(paragraph).trim()
  const hasProperty = (name: string): boolean => childNamed(properties, name) !== undefined
  if (hasProperty('buAutoNum')) return `${'   '.repeat(level)}1. ${text.replaceAll(/\s+/g, ' ')}`
  const isBullet = hasProperty('buChar') || hasProperty('buBlip') || (isList && !hasProperty('buNone'))
  if (isBullet) return `${'  '.repeat(level)}- ${text.replaceAll(/\s+/g, ' ')}`
  return `\n${text.split('\n').map(plainLine).join('\n')}\n`
}

function isCode(paragraph: Element): boolean {
  const runs = childrenNamed(paragraph, 'r').filter((run) => textContent(run).trim() !== '')
  return runs.length > 0 && runs.every((run) => isMonospace(fontOf(run)))
}

const fontOf = (run: Element): string | undefined => {
  const latin = childNamed(childNamed(run, 'rPr'), 'latin')
  return latin && attribute(latin, 'typeface')
}

/** All paragraphs in it, a line each. */
const textIn = (element: Element): string => allNamed(element, 'p').map(paragraphText).join('\n').trim()

function paragraphText(paragraph: Element): string {
  return elementsIn(paragraph)
    .map((child) => {
      const name = localName(child.name)
      if (name === 'br') return '\n'
      return name === 'r' || name === 'fld'
        ? childrenNamed(child, 't')
            .map((text) => textContent(text))
            .join('')
        : ''
    })
    .join('')
}
