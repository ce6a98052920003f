import { fence, quote } from '../writing/markdown.ts'
import type { Above, Lines, Reading } from './reading.ts'
import { readTable } from './tables.ts'

/** A block between two like lines, by its sign and its style. */
export function styledBlock(delimiter: string, lines: Lines, above: Above, reading: Reading): string {
  const { attributes } = above
  const sign = delimiter.charAt(0)
  if (delimiter.length > 3 && /^[|,:!]=/.test(delimiter)) return readTable(delimiter, lines, attributes, reading)
  if (sign === '`') return code(lines, delimiter.slice(3) || languageOf(above))
  if (sign === '-' && delimiter !== '--') return code(lines, languageOf(above))
  const styled = styledLines(lines, above, reading)
  if (styled !== undefined) return styled
  if (sign === '.') return code(lines, '')
  if (sign === '+') return passed(lines, above)
  const inner = reading.nested(lines)
  return sign === '_' ? quote(inner) : inner
}

/** A block or a paragraph whose style says what it is; undefined when it says nothing. */
export function styledLines(lines: Lines, above: Above, { nested, inline }: Reading): string | undefined {
  const { style, positional } = above.attributes
  const note = /^(?:NOTE|TIP|IMPORTANT|WARNING|CAUTION)$/.test(style)
  if (note) return quote(`**${style.charAt(0)}${style.slice(1).toLowerCase()}**\n\n${nested(lines)}`)
  if (codes.has(style) || (style === '' && (positional[1] ?? '') !== '' && /^[a-z+#]+$/.test(positional[1] ?? '')))
    return code(lines, languageOf(above))
  if (style === 'stem' || style === 'latexmath' || style === 'asciimath') return fence(lines.join('\n'), 'latex')
  if (style === 'quote') return quote(nested(lines).trim() + attribution(positional, inline))
  if (style === 'verse') return quote(lines.map((line) => inline(line)).join('  \n') + attribution(positional, inline))
  return style === 'comment' ? '' : undefined
}

const codes = new Set(['source', 'listing', 'literal', 'synopsis', 'console', 'plantuml', 'mermaid', 'ditaa'])

const attribution = ([, who = '', where = '']: readonly string[], inline: Reading['inline']): string =>
  who === '' ? '' : `\n\n— ${inline([who, where].filter((word) => word !== '').join(', '))}`

function languageOf({ attributes }: Above): string {
  const { style, positional, named } = attributes
  if (style === 'mermaid' || style === 'plantuml' || style === 'console') return style
  return named.get('language') ?? (style === 'source' || style === '' ? (positional[1] ?? '') : '')
}

/** Callouts `<1>` stay, so that the list below has something to point at; marks of comments before them go. */
const code = (lines: Lines, language: string): string =>
  fence(
    lines
      .map((line) => line.replaceAll(/(?:\/\/|#|--|;;|<!--)\s*(<!?(?:--)?(?:\d{1,3}|\.)(?:--)?>)/g, '$1'))
      .join('\n'),
    language,
  )

/** What is passed to HTML as it is has words, mostly. */
const passed = (lines: Lines, { attributes }: Above): string =>
  attributes.style === ''
    ? lines
        .join('\n')
        .replaceAll(/<(?:script|style)[\s>][^]*?<\/(?:script|style)>/gi, '')
        .replaceAll(/<[^<>]{0,1000}>/g, ' ')
        .trim()
    : fence(lines.join('\n'))
