import { isTag, isText, type ChildNode, type Element, type ParentNode } from 'domhandler'
import { parseDocument } from 'htmlparser2'
import { escaped, fenced, indented, joinBlocks, marked, quoted, tableOf } from '../framework/markdown-parts.ts'

export interface StorageContext {
  /** Name of a person by id, citation of a page by title and space, an address or its citation; `undefined`: not known. */
  ask(kind: 'person' | 'page' | 'address', text: string, space?: string): string | undefined
  /** Counts what has no Markdown. */
  lost(name: string): void
}

const BLOCK = /^(?:p|h[1-6]|[uo]l|table|pre|blockquote|hr|div|ac:(?:task-list|layout.*|rich-text-body|adf-.*))$/
const INLINE_MACRO = /^(?:status|jira|anchor)$/
const CALLOUT = /^(?:info|note|warning|tip|panel)$/
const SHOWN = /^(?:code|noformat|expand|excerpt|details|section|column)$/
const MARKS = { strong: 'bold', b: 'bold', em: 'italic', i: 'italic', del: 'strikethrough', code: 'code' }
type Render = (tag: Element, context: StorageContext) => string

const partsOf = (tag: ParentNode, name = /./): readonly Element[] =>
  tag.children.filter(isTag).filter((each) => name.test(each.name))
const textOf = (tag: ChildNode): string =>
  isText(tag) ? tag.data : 'children' in tag ? tag.children.map(textOf).join('') : ''
const macroIn = ({ name, attribs }: Element): string | undefined =>
  name === 'ac:structured-macro' ? (attribs['ac:name'] ?? 'macro') : undefined
const parametersOf = (tag: Element, name: string): readonly Element[] =>
  partsOf(tag, /^ac:parameter$/).filter(({ attribs }) => name === '*' || attribs['ac:name'] === name)
const said = (tag: Element, name: string): string => parametersOf(tag, name).map(textOf).join('').trim()
const isBlock = (tag: ChildNode): tag is Element =>
  isTag(tag) && (BLOCK.test(tag.name) || !INLINE_MACRO.test(macroIn(tag) ?? 'status'))

/** XHTML with elements of its own, `ac:` and `ri:`, with entities of HTML, and not always well formed. */
export const renderStorage = (storage: string, context: StorageContext): string =>
  blocksIn(parseDocument(storage, { recognizeSelfClosing: true, recognizeCDATA: true }), context)

const blocksIn = ({ children }: ParentNode, context: StorageContext): string => blocks(children, context)
/** `list`: in an item of a list, where the next list follows without a blank line. */
function blocks(nodes: readonly ChildNode[], context: StorageContext, list?: string): string {
  const found: { text: string; list?: string | undefined }[] = []
  let words = ''
  for (const tag of [...nodes, undefined])
    if (tag && !isBlock(tag)) words += inlineOne(tag, context)
    else {
      found.push({ text: words.trim(), list })
      if (tag) found.push({ text: block(tag, context), list: /^(?:p|[uo]l)$/.test(tag.name) ? list : undefined })
      words = ''
    }
  return joinBlocks(found)
}
const item = (mark: string, { children }: ParentNode, context: StorageContext): string =>
  mark + indented(blocks(children, context, 'item'), ' '.repeat(mark.startsWith('- ') ? 2 : mark.length)).trimStart()
const items = (list: Element, context: StorageContext, markOf: (item: Element, at: number) => string): string =>
  joinBlocks(partsOf(list).map((each, at) => ({ text: item(markOf(each, at), each, context), list: list.name })))
const isDone = (task: Element): boolean =>
  partsOf(task, /task-status$/).some((status) => textOf(status).trim() === 'complete')
const rowsIn = (table: Element): readonly Element[] =>
  [table, ...partsOf(table, /^t/)].flatMap((part) => partsOf(part, /^tr$/))
const row = (line: Element, context: StorageContext): readonly string[] =>
  partsOf(line, /^t[dh]$/).flatMap((cell) => [
    blocksIn(cell, context),
    ...Array<string>(Math.min(Number(cell.attribs['colspan'] ?? 1) || 1, 99) - 1).fill(''),
  ])
