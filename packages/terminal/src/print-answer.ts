import { join } from 'node:path'
import { speaking } from '@wuku/messages/message'
import { parseCitation } from '@wuku/core/citation'
import { environmentFailure } from '@wuku/core/environment'
import { isWukuError, type ErrorTexts } from '@wuku/core/errors'
import type { Block, Operation } from '@wuku/kernel/base/operation'
import { withoutHiddenWithin } from '@wuku/text/show/hidden-characters'
import type { Root, Shell } from './command-types.ts'
import { asTyped } from './typed-calls.ts'
import { harmless, paintFor, translatorOf, type Sink, type Terminal, type Paint, wrapLines } from './terminal.ts'

export interface Answer {
  readonly operation: Operation
  readonly input: unknown
  readonly output: unknown
}

export async function printAnswer(shell: Shell, { operation, input, output }: Answer): Promise<void> {
  const { out } = shell.terminal
  if (shell.json) return printJson(out, output)
  if (shell.quiet && operation.effect !== 'read') return
  const rendered = speaking(translatorOf(out), () => operation.render(output, input))
  const blocks = await typedAdvice(shell.isForModels ? rendered : rendered.map(withFlags), shell)
  const linker = out.link && linkerFor(out, await rootsOf(shell, { operation, output }), shell.isHere)
  out.write(await answerText(out, blocks, { query: queryIn(input), linker }))
}

/** A change of sources names them in its answer; for a read the store is open already. */
async function rootsOf(shell: Shell, { operation, output }: Pick<Answer, 'operation' | 'output'>) {
  if (operation.effect === 'read') return (await shell.roots?.()) ?? []
  const { registered = [] } = Object(output) as { readonly registered?: readonly Root[] }
  return registered
}

/** The first line of an answer names an argument as agents give it. */
const withFlags = (block: Block): Block =>
  block.type === 'text' ? { ...block, text: block.text.replace(WEAK, '$1--weak') } : block

const WEAK = /^(.+[ ，])weak: true(?=[.。])/

async function typedAdvice(blocks: readonly Block[], { operations }: Shell): Promise<readonly Block[]> {
  if (!blocks.some((block) => block.type === 'text' && block.isAdvice)) return blocks
  const known = await operations()
  return blocks.map((block) =>
    block.type === 'text' && block.isAdvice ? { ...block, text: asTyped(block.text, known) } : block,
  )
}

function queryIn(input: unknown): string | undefined {
  const { query } = Object(input) as { readonly query?: unknown }
  return typeof query === 'string' ? query : undefined
}

/** Spread over lines for a reader, on one line for a program; it parses to text without hidden characters. */
export const printJson = (out: Sink, value: unknown): void =>
  out.isTerminal ? out.write(`${JSON.stringify(withoutHiddenWithin(value), null, 2)}\n`) : printJsonLine(out, value)

export const printJsonLine = (out: Sink, value: unknown) => out.write(`${JSON.stringify(withoutHiddenWithin(value))}\n`)

interface ErrorOptions {
  readonly json: boolean
  /** Puts what people type in the place of names that agents call. */
  typed?(remedy: string): string
}

/** People read it on stderr, in their language; a program that asked for JSON finds it on stdout too. */
export function printError(
  { out, err }: Terminal,
  thrown: unknown,
  { json, typed = (remedy) => remedy }: ErrorOptions,
): void {
  const { code, message, remedy } = explain(thrown)
  const paint = paintFor(err)
  const translate = translatorOf(err)
  const shown = (text: string, indent: number): string => {
    const lines = err.isTerminal ? wrapLines(harmless(text), err.columns - indent) : harmless(text)
    return lines.replaceAll('\n', `\n${' '.repeat(indent)}`)
  }
  const hint = remedy === '' ? '' : `  ${paint.dim('→')} ${shown(typed(translate(remedy)), 4)}\n`
  err.write(`${paint.red('✗')} ${shown(translate(message), 2)}\n${hint}`)
  if (json) printJson(out, { error: { code, message: String(message), remedy: typed(String(remedy)) } })
}

/** An unforeseen error is a fault of ours: its trace is worth more than a friendly sentence. */
function explain(thrown: unknown): ErrorTexts & { readonly code: string } {
  const known = isWukuError(thrown) ? thrown : environmentFailure(thrown)
  if (known) return { code: known.code, ...known.texts }
  const message = thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown)
  return { code: 'internal', message, remedy: 'This is a fault in wuku: "wuku doctor" may tell more.' }
}

interface AnswerStyle {
  /** Its words are marked. */
  readonly query?: string | undefined
  readonly linker?: Linker | undefined
}

