import { isWukuError } from '../../core/errors.ts'
import type { Block, Operation } from '../../engine/operation.ts'
import type { Shell } from './command.ts'
import { harmless, paintFor, type Paint, type Sink, type Terminal } from './terminal.ts'

export interface Answer {
  readonly operation: Operation
  readonly input: unknown
  readonly output: unknown
}

export function printAnswer(shell: Shell, { operation, input, output }: Answer): void {
  const { out } = shell.terminal
  if (shell.json) return printJson(out, output)
  if (shell.quiet && operation.effect !== 'read') return
  printText(out, operation.render(output, input))
}

/** Spread over lines for a reader, on one line for a program. */
export const printJson = (out: Sink, value: unknown): void =>
  out.isTerminal ? out.write(`${JSON.stringify(value, null, 2)}\n`) : printJsonLine(out, value)

export const printJsonLine = (out: Sink, value: unknown): void => out.write(`${JSON.stringify(value)}\n`)

function printText(out: Sink, blocks: readonly Block[]): void {
  const paint = paintFor(out)
  const named = blocks.filter(({ type }) => type === 'document').length > 1
  const parts = blocks.map((block) => {
    const text = out.isTerminal ? brighten(block.type, harmless(block.text), paint) : block.text
    return named && block.type === 'document' ? `${documentHead(block, paint)}\n${text}` : text
  })
  out.write(endWithNewline(parts.join('\n\n')))
}

/** One document is what was asked for; of several each says which it is. */
const documentHead = ({ name, title }: { name: string; title: string }, paint: Paint): string =>
  `${paint.cyan('──')} ${paint.bold(harmless(name))}  ${paint.dim(harmless(title))}`

const endWithNewline = (text: string): string => (text.endsWith('\n') ? text : `${text}\n`)

/** Line numbers step back, addresses and the heads of hits stand out. The words stay as they are. */
function brighten(type: Block['type'], text: string, paint: Paint): string {
  const lines = text
    .replace(/^( *\d+:)(?= |$)/gm, (number) => paint.dim(number))
    .replace(/\b(?:wuku|qmd):\/\/[^\s)>\]]+/g, (address) => paint.cyan(address))
  if (type === 'document') return lines
  return lines
    .replace(/^(?:\d+\. |#[0-9a-f]{6,} \d+% ).*$/gm, (head) => paint.bold(head))
    .replace(/^ *(?:Context|Lacks): .*$/gm, (aside) => paint.dim(aside))
}

/** People read it on stderr; a program that asked for JSON finds it on stdout too. */
export function printError({ out, err }: Terminal, thrown: unknown, json: boolean): void {
  const { code, message, remedy } = explain(thrown)
  const paint = paintFor(err)
  const hint = remedy === '' ? '' : `  ${paint.dim('→')} ${harmless(remedy).replaceAll('\n', '\n    ')}\n`
  err.write(`${paint.red('✗')} ${harmless(message)}\n${hint}`)
  if (json) printJson(out, { error: { code, message, remedy } })
}

interface Explained {
  readonly code: string
  readonly message: string
  readonly remedy: string
}

/** What nobody foresaw is a fault of ours: its trace is worth more than a friendly sentence. */
function explain(thrown: unknown): Explained {
  if (isWukuError(thrown)) return { code: thrown.code, message: thrown.message, remedy: thrown.remedy }
  const message = thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown)
  return { code: 'internal', message, remedy: 'This is a fault in wuku: "wuku doctor" may tell more.' }
}
