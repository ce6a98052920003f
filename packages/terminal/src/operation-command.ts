import type { z } from 'zod'
import { owner } from '@wuku/kernel/base/caller'
import type { Operation } from '@wuku/kernel/base/operation'
import type { WukuError } from '@wuku/core/errors'
import { describeProblem } from '@wuku/kernel/arguments/accept'
import { invoke, type Call } from '@wuku/kernel/invoke/invoke'
import { printAnswer } from './print-answer.ts'
import { usage } from './arguments.ts'
import type { CallOperation, Command, Flag, Input, Outcome, Shell } from './command-types.ts'
import { failEmptyFlag, flagsOf } from './flags.ts'
import { exampleLine } from './typed-calls.ts'
import { showProgress } from './progress.ts'
import { commandLine } from '@wuku/text/show/shell-words'

/** The command of an operation; nothing is said here that the declaration does not say. */
export function operationCommand(operation: Operation): Command | undefined {
  if (!operation.command) return undefined
  const { name, positional = [] } = operation.command
  const flags = (): readonly Flag[] => [...flagsOf(operation), ...(operation.foundNothing ? [failEmptyFlag] : [])]
  return {
    name,
    title: firstClause(operation.description),
    positional,
    flags,
    examples: operation.examples.map(({ label: description, input }) => ({
      description,
      line: exampleLine(operation, input as Input),
    })),
    run: ({ failEmpty = false, ...input }, shell) =>
      runOperation(operation, input, {
        shell,
        failEmpty: failEmpty === true,
        refuse: (issues) => wrongInput(operation, input, flags(), issues),
      }),
  }
}

/** The description speaks to a model that chooses; how it begins is enough for a list. */
const firstClause = (description: string): string =>
  /^.*?(?= \(|[.:;](?:\s|$)|$)/s.exec(description)?.[0] ?? description

interface RunOptions extends Pick<Call, 'refuse'> {
  readonly shell: Shell
  readonly failEmpty?: boolean
}

/** Runs it and prints what it says. */
export async function runOperation(
  operation: Operation,
  given: Input,
  { shell, refuse, failEmpty = false }: RunOptions,
): Promise<Outcome> {
  const progress = showProgress(shell)
  try {
    const invoked = await shell.call(operation, given, { progress: progress.step, ...(refuse && { refuse }) })
    progress.end()
    await printAnswer(shell, { operation, ...invoked })
    const isMissing = failEmpty && operation.foundNothing?.(invoked.output)
    return isMissing || operation.allFailed?.(invoked.output) ? 'failed' : 'done'
  } finally {
    progress.end()
  }
}

/** Runs operations in this process. People who type commands own the data folder. */
export const callHere =
  ({ engine, signal }: Pick<Call, 'engine' | 'signal'>): CallOperation =>
  (operation, input, how = {}) =>
    invoke(operation, input, { surface: 'cli', caller: owner('cli'), engine, signal, progress: () => {}, ...how })

function wrongInput(
  operation: Operation,
  input: Input,
  flags: readonly Flag[],
  issues: readonly z.core.$ZodIssue[],
): WukuError {
  const name = operation.command?.name ?? operation.name
  const complaints = issues.map((issue) => complaint(issue, input, flags))
  return usage(`${commandLine`wuku ${name}`}: ${complaints.join(' ')}`, `See: ${commandLine`wuku ${name} --help`}`)
}

function complaint(issue: z.core.$ZodIssue, input: Input, flags: readonly Flag[]): string {
  const key = String(issue.path[0] ?? '')
  const name = flags.find((flag) => flag.key === key)?.names[0] ?? key
  if (key !== '' && !(key in input)) return `<${key}> is missing.`
  return name === '' ? `${describeProblem(issue)}.` : `${name}: ${describeProblem(issue)}.`
}
