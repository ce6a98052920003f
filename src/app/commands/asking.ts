import type { z } from 'zod'
import { sayIssue } from '../../surfaces/arguments/issue.ts'
import { usage } from '../../surfaces/cli/arguments.ts'
import type { Input, Shell } from '../../surfaces/cli/command.ts'
import { callOf } from '../../surfaces/cli/operation-command.ts'
import { invoke, type Call } from '../../surfaces/invoke.ts'
import { loadOperations } from '../operations.ts'
import { commandLine } from '../../text/shell-words.ts'

/**
 * How a command calls an operation as an agent would: people get no other behaviour. Operations are handed about without
 * their types, so the caller says what it takes out of the answer.
 */
export const asksFor = (command: string) => {
  const refuse: Call['refuse'] = (issues) =>
    usage(issues.map(complaint).join(' '), `See: ${commandLine`wuku ${command} --help`}`)
  return async <Output>(shell: Shell, name: string, input: Input): Promise<Output> => {
    const operation = (await loadOperations()).find((known) => known.name === name)
    if (!operation) throw new Error(`There is no operation "${name}".`)
    return (await invoke<Output>(operation, input, { ...callOf(shell), refuse })).output
  }
}

/** An entry of a list is known by the name of the list. */
const complaint = (issue: z.core.$ZodIssue): string =>
  `${issue.path.findLast((part) => typeof part === 'string') ?? 'It'} ${sayIssue(issue)}.`
