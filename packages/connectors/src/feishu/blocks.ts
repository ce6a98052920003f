import { escaped, fenced, indented, joinBlocks, marked, quoted, tableOf } from '../framework/markdown-parts.ts'
import type { Marks } from '../framework/markdown-parts.ts'
import type { Block, Element } from './feishu-types.ts'

export interface BlockContext {
  nameOf(person: string): string
  /** The citation of an address of the place, or the address. */
  linkOf(address: string): string
  /** Takes down a file that is part of the document. */
  attached(token: string, name: string): void
  /** Counts what has no Markdown. */
  lost(type: string): void
}

/** By the number of the language of a block of code; 1 is plain text. */
const LANGUAGES = [
  '',
  '',
  ...`
  abap ada apache apex asm bash csharp cpp c cobol css coffeescript d dart delphi django dockerfile erlang
  fortran foxpro go groovy html htmlbars http haskell json java javascript julia kotlin latex lisp logo lua
  matlab makefile markdown nginx objectivec openedge php perl postscript powershell prolog protobuf python r rpg
  ruby rust sas scss sql scala scheme scratch shell swift thrift typescript vbscript vb xml yaml cmake diff
  gherkin graphql glsl properties solidity toml
`
    .trim()
    .split(/\s+/),
]

interface Own {
  readonly content: Content
  /** Text of the block itself, and of the blocks below it. */
  readonly words: string
  readonly below: string
}

const lines = (...parts: readonly string[]): string => parts.filter(Boolean).join('\n')
const blocksIn = ({ words, below }: Own): string => joinBlocks([{ text: words }, { text: below }])
const container = ({ below }: Own): string => below
const quote = (own: Own): string => quoted(blocksIn(own))
const code = ({ content: { elements, style } }: Own): string =>
  fenced(wordsOf(elements), LANGUAGES[style?.language ?? 0] ?? '')
const task = ({ words, below, content: { style } }: Own): string =>
  lines(`- [${style?.done === true ? 'x' : ' '}] ${words}`, indented(below, '  '))

/** By the number of the kind of a block; headings, tables and what has no Markdown stand below. */
const KINDS = new Map<number, (own: Own) => string>([
  [2, blocksIn],
  [12, ({ words, below }) => lines(`- ${words}`, indented(below, '  '))],
  [13, ({ words, below }) => lines(`1. ${words}`, indented(below, '   '))],
  [14, code],
  [16, ({ content }) => `$$\n${wordsOf(content.elements)}\n$$`],
  [17, task],
  [22, () => '---'],
  ...[15, 19, 34].map((kind) => [kind, quote] as const),
  // Columns, cells, views of files, and blocks that several documents show.
  ...[24, 25, 32, 33, 49].map((kind) => [kind, container] as const),
])
const isList = (kind: number): boolean => [12, 13, 17].includes(kind)

/** The blocks of a document come as a list, and name those that they hold; what holds itself is left out there. */
export function renderBlocks(blocks: readonly Block[], context: BlockContext): string {
  const byId = new Map(blocks.map((block) => [block.block_id, block]))
  const take = (id: string): readonly Block[] => {
    const block = byId.get(id)
    return block && byId.delete(id) ? [block] : []
  }
  const below = ({ children = [] }: Block): string =>
    joinBlocks(
      children
        .flatMap(take)
        .map((block) => ({ text: render(block), list: isList(block.block_type) ? `${block.block_type}` : undefined })),
    )
  function render(block: Block): string {
    const { block_type: type, children = [] } = block
    const [kind, content] = contentOf<Content>(block)
    if (type === 31) return tableOf([...Map.groupBy(children.flatMap(take).map(below), rowOf(content)).values()])
    const own = { content, words: inline(content.elements, context), below: below(block) }
    if (type >= 3 && type <= 11) return blocksIn({ ...own, words: `${'#'.repeat(Math.min(6, type - 1))} ${own.words}` })
    return (KINDS.get(type) ?? ((other) => blocksIn({ ...other, words: named(kind, content, context) })))(own)
  }
  const [page] = blocks.filter(({ block_type: type }) => type === 1)
  return page ? below(page) : ''
}
const rowOf =
  ({ property }: Content) =>
  (_: string, at: number): number =>
    Math.floor(at / (property?.column_size ?? 1))

type Content = { readonly elements?: readonly Element[]; readonly property?: { readonly column_size?: number } } & {
  readonly style?: { readonly done?: boolean; readonly language?: number }
  readonly component?: { readonly url?: string }
} & Readonly<Partial<Record<'name' | 'title' | 'url' | 'token', string>>>

/** `{ block_type: 12, bullet: { elements: [...] } }`: the name of its kind, and what it says. Elements are written alike. */
const contentOf = <Said extends object>(block: object): readonly [string, Partial<Said>] =>
  Object.entries(block).find(([, value]) => Object(value) === value && !Array.isArray(value)) ?? ['unknown', {}]

/** Frames and previews keep their address; pictures, files, sheets and boards their name. */
function named(
  kind: string,
  { component, url = component?.url, name, title, token }: Content,
  context: BlockContext,
): string {
  const words = name || title || kind.replaceAll('_', ' ')
  if (token && name) context.attached(token, name)
  else if (!url) context.lost(kind)
  return url ? linked(words, url, context) : `[${escaped(words)}]`
}

const wordsOf = (elements: readonly Element[] = []): string =>
  elements.map(({ text_run: run, equation = run }) => String(equation?.['content'] ?? '')).join('')

/** Addresses are written with all their signs escaped; those that are broken stay as they are. */
function linked(words: string, url: string, { linkOf }: BlockContext): string {
  let plain = url
  try {
    if (/^\w+%3A/i.test(url)) plain = decodeURIComponent(url)
  } catch {}
  return `[${escaped(words)}](${linkOf(plain.replaceAll(' ', '%20'))})`
}

export const inline = (elements: readonly Element[] = [], context: BlockContext): string =>
  elements.map((element) => inlineOne(element, context)).join('')

function inlineOne(element: Element, context: BlockContext): string {
  const [kind, content] = contentOf<Element[string]>(element)
  const { content: words = content['text'], text_element_style: style, user_id: user, url, title = url } = content
  const text = String(words ?? '')
  if (kind === 'text_run') {
    const { link, inline_code: isCode = false, ...marks } = (style ?? {}) as Style
    return link?.url ? linked(marked(text, marks), link.url, context) : marked(text, { ...marks, code: isCode })
  }
  if (kind === 'equation') return `$${text.trim()}$`
  if (kind === 'reminder') return new Date(Number(content['expire_time']) || 0).toISOString().slice(0, 10)
  if (user !== undefined) return `@${context.nameOf(String(user))}`
  return url === undefined ? named(kind, content, context) : linked(String(title), String(url), context)
}

type Style = Marks & { readonly inline_code?: boolean; readonly link?: { readonly url?: string } }
