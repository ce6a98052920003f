/** Pieces of Markdown, as connectors put them together from the blocks of an editor. */
export const indented = (text: string, indent: string): string => text.replaceAll(/^(?=.)/gm, indent)
export const quoted = (text: string): string => text.replaceAll(/^/gm, '> ').replaceAll(/ +$/gm, '')
export const escaped = (text: string): string => text.replaceAll(/[[\]]/g, String.raw`\$&`)

export function fenced(code: string, language: string): string {
  const longest = Math.max(2, ...[...code.matchAll(/`+/g)].map(([marks]) => marks.length))
  const fence = '`'.repeat(longest + 1)
  return `${fence}${language}\n${code}\n${fence}`
}

/** The first row is the head. */
export function tableOf(rows: readonly (readonly string[])[]): string {
  const [head = [], ...body] = rows.map((row) =>
    row.map((cell) => cell.replaceAll('|', String.raw`\|`).replaceAll('\n', '<br>')),
  )
  return [head, head.map(() => '---'), ...body].map((line) => `| ${line.join(' | ')} |`).join('\n')
}

export type Marks = Readonly<Partial<Record<'bold' | 'italic' | 'strikethrough' | 'code', boolean>>>

/** Marks enclose the words without the blanks around them, as Markdown requires; so does the address. */
export function marked(text: string, { bold, italic, strikethrough, code }: Marks, address?: string | null): string {
  const [, before = '', words = '', after = ''] = /^(\s*)([^]*?)(\s*)$/.exec(text) ?? []
  if (words === '') return text
  const marks = `${bold ? '**' : ''}${italic ? '*' : ''}${strikethrough ? '~~' : ''}${code ? '`' : ''}`
  const own = marks + words + [...marks].toReversed().join('')
  return before + (address ? `[${own}](${address})` : own) + after
}

/** Blocks of one kind that are items of a list stand without a blank line between them. */
export function joinBlocks(blocks: readonly { readonly text: string; readonly list?: string | undefined }[]): string {
  const shown = blocks.filter(({ text }) => text !== '')
  return shown
    .map(({ text, list }, at) => {
      const before = shown[at - 1]
      return `${before ? (list !== undefined && before.list === list ? '\n' : '\n\n') : ''}${text}`
    })
    .join('')
}