/** Blocks as one text: plain for a program, spread out and painted for a reader. */
export async function answerText(out: Sink, blocks: readonly Block[], style: AnswerStyle): Promise<string> {
  const paint = paintFor(out)
  const show =
    out.isTerminal || out.hasColours ? await createPainter(out, paint, style) : ({ text }: Block): string => text
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
  { query, linker }: AnswerStyle,
): Promise<(block: Block) => string> {
  const columns = isTerminal ? width : Infinity
  const highlight = hasColours && query !== undefined ? await highlighter(query, paint) : (line: string) => line
  const brighten = brightener(paint, linker)
  return ({ type, text }) => {
    if (type === 'document') return brighten(harmless(text))
    const marked = harmless(text).replace(SNIPPET_LINE, (_, number: string, line: string) => number + highlight(line))
    return brighten(wrapLines(marked, columns))
      .replace(/^(?:\d+\. |#[0-9a-f]{6,} \d+% ).*$/gm, (head) => paint.bold(head))
      .replace(/^ *(?:Context|Lacks): .*$/gm, (contextLine) => paint.dim(contextLine))
  }
}

const SNIPPET_LINE = /^( *\d+: )(.+)$/gm

/** Loaded for a search only: what reads text is the larger half of the program. */
async function highlighter(query: string, paint: Paint): Promise<(line: string) => string> {
  const { createHighlighter } = await import('./highlight.ts')
  return createHighlighter(query, (found) => paint.bold(paint.yellow(found)))
}

/** Line numbers step back, addresses stand out. The words stay as they are. */
const brightener = (paint: Paint, linker: Linker | undefined) => (text: string) =>
  (linker ? text.split('\n').map(linker.line).join('\n') : text)
    .replace(/^( *\d+:)(?= |$)/gm, (number) => paint.dim(number))
    .replace(/\b(?:wuku|qmd):\/\/[^\s)>\]]+/g, (address) => paint.cyan(linker?.citation(address) ?? address))

/** Makes links of what a terminal can open: citations, heads of hits and folders. The words stay as they are. */
interface Linker {
  citation(address: string): string
  line(text: string): string
}

/** Absent where nobody could click. */
function linkerFor({ link }: Sink, roots: readonly Root[], isHere: Shell['isHere']): Linker | undefined {
  if (!link || roots.length === 0) return undefined
  const linking: Linking = { link, roots, isHere }
  const folders = foldersIn(roots)
  return {
    citation: (address) => citationLinked(address, linking),
    line: (text) => headLinked(text, linking) ?? text.replaceAll(folders, (root) => link(root, root)),
  }
}

interface Linking {
  readonly link: NonNullable<Sink['link']>
  readonly roots: readonly Root[]
  readonly isHere: Shell['isHere']
}

/** The longest first: a source may lie in another. Names of files that are no path are words. */
function foldersIn(roots: readonly Root[]): RegExp {
  const paths = roots.map(({ root }) => root).filter((root) => /[\\/]/.test(root) && !root.includes('://'))
  const longestFirst = [...new Set(paths)].toSorted((one, other) => other.length - one.length)
  return new RegExp(String.raw`(?<=^|\s)(?:${longestFirst.map(escaped).join('|') || '(?!)'})(?=$|[\s:,])`, 'g')
}

const escaped = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`)

function citationLinked(address: string, linking: Linking): string {
  try {
    const { kind, source, path } = parseCitation(address)
    const file = fileAt(path, (root) => root.kind === kind && root.name === source, linking)
    return file === undefined ? address : linking.link(address, file)
  } catch (error) {
    if (isWukuError(error)) return address
    throw error
  }
}

/** `1. handbook/keys.md:12  Keys  0.92` */
function headLinked(text: string, linking: Linking): string | undefined {
  const [, lead = '', place = '', name = '', path = '', rest = ''] = HEAD.exec(text) ?? []
  const file = place === '' ? undefined : fileAt(path, (root) => root.name === name, linking)
  return file === undefined ? undefined : lead + linking.link(place, file) + rest
}

const HEAD = /^(\d+\. )(([^/]+?)\/(.+?):\d+)((?: {2}.*)?)$/s

/** If two sources of one name both have it, nobody knows which is meant. */
function fileAt(path: string, isTarget: (root: Root) => boolean, { roots, isHere }: Linking): string | undefined {
  const files = roots.filter(isTarget).map(({ root }) => join(root, path))
  const [file, other] = files.filter(isHere)
  return other === undefined ? file : undefined
}
