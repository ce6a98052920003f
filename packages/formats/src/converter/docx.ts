import type { Element } from 'domhandler'
import mammoth from 'mammoth'
import { htmlPage, isMonospace, type Readable } from './markdown-output.ts'
import { mainPart, titleOf } from './package-parts.ts'
import { refusals } from './format-refusals.ts'
import { allNamed, attribute, childNamed, childrenNamed, requireBoundedXml, parseXml } from './xml.ts'
import type { Package } from './zip.ts'

/** Word documents. Pictures, linked files and templates are never opened. */
export async function readDocx(file: Package): Promise<Readable> {
  const main = await mainPart(file, 'word/document.xml')
  if (!file.has(main)) throw refusals.damaged('its text is missing')
  const styles = await readDocxStyles(file)
  const { value } = await mammoth.convertToHtml(asInput(file), {
    styleMap: STYLE_MAP,
    includeEmbeddedStyleMap: false,
    convertImage: mammoth.images.imgElement(async () => ({ src: '' })),
    transformDocument: (document: DocxNode) => shapeChildren(document, styles),
  })
  if (value.replaceAll(/<[^<>]*>/g, '').trim() === '') throw refusals.nothing()
  return htmlPage(value, await titleOf(file))
}

/** `shapeChildren` gives the first three to whatever is code or a heading, whatever its author called the style. */
const STYLE_MAP = [
  "p[style-name='Source Code'] => pre:fresh",
  "r[style-name='Verbatim Char'] => code",
  "p[style-name='Title'] => h1:fresh",
]

/**
 * Mammoth reads out of any object that looks like its archive. Its own would unpack without limits; that it takes
 * another is only missing in its types.
 */
function asInput(file: Package): Parameters<typeof mammoth.convertToHtml>[0] {
  const archive = {
    exists: (name: string) => file.has(name),
    read: async (name: string, encoding?: string) => {
      const bytes = await file.read(name)
      if (encoding === undefined) return bytes
      const text = new TextDecoder(encoding).decode(bytes)
      requireBoundedXml(text)
      return text
    },
  }
  return { file: archive } as unknown as Parameters<typeof mammoth.convertToHtml>[0]
}

/** An element of a Word document as mammoth gives it, before it becomes HTML. */
interface DocxNode {
  readonly type: string
  readonly children?: readonly DocxNode[]
  readonly styleId?: string | null
  readonly styleName?: string | null
  readonly font?: string | null
  readonly value?: string
  readonly altText?: string | null
  readonly isHeader?: boolean
}

/** Code is found by its style or typeface, tables get a header, headings of any name a level, and pictures go. */
function shapeChildren(node: DocxNode, styles: DocxStyles): DocxNode {
  if (!node.children) return node
  return { ...node, children: joinCode(node.children.flatMap((child) => shape(child, styles))) }
}

function shape(node: DocxNode, styles: DocxStyles): readonly DocxNode[] {
  if (node.type === 'paragraph') return [shapeParagraph(node, styles)]
  if (node.type === 'table') return shapeTable(node, styles)
  if (node.type === 'image') return node.altText ? [{ type: 'text', value: `[${node.altText}]` }] : []
  if (node.type === 'run' && isCodeRun(node, styles)) {
    return [{ ...shapeChildren(node, styles), styleId: null, styleName: 'Verbatim Char' }]
  }
  return [shapeChildren(node, styles)]
}

function shapeParagraph(node: DocxNode, styles: DocxStyles): DocxNode {
  const style = styles.get(node.styleId ?? '')
  if (style?.headingLevel !== undefined) {
    const level = Math.min(6, style.headingLevel)
    return { ...withoutCode(node, styles), styleId: null, styleName: `heading ${level}` }
  }
  return isCodeParagraph(node, styles) ? codeParagraph(textOf(node)) : shapeChildren(node, styles)
}

/** A heading in a typeface of one width is a heading. */
const withoutCode = (node: DocxNode, styles: DocxStyles): DocxNode => {
  const plain = node.children?.map((child) => (child.type === 'run' ? { ...child, font: null } : child))
  return shapeChildren({ ...node, ...(plain && { children: plain }) }, styles)
}

