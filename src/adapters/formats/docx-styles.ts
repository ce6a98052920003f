import type { Element } from 'domhandler'
import { isMonospace } from './markdown.ts'
import { allNamed, attribute, childNamed, childrenNamed, parseXml } from './xml.ts'
import type { Package } from './zip.ts'

/** What a style of a Word document stands for, by its id. */
export type DocxStyles = ReadonlyMap<string, DocxStyle>

export interface DocxStyle {
  readonly isCode: boolean
  /** From 1. */
  readonly headingLevel?: number
}

/** A style of one's own that is based on `Heading 2`, or set in Courier, says so only in the sheet of styles. */
export async function readDocxStyles(file: Package): Promise<DocxStyles> {
  const name = 'word/styles.xml'
  if (!file.has(name)) return new Map()
  const elements = allNamed(parseXml(await file.read(name)), 'style')
  const byId = new Map(elements.map((style) => [attribute(style, 'styleId') ?? '', style]))
  return new Map([...byId].map(([id, style]) => [id, meaningOf(ancestry(style, byId))]))
}

/** Chains are short; one that leads back to itself ends somewhere. */
const MOST_ANCESTORS = 12

function ancestry(style: Element, byId: ReadonlyMap<string, Element>): readonly Element[] {
  const line: Element[] = []
  let next: Element | undefined = style
  while (next && line.length < MOST_ANCESTORS) {
    line.push(next)
    next = byId.get(valueOf(next, 'basedOn') ?? '')
  }
  return line
}

const valueOf = (parent: Element | undefined, name: string): string | undefined => {
  const child = childNamed(parent, name)
  return child && attribute(child, 'val')
}

function meaningOf(line: readonly Element[]): DocxStyle {
  const names = line.map((style) => valueOf(style, 'name') ?? '')
  const fonts = line.flatMap((style) => childrenNamed(childNamed(style, 'rPr'), 'rFonts'))
  const font = fonts.map((each) => attribute(each, 'ascii')).find((each) => each !== undefined)
  const level = line.map(levelOf).find((each) => each !== undefined)
  return {
    isCode: isMonospace(font) || names.some((name) => isCodeStyle(name)),
    ...(level !== undefined && { headingLevel: level }),
  }
}

/** Names that Word, LibreOffice, WPS, Pandoc and those who write their own styles give to code. */
export const isCodeStyle = (name: string): boolean =>
  /^(?:html (?:preformatted|code)|preformatted text|verbatim char|macro text|program listing)$|\bcode\b|代码|代碼|程序清单/i.test(
    name,
  ) && !/\b(?:caption|title|heading)\b/i.test(name)

const BODY_TEXT = 9

function levelOf(style: Element): number | undefined {
  const named = /^(?:heading|标题|標題) ?([1-9])$/i.exec(valueOf(style, 'name') ?? '')?.[1]
  const outline = valueOf(childNamed(style, 'pPr'), 'outlineLvl')
  if (named === undefined && outline === undefined) return undefined
  const level = named === undefined ? Number(outline) + 1 : Number(named)
  return level >= 1 && level <= BODY_TEXT ? level : undefined
}
