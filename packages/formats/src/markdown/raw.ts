import { largest } from '@wuku/core/list-helpers'
import { fenceEnd } from '@wuku/text/markdown/fences'
import { afterLine } from '@wuku/text/markdown/line-index'
import { fence, tableOf } from '../writing/write-markdown.ts'
import { codeSpanEnd } from './clean-inline.ts'
import { decodeEntities } from './entities.ts'

/**
 * Blocks of HTML over several lines, with any content: comments, scripts and styles are removed, `<pre>` becomes a
 * fence and `<table>` a table of Markdown. Code stays unchanged.
 */
export function convertRawHtml(text: string): string {
  if (!mayHoldRaw.test(text)) return text
  const parts: string[] = []
  const missing = new Set<string>()
  const scan = new RegExp(beginning)
  let from = 0
  for (let found = scan.exec(text); found; found = scan.exec(text)) {
    const { index: at } = found
    const raw = readRaw(text, found, missing)
    if (raw.made !== undefined) {
      parts.push(text.slice(from, at), raw.made)
      from = raw.end
    }
    scan.lastIndex = Math.max(raw.end, at + 1)
  }
  parts.push(text.slice(from))
  return parts.join('')
}

const mayHoldRaw = /<(?:!--|script|style|pre|table)|\{\/\*/i
const beginning =
  /^[ \t]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*(?:`{3,}|~{3,})|`+|<!--|\{\/\*|(?<=^[ \t]*)<(script|style|pre|table)(?=[\s>])/gim

interface Raw {
  readonly end: number
  /** Replacement; the text stays when absent. */
  readonly made?: string
}

function readRaw(text: string, found: RegExpExecArray, missing: Set<string>): Raw {
  const [sign, tag] = found
  const at = found.index
  if (tag !== undefined) return readElement(text, at, tag.toLowerCase(), missing)
  if (sign.endsWith('~') || sign.endsWith('```')) {
    const end = fenceEnd(text, at, text.length)
    if (end > at) return { end }
    if (!sign.endsWith('`')) return { end: at + sign.length }
  }
  if (sign.endsWith('`')) return { end: codeSpanEnd(text, at + sign.search('`')) }
  const end = endBehind(text, at, sign === '<!--' ? '-->' : '*/}', missing)
  return end < 0 ? { end: at + sign.length, made: '' } : { end, made: '' }
}

/** A missing end mark is searched for once, or a page full of openings would take quadratic time. */
function endBehind(text: string, at: number, close: string, missing: Set<string>): number {
  if (missing.has(close)) return -1
  const found = text.indexOf(close, at)
  if (found < 0) missing.add(close)
  return found < 0 ? -1 : found + close.length
}

function readElement(text: string, at: number, tag: string, missing: Set<string>): Raw {
  const end = closingEnd(text, at, tag, missing)
  if (end < 0) return { end: afterLine(text, at), made: '' }
  if (tag === 'script' || tag === 'style') return { end, made: '' }
  const html = text.slice(at, end)
  return { end, made: `\n\n${tag === 'pre' ? fenceOfPre(html) : gfmTable(html)}\n\n` }
}

function closingEnd(text: string, at: number, tag: string, missing: Set<string>): number {
  const own = endBehind(text, at, `</${tag}>`, missing)
  return own < 0 ? endBehind(text, at, `</${tag.toUpperCase()}>`, missing) : own
}

function fenceOfPre(html: string): string {
  const language = /(?:language|lang|highlight)[-=]"?([\w+#-]+)/.exec(html.slice(0, html.indexOf('\n') + 1 || 200))?.[1]
  const code = decodeEntities(html.replaceAll(/<br\s*\/?>/gi, '\n').replaceAll(/<\/?[a-zA-Z][^<>]*>/g, ''))
  return fence(code.replace(/^[ \t]*\n/, ''), language)
}

/** More columns than any table has that is meant to be read. */
const MAX_COLUMNS = 100

/** A table of HTML as one of GFM, its first row as the head; a merged cell is repeated along its row. */
function gfmTable(html: string): string {
  const rows = html
    .split(/<tr\b[^<>]*>/i)
    .slice(1)
    .map(cellsOf)
    .filter((cells) => cells.some((cell) => cell !== ''))
  const width = Math.min(MAX_COLUMNS, largest(rows.map(({ length }) => length)))
  return width === 0 ? plain(html) : tableOf(rows, width)
}

const cellsOf = (row: string): readonly string[] =>
  row
    .split(/<t[hd](?=[\s>])/i)
    .slice(1)
    .flatMap((cell) => {
      const open = cell.indexOf('>')
      const span = Number(/colspan=["']?(\d{1,2})/i.exec(cell.slice(0, open))?.[1] ?? 1)
      return Array.from({ length: Math.max(1, Math.min(span, MAX_COLUMNS)) }, () => plain(cell.slice(open + 1)))
    })

const plain = (html: string): string =>
  decodeEntities(
    html
      .replaceAll(/<code\b[^<>]*>([^<>`|]*)<\/code>/gi, '`$1`')
      .replaceAll(/<br\s*\/?>|<\/(?:p|li|div)>/gi, ' ')
      .replaceAll(/<\/?[a-zA-Z][^<>]*>/g, ''),
  )
    .replaceAll(/(?<!\\)\|/g, '\\|')
    .replaceAll(/\s+/g, ' ')
    .trim()
