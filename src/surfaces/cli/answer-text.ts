import type { Block } from '../../engine/operation.ts'
import { harmless, paintFor, type Paint, type Sink } from './terminal.ts'
import { displayWidth, wrapToWidth } from './width.ts'

/** Blocks as one text: plain for a program, spread out and painted for a reader. */
export async function answerText(out: Sink, blocks: readonly Block[], query: string | undefined): Promise<string> {
  const paint = paintFor(out)
  const show =
    out.isTerminal || out.hasColours ? await createPainter(out, paint, query) : ({ text }: Block): string => text
  const areNamed = blocks.filter(({ type }) => type === 'document').length > 1
  const parts = blocks.map((block) =>
    areNamed && block.type === 'document' ? `${documentHead(block, paint)}\n${show(block)}` : show(block),
  )
  const text = parts.join('\n\n')
  return text.endsWith('\n') ? text : `${text}\n`
}

/** One document is what was asked for; of several each says which it is. */
const documentHead = ({ name, title }: { name: string; title: string }, paint: Paint): string =>
  `${paint.cyan('──')} ${paint.bold(harmless(name))}  ${paint.dim(harmless(title))}`

/** Documents keep their lines: they are there to be copied. */
async function createPainter(
  { columns: width, hasColours, isTerminal }: Sink,
  paint: Paint,
  query: string | undefined,
): Promise<(block: Block) => string> {
  const columns = isTerminal ? width : Infinity
  const highlight = hasColours && query !== undefined ? await highlighter(query, paint) : (line: string) => line
  return ({ type, text }) => {
    if (type === 'document') return brighten(harmless(text), paint)
    const marked = harmless(text).replace(SNIPPET_LINE, (_, number: string, line: string) => number + highlight(line))
    return brightenHits(brighten(wrapLines(marked, columns), paint), paint)
  }
}

const SNIPPET_LINE = /^( *\d+: )(.+)$/gm

/** Loaded for a search only: what reads text is the larger half of the program. */
async function highlighter(query: string, paint: Paint): Promise<(line: string) => string> {
  const { createHighlighter } = await import('./highlight.ts')
  return createHighlighter(query, (found) => paint.bold(paint.yellow(found)))
}

/** A line that is too long goes on under its own text, not under its number. */
export const wrapLines = (text: string, columns: number): string =>
  text.replace(/^( *(?:\d+: )?)(.*)$/gm, (whole, lead: string, line: string) => {
    if (displayWidth(whole) <= columns) return whole
    return lead + wrapToWidth(line, Math.max(20, columns - lead.length)).join(`\n${' '.repeat(lead.length)}`)
  })

/** Line numbers step back, addresses stand out. The words stay as they are. */
const brighten = (text: string, paint: Paint): string =>
  text
    .replace(/^( *\d+:)(?= |$)/gm, (number) => paint.dim(number))
    .replace(/\b(?:wuku|qmd):\/\/[^\s)>\]]+/g, (address) => paint.cyan(address))

const brightenHits = (text: string, paint: Paint): string =>
  text
    .replace(/^(?:\d+\. |#[0-9a-f]{6,} \d+% ).*$/gm, (head) => paint.bold(head))
    .replace(/^ *(?:Context|Lacks): .*$/gm, (aside) => paint.dim(aside))
