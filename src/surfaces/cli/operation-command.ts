import type { z } from 'zod'
import { owner } from '../../engine/caller.ts'
import type { Operation } from '../../engine/operation.ts'
import { sayIssue } from '../arguments/issue.ts'
import { printAnswer } from './answer.ts'
import { usage } from './arguments.ts'
import type { Command, Flag, Input, Outcome, Shell } from './command.ts'
import { flagsOf } from './flags.ts'
import { exampleLine } from './example.ts'
import { showProgress } from './progress.ts'

/** The command of an operation; nothing is said here that the declaration does not say. */
export function operationCommand(operation: Operation): Command | undefined {
  if (!operation.command) return undefined
  const { name, positional = [] } = operation.command
  const flags = (): readonly Flag[] => flagsOf(operation)
  return {
    name,
    title: firstClause(operation.description),
    positional,
    flags,
    examples: operation.examples.map(({ says, input }) => ({ says, line: exampleLine(operation, input as Input) })),
    run: (input, shell) => runOperation(operation, checkInput(operation, input, flags()), shell),
  }
}

/** The description speaks to a model that chooses; how it begins is enough for a list. */
const firstClause = (description: string): string =>
  /^.*?(?= \(|[.:;](?:\s|$)|$)/s.exec(description)?.[0] ?? description

/** Runs it with checked input and prints what it says. */
export async function runOperation(operation: Operation, input: unknown, shell: Shell): Promise<Outcome> {
  const engine = await shell.engine()
  const progress = showProgress(shell)
  try {
    const context = { engine, caller: owner('cli'), signal: shell.signal, progress: progress.step }
    const output = await operation.run(input, context)
    progress.end()
    await printAnswer(shell, { operation, input, output })
    return operation.allFailed?.(output) ? 'failed' : 'done'
  } finally {
    progress.end()
  }
}

function checkInput(operation: Operation, input: Input, flags: readonly Flag[]): unknown {
  const checked = operation.input.safeParse(input)
  if (checked.success) return checked.data
  const name = operation.command?.name ?? operation.name
  const complaints = checked.error.issues.map((issue) => complaint(issue, input, flags))
  throw usage(`wuku ${name}: ${complaints.join(' ')}`, `See: wuku ${name} --help`)
}

function complaint(issue: z.core.$ZodIssue, input: Input, flags: readonly Flag[]): string {
  const key = String(issue.path[0] ?? '')
  const name = flags.find((flag) => flag.key === key)?.names[0] ?? key
  if (key !== '' && !(key in input)) return `<${key}> is missing.`
  return name === '' ? `${sayIssue(issue)}.` : `${name}: ${sayIssue(issue)}.`
}