function isCodeParagraph(node: DocxNode, styles: DocxStyles): boolean {
  if (styles.get(node.styleId ?? '')?.isCode === true || isCodeStyle(node.styleName ?? '')) return true
  const runs = runsOf(node).filter((run) => textOf(run).trim() !== '')
  return runs.length > 0 && runs.every((run) => isCodeRun(run, styles))
}

const isCodeRun = ({ styleId, styleName, font }: DocxNode, styles: DocxStyles): boolean =>
  isMonospace(font) || styles.get(styleId ?? '')?.isCode === true || isCodeStyle(styleName ?? '')

const runsOf = (node: DocxNode): readonly DocxNode[] =>
  node.type === 'run' ? [node] : (node.children ?? []).flatMap(runsOf)

function textOf({ type, value, children = [] }: DocxNode): string {
  if (type === 'text') return value ?? ''
  if (type === 'tab') return '\t'
  return type === 'break' ? '\n' : children.map(textOf).join('')
}

const CODE_STYLE = 'Source Code'

const codeParagraph = (text: string): DocxNode => ({
  type: 'paragraph',
  styleName: CODE_STYLE,
  children: [{ type: 'run', children: [{ type: 'text', value: text }] }],
})

/** Word has a paragraph for each line; an empty one between two lines of code is part of it. */
function joinCode(nodes: readonly DocxNode[]): readonly DocxNode[] {
  const joined: DocxNode[] = []
  let code: string[] = []
  const flush = (): void => {
    const text = code
      .join('\n')
      .replace(/^(?:[^\S\n]*\n)+/, '')
      .trimEnd()
    if (text !== '') joined.push(codeParagraph(text))
    code = []
  }
  for (const node of nodes) {
    if (isCode(node) || (code.length > 0 && isEmptyParagraph(node))) code.push(textOf(node))
    else {
      flush()
      joined.push(node)
    }
  }
  flush()
  return joined
}

const isCode = ({ type, styleName }: DocxNode): boolean => type === 'paragraph' && styleName === CODE_STYLE

const isEmptyParagraph = (node: DocxNode): boolean => node.type === 'paragraph' && textOf(node).trim() === ''

/** A table of one cell is a frame around something, as often as not around code. */
function shapeTable(table: DocxNode, styles: DocxStyles): readonly DocxNode[] {
  const rows = table.children ?? []
  const [first, ...others] = rows
  if (others.length === 0 && first?.children?.length === 1) {
    return (first.children[0]?.children ?? []).flatMap((child) => shape(child, styles))
  }
  const shaped = shapeChildren(table, styles)
  if (others.length === 0 || rows.some(({ isHeader }) => isHeader === true)) return [shaped]
  return [
    { ...shaped, children: (shaped.children ?? []).map((row, at) => (at === 0 ? { ...row, isHeader: true } : row)) },
  ]
}

/** Meaning of the styles of a Word document, by their id. */
type DocxStyles = ReadonlyMap<string, DocxStyle>

interface DocxStyle {
  readonly isCode: boolean
  /** From 1. */
  readonly headingLevel?: number
}

/** A style of one's own that is based on `Heading 2`, or set in Courier, says so only in the sheet of styles. */
async function readDocxStyles(file: Package): Promise<DocxStyles> {
  const name = 'word/styles.xml'
  if (!file.has(name)) return new Map()
  const elements = allNamed(parseXml(await file.read(name)), 'style')
  const byId = new Map(elements.map((style) => [attribute(style, 'styleId') ?? '', style]))
  return new Map([...byId].map(([id, style]) => [id, meaningOf(ancestry(style, byId))]))
}

/** Chains are short; one that leads back to itself ends somewhere. */
const MAX_ANCESTORS = 12

function ancestry(style: Element, byId: ReadonlyMap<string, Element>): readonly Element[] {
  const line: Element[] = []
  let next: Element | undefined = style
  while (next && line.length < MAX_ANCESTORS) {
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
const isCodeStyle = (name: string): boolean =>
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
