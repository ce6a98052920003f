import { mainPart, oneLine, relationsOf, titleOf } from './parts.ts'
import { placeholderOf, readShapes, textIn } from './pptx-shapes.ts'
import type { Readable } from './readable.ts'
import { refusals } from './refusals.ts'
import { allNamed, parseXml, prefixed } from './xml.ts'
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
  const title = await titleOf(file)
  return { as: 'markdown', text: `${sections.join('\n\n')}\n`, ...(title !== undefined && { title }) }
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
