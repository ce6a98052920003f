import { escaped, fenced, indented, joinBlocks, marked, quoted, tableOf } from '../framework/markdown-parts.ts'
import { plainId, wordsOf, type Block, type RichText } from './notion-types.ts'

export interface BlockContext {
  children(block: string): Promise<readonly Block[]>
  cite(page: string): string
  /** Takes down a file that holds for a time. */
  attached(url: string): void
  /** Counts what has no Markdown. */
  lost(type: string): void
}

/** Toggles in toggles end somewhere, and synced blocks may hold themselves. */
const MAX_DEPTH = 12

/** A page by its blocks, where the service has no whole Markdown of it. */
export async function renderBlocks(id: string, context: BlockContext, depth = 0): Promise<string> {
  const blocks: { text: string; list?: string }[] = []
  for (const block of await context.children(id)) {
    const isList = /_list_item$|^to_do$/.test(block.type)
    blocks.push({ text: await renderBlock(block, context, depth), ...(isList && { list: block.type }) })
  }
  return joinBlocks(blocks)
}

/** Nothing itself but what lies in it. */
const SHELL = /^(?:synced_block|column_list|column|tab|meeting_notes|transcription)$/

type Content = {
  readonly rich_text?: readonly RichText[]
  readonly caption?: readonly RichText[]
  readonly cells?: readonly (readonly RichText[])[]
} & Readonly<Record<string, unknown>>

async function renderBlock(block: Block, context: BlockContext, depth: number): Promise<string> {
  const { type } = block
  const content = Object(block[type]) as Content
  const text = inline(content.rich_text, context)
  const below = async (): Promise<string> =>
    block.has_children && depth < MAX_DEPTH ? renderBlocks(block.id, context, depth + 1) : ''
  const withBelow = async (own: string, indent = ''): Promise<string> => {
    const inner = await below()
    return [own, inner && indented(inner, indent)].filter(Boolean).join(indent === '' ? '\n\n' : '\n')
  }
  const heading = /^heading_(\d)$/.exec(type)?.[1]
  if (heading !== undefined) return withBelow(`${'#'.repeat(Number(heading) + 1)} ${text}`)
  if (SHELL.test(type)) return below()
  switch (type) {
    case 'paragraph':
    case 'toggle':
    case 'template':
      return withBelow(text)
    case 'bulleted_list_item':
      return withBelow(`- ${text}`, '  ')
    case 'numbered_list_item':
      return withBelow(`1. ${text}`, '   ')
    case 'to_do':
      return withBelow(`- [${content['checked'] === true ? 'x' : ' '}] ${text}`, '  ')
    case 'quote':
    case 'callout':
      return quoted(await withBelow([iconOf(content), text].filter(Boolean).join(' ')))
    case 'code':
      return fenced(wordsOf(content.rich_text), String(content['language'] ?? '').replace(/^plain text$/, ''))
    case 'equation':
      return `$$\n${String(content['expression'] ?? '')}\n$$`
    case 'divider':
      return '---'
    case 'table':
      return tableOf((await context.children(block.id)).map((row) => cellsOf(row, context)))
    case 'child_page':
      return `[${escaped(String(content['title'] ?? ''))}](${context.cite(block.id)})`
    case 'link_to_page':
      return linkedPage(content, context)
    case 'breadcrumb':
    case 'table_of_contents':
      return ''
    default:
      return named(type, content, context)
  }
}

/** Pictures, files and bookmarks keep their address, if it lasts; everything else its name. */
function named(type: string, content: Content, context: BlockContext): string {
  type Address = { readonly url?: string }
  const { url, external, file } = content as Address & { readonly external?: Address; readonly file?: Address }
  const address = url ?? external?.url
  const words =
    wordsOf(content.caption) || String(content['title'] ?? content['name'] ?? '') || type.replaceAll('_', ' ')
  if (address !== undefined) return `[${escaped(words)}](${address})`
  if (file?.url === undefined) context.lost(type)
  else context.attached(file.url)
  return `[${escaped(words)}]`
}

const linkedPage = (content: Content, context: BlockContext): string =>
  typeof content['page_id'] === 'string' ? `<${context.cite(content['page_id'])}>` : ''

const iconOf = (content: Content): string =>
  String((content['icon'] as { readonly emoji?: string } | null | undefined)?.emoji ?? '')

const cellsOf = (row: Block, context: BlockContext): readonly string[] =>
  ((Object(row['table_row']) as Content).cells ?? []).map((cell) => inline(cell, context))

export function inline(texts: readonly RichText[] = [], { cite }: Pick<BlockContext, 'cite'>): string {
  return texts
    .map(({ type, plain_text: text = '', href, annotations = {}, mention }) => {
      if (type === 'equation') return text.replace(/\S[^]*\S|\S/, (words) => `$${words}$`)
      const page =
        mention?.page?.id ?? /^https:\/\/(?:www\.)?notion\.so\/.*?([0-9a-f]{32})(?:[?#].*)?$/.exec(href ?? '')?.[1]
      return marked(text, annotations, page === undefined ? href : cite(plainId(page)))
    })
    .join('')
}
