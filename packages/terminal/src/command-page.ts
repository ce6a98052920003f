import { speaking } from '@wuku/messages/message'
import { writeTable, type AnswerTable } from '@wuku/kernel/base/answer-table'
import { printJson } from './print-answer.ts'
import type { Shell } from './command-types.ts'
import { harmlessWithin, paintFor, translatorOf, writeTranslated } from './terminal.ts'

/** An answer as its operation declares it: JSON for a program, and for people with the colours and the width of a screen. */
export function present<Output>(answer: Output, layOut: (answer: Output) => AnswerTable, shell: Shell): void {
  const { out } = shell.terminal
  if (shell.json) return printJson(out, answer)
  const text = speaking(translatorOf(out), () => {
    const page = layOut(harmlessWithin(answer) as Output)
    const isFootless = shell.quiet && [...(page.rows ?? []), ...(page.above ?? [])].length > 0
    return writeTable(isFootless ? { ...page, foot: [] } : page, screenOf(shell))
  })
  if (text !== '') out.write(`${text}\n`)
}

/** A file or another program gets the plain text. */
function screenOf({ terminal: { out }, now }: Pick<Shell, 'terminal' | 'now'>) {
  if (!out.isTerminal) return undefined
  const paint = paintFor(out)
  return { columns: out.columns, now: now(), paint: (text: string, look: keyof typeof paint) => paint[look](text) }
}

/** Made where they are printed, in the language of the reader. */
type Lines = () => readonly string[]

/** The answer of a command that is no operation: JSON for a program, lines for a person. */
export function printLines({ terminal: { out }, json }: Shell, answer: unknown, lines: Lines): 'done' {
  if (json) printJson(out, answer)
  else writeTranslated(out, () => `${lines().join('\n')}\n`)
  return 'done'
}

/** The same for a change, of which a quiet command says nothing. */
export const printChange = (shell: Shell, answer: unknown, lines: Lines): 'done' =>
  shell.quiet && !shell.json ? 'done' : printLines(shell, answer, lines)
