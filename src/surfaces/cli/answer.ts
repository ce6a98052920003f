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
  const text = blocks.map((block) => block.text).join('\n\n')
  out.write(endWithNewline(out.isTerminal ? brighten(harmless(text), paintFor(out)) : text))
}

const endWithNewline = (text: string): string => (text.endsWith('\n') ? text : `${text}\n`)

/** Line numbers step back, addresses stand out. The words stay as they are. */
const brighten = (text: string, paint: Paint): string =>
  text
    .replace(/^( *\d+:)(?= |$)/gm, (number) => paint.dim(number))
    .replace(/\b(?:wuku|qmd):\/\/[^\s)>\]]+/g, (address) => paint.cyan(address))

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