const KINDS = new Map<string, Render>([
  ['ul', (tag, context) => items(tag, context, () => '- ')],
  ['ol', (tag, context) => items(tag, context, (_, at) => `${at + 1}. `)],
  ['ac:task-list', (tag, context) => items(tag, context, (task) => `- [${isDone(task) ? 'x' : ' '}] `)],
  ['table', (tag, context) => tableOf(rowsIn(tag).map((line) => row(line, context)))],
  ['pre', (tag) => fenced(textOf(tag), '')],
  ['hr', () => '---'],
  ['blockquote', (tag, context) => quoted(blocksIn(tag, context))],
  ['ac:adf-node', (tag, context) => quoted(blocksIn(tag, context))],
  // The same again, for readers that do not know the element before.
  ...['ac:adf-fallback', 'ac:adf-attribute'].map((name) => [name, () => ''] as const),
])
function block(tag: Element, context: StorageContext): string {
  const level = /^h(\d)$/.exec(tag.name)?.[1]
  if (level)
    return `${'#'.repeat(Math.min(6, Number(level) + 1))} ${inline(tag, context).replaceAll(/\s+/g, ' ').trim()}`
  const name = macroIn(tag)
  return name === undefined ? (KINDS.get(tag.name) ?? blocksIn)(tag, context) : macro(tag, name, context)
}
function macro(tag: Element, name: string, context: StorageContext): string {
  const code = partsOf(tag, /plain-text-body$/).map((body) => fenced(textOf(body), said(tag, 'language')))
  const below = [...code, ...partsOf(tag, /rich-text-body$/).map((body) => blocksIn(body, context))]
  const headed = (head: string): string => joinBlocks([head, ...below].map((text) => ({ text })))
  const title = said(tag, 'title')
  const head = [CALLOUT.test(name) && name !== 'panel' && name, title].filter(Boolean).join(': ')
  if (CALLOUT.test(name) || SHOWN.test(name))
    return (CALLOUT.test(name) ? quoted : String)(headed(head && `**${head}**`))
  // It is run where it is shown: its name stays, and the page that it is about.
  context.lost(name)
  const about = parametersOf(tag, '*')
    .flatMap((each) => [each, ...partsOf(each, /^ac:link$/)])
    .flatMap((each) => partsOf(each, /^ri:(?:page|attachment)$/))
  const words = [title || said(tag, 'diagramName') || said(tag, 'name') || said(tag, ''), ...about.map(titleOf)]
  return headed(linked(`[${escaped([name, ...words.filter(Boolean)].join(': '))}]`, about[0], context))
}
const titleOf = ({ attribs: at }: Element): string =>
  at['ri:content-title'] ?? at['ri:filename'] ?? at['ri:space-key'] ?? ''
function linked(words: string, to: Element | undefined, { ask }: StorageContext): string {
  const isPage = to !== undefined && /^ri:(?:page|blog-post)$/.test(to.name)
  const address = isPage ? ask('page', titleOf(to), to.attribs['ri:space-key']) : undefined
  return address === undefined ? words : `${words.startsWith('[') ? words : `[${escaped(words)}]`}(${address})`
}
const inline = ({ children }: ParentNode, context: StorageContext): string =>
  children.map((tag) => inlineOne(tag, context)).join('')
const INLINE = new Map<string, Render>([
  ...Object.entries(MARKS).map(
    ([name, mark]) =>
      [name, (tag: Element, context: StorageContext) => marked(inline(tag, context), { [mark]: true })] as const,
  ),
  ['br', () => '\n'],
  ['a', (tag, context) => marked(escaped(inline(tag, context)), {}, context.ask('address', tag.attribs['href'] ?? ''))],
  ['time', ({ attribs }) => attribs['datetime'] ?? ''],
  ['ac:emoticon', ({ attribs }) => attribs['ac:emoji-fallback'] ?? `:${attribs['ac:name']}:`],
  ...['ac:placeholder', 'ac:task-id', 'ac:task-status'].map((name) => [name, () => ''] as const),
  ['ac:image', image],
  ['ac:link', link],
  [
    'ac:structured-macro',
    (tag) => marked(said(tag, 'title'), { bold: true }) + said(tag, 'key') + said(tag, 'jqlQuery'),
  ],
])
function inlineOne(tag: ChildNode, context: StorageContext): string {
  if (isText(tag)) return tag.data.replaceAll(/\s+/g, ' ')
  if (!isTag(tag)) return 'children' in tag ? inline(tag, context) : ''
  const render = INLINE.get(tag.name) ?? inline
  return isBlock(tag) ? `\n${block(tag, context)}\n` : render(tag, context)
}
function image(tag: Element, { lost }: StorageContext): string {
  const [to] = partsOf(tag, /^ri:/)
  const [words, url] = [escaped(tag.attribs['ac:alt'] || (to && titleOf(to)) || 'image'), to?.attribs['ri:value']]
  if (url === undefined) lost('image')
  return url === undefined ? `[${words}]` : `![${words}](${url})`
}
function link(tag: Element, context: StorageContext): string {
  const [to] = partsOf(tag, /^ri:/)
  const user = to?.attribs['ri:account-id'] ?? to?.attribs['ri:userkey'] ?? to?.attribs['ri:username']
  if (user !== undefined) return `@${context.ask('person', user) ?? user}`
  const own = blocks(partsOf(tag, /^ac:.*link-body$/), context)
  return linked(own || (to && titleOf(to)) || (tag.attribs['ac:anchor'] ?? ''), to, context)
}
