import { isCodeStyle, type DocxStyles } from './docx-styles.ts'
import { isMonospace } from './markdown.ts'

/** An element of a Word document as mammoth gives it, before it becomes HTML. */
export interface DocxNode {
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
export const shapeDocx = (document: DocxNode, styles: DocxStyles): DocxNode => shapeChildren(document, styles)

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
