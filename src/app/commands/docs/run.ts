import type { Operation } from '../../../engine/operation.ts'
import { sayIssue } from '../../../surfaces/arguments/accept.ts'
import { usage } from '../../../surfaces/cli/arguments.ts'
import type { Input, Outcome, Shell } from '../../../surfaces/cli/command.ts'
import { harmlessWithin } from '../../../surfaces/cli/terminal.ts'
import { runOperation } from '../../../surfaces/cli/operation-command.ts'
import type { Call } from '../../../surfaces/invoke.ts'
import { loadOperations } from '../../operations.ts'
import { asksFor } from '../actions.ts'
import { commandLine } from '../../../text/shell-words.ts'

const askRaw = asksFor('docs')

/** What hosts, documents and models say must not command the terminal; as JSON a program gets it as it is. */
export async function ask<Output>(shell: Shell, name: string, input: Input): Promise<Output> {
  const answer = await askRaw<Output>(shell, name, input)
  return shell.json ? answer : (harmlessWithin(answer) as Output)
}

/** Runs an operation that may take long, with its progress, and prints what it says itself. */
export async function run(name: string, input: Input, shell: Shell): Promise<Outcome> {
  const operation = await operationNamed(name)
  return runOperation(operation, withoutGaps(input), { shell, refuse: wrongInput })
}

const wrongInput: Call['refuse'] = (issues) =>
  usage(
    issues.map((issue) => `${String(issue.path[0] ?? 'It')} ${sayIssue(issue)}.`).join(' '),
    'See: wuku docs --help',
  )

async function operationNamed(name: string): Promise<Operation> {
  const operation = (await loadOperations()).find((known) => known.name === name)
  if (!operation) throw new Error(`There is no operation "${name}".`)
  return operation
}

/** A flag that was not given says nothing. */
export const withoutGaps = (input: Input): Input =>
  Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined))

/** The first word, which names a library, perhaps with `@version`. */
export function libraryIn([library, ...rest]: readonly string[], action: string): readonly [string, readonly string[]] {
  if (library !== undefined) return [library, rest]
  throw usage(
    `"${commandLine`wuku docs ${action}`}" needs a library.`,
    `Write: ${commandLine`wuku docs ${action} react@19.0.1`}; "wuku docs" lists the libraries.`,
  )
}

export function noMore(words: readonly string[], action: string): void {
  if (words.length > 0)
    throw usage(`Unexpected argument "${words[0]}" of "${commandLine`wuku docs ${action}`}".`, 'See: wuku docs --help')
}

/** `react@18` to its parts, for operations that take them apart. */
export function splitVersion(written: string): { readonly library: string; readonly version?: string } {
  const at = written.indexOf('@', 1)
  return at < 0 ? { library: written } : { library: written.slice(0, at), version: written.slice(at + 1) }
}
