import { environmentFailure } from '../../core/environment.ts'
import { isWukuError } from '../../core/errors.ts'
import type { Block, Operation } from '../../engine/operation.ts'
import { withoutHiddenWithin } from '../../text/hidden-characters.ts'
import { answerText, wrapLines } from './answer-text.ts'
import type { Shell } from './command.ts'
import { asTyped } from './typed-calls.ts'
import { harmless, paintFor, type Sink, type Terminal } from './terminal.ts'

export interface Answer {
  readonly operation: Operation
  readonly input: unknown
  readonly output: unknown
}

export async function printAnswer(shell: Shell, { operation, input, output }: Answer): Promise<void> {
  const { out } = shell.terminal
  if (shell.json) return printJson(out, output)
  if (shell.quiet && operation.effect !== 'read') return
  const blocks = await typedAdvice(operation.render(output, input), shell)
  out.write(await answerText(out, blocks, queryIn(input)))
}

async function typedAdvice(blocks: readonly Block[], { operations }: Shell): Promise<readonly Block[]> {
  if (!blocks.some((block) => block.type === 'text' && block.isAdvice)) return blocks
  const known = await operations()
  return blocks.map((block) =>
    block.type === 'text' && block.isAdvice ? { ...block, text: asTyped(block.text, known) } : block,
  )
}

/** What a search was asked for, whichever it is. */
function queryIn(input: unknown): string | undefined {
  const { query } = Object(input) as { readonly query?: unknown }
  return typeof query === 'string' ? query : undefined
}

/** Spread over lines for a reader, on one line for a program; it parses to text without hidden characters. */
export const printJson = (out: Sink, value: unknown): void =>
  out.isTerminal ? out.write(`${JSON.stringify(withoutHiddenWithin(value), null, 2)}\n`) : printJsonLine(out, value)

export const printJsonLine = (out: Sink, value: unknown): void =>
  out.write(`${JSON.stringify(withoutHiddenWithin(value))}\n`)

/** People read it on stderr; a program that asked for JSON finds it on stdout too. */
export function printError({ out, err }: Terminal, thrown: unknown, json: boolean): void {
  const { code, message, remedy } = explain(thrown)
  const paint = paintFor(err)
  const shown = (text: string, indent: number): string => {
    const lines = err.isTerminal ? wrapLines(harmless(text), err.columns - indent) : harmless(text)
    return lines.replaceAll('\n', `\n${' '.repeat(indent)}`)
  }
  const hint = remedy === '' ? '' : `  ${paint.dim('→')} ${shown(remedy, 4)}\n`
  err.write(`${paint.red('✗')} ${shown(message, 2)}\n${hint}`)
  if (json) printJson(out, { error: { code, message, remedy } })
}

interface Explained {
  readonly code: string
  readonly message: string
  readonly remedy: string
}

/** What nobody foresaw is a fault of ours: its trace is worth more than a friendly sentence. */
function explain(thrown: unknown): Explained {
  const known = isWukuError(thrown) ? thrown : environmentFailure(thrown)
  if (known) return { code: known.code, message: known.message, remedy: known.remedy }
  const message = thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown)
  return { code: 'internal', message, remedy: 'This is a fault in wuku: "wuku doctor" may tell more.' }
}
