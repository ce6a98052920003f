import { sentences } from '@wuku/core/list-helpers'
import { msg, type Text } from '@wuku/messages/terminal'
import type { z } from 'zod'
import { owner } from '@wuku/kernel/base/caller'
import type { AnswerTable } from '@wuku/kernel/base/answer-table'
import type { Operation } from '@wuku/kernel/base/operation'
import { describeProblem } from '@wuku/kernel/arguments/accept'
import { inputShape, type ValueShape } from '@wuku/kernel/arguments/shape'
import { invoke, type Call } from '@wuku/kernel/invoke/invoke'
import { printAnswer, type Answer } from './print-answer.ts'
import { usage } from './arguments.ts'
import type { CallOperation, Command, Flag, Input, Outcome, Shell } from './command-types.ts'
import { commonFlags, failEmptyFlag, flagTable, kebab } from './flags.ts'
import { asTyped, exampleLine } from './typed-calls.ts'
import { withProgress } from './progress.ts'
import { commandLine } from '@wuku/text/show/shell-words'
import { present } from './command-page.ts'

/** The command of an operation; nothing is said here that the declaration does not say. */
export function operationCommand(operation: Operation): Command | undefined {
  if (!operation.command) return undefined
  const { name, positional = [] } = operation.command
  const flags = () => [...flagsOf(operation), ...(operation.foundNothing ? flagTable(failEmptyFlag) : [])]
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

/** Every input key is a flag: `minScore` is `--min-score`. */
export function flagsOf(operation: Operation): readonly Flag[] {
  const { properties = {}, required = [] } = inputShape(operation)
  return Object.entries(properties).map(([key, property]) => ({
    key,
    names: [kebab(key), ...otherNames(key, properties, operation.aliases)].flatMap(typedNames),
    takes: valueTypeOf(property),
    description: property.description ?? '',
    choices: (property.enum ?? property.items?.enum) as readonly string[] | undefined,
    byDefault: property.default,
    isRequired: required.includes(key),
  }))
}

/** Aliases, and the singular of a list, since people write `--source notes`: where no key has that name itself. */
function otherNames(
  key: string,
  properties: NonNullable<ValueShape['properties']>,
  aliases: Operation['aliases'] = {},
): readonly string[] {
  const singular = valueTypeOf(properties[key] ?? {}) === 'list' && key.endsWith('s') ? [key.slice(0, -1)] : []
  const others = [...singular, ...Object.keys(aliases).filter((alias) => aliases[alias] === key)]
  const propertyNames = new Set(Object.keys(properties).map(kebab))
  return [...new Set(others.map(kebab))].filter((name) => !propertyNames.has(name))
}

/** A single letter is typed with one dash, where it does not mean something else everywhere. */
function typedNames(name: string): readonly string[] {
  const isShort = name.length === 1 && !commonFlags.some(({ names }) => names.includes(`-${name}`))
  return isShort ? [`-${name}`, `--${name}`] : [`--${name}`]
}

function valueTypeOf(property: ValueShape): Flag['takes'] {
  if (property.type === 'boolean') return 'nothing'
  if (property.type === 'number' || property.type === 'integer') return 'number'
  if (property.type === 'array') return property.items?.type === 'string' ? 'list' : 'json'
  return property.type === 'object' ? 'json' : 'text'
}

/** The description speaks to a model that chooses; how it begins is enough for a list. */
const firstClause = (description: string) => /^.*?(?= \(|[.:;](?:\s|$)|$)/s.exec(description)?.[0] ?? description

interface RunOptions extends Pick<Call, 'refuse'> {
  readonly shell: Shell
  readonly failEmpty?: boolean
  /** Changes the answer before it is printed. */
  shown?(output: never): unknown
}

export async function runOperation(
  operation: Operation,
  given: Input,
  { shell, refuse, failEmpty = false, shown = (output) => output }: RunOptions,
): Promise<Outcome> {
  const invoked = await withProgress(shell, ({ step }) =>
    shell.call(operation, given, { progress: step, ...(refuse && { refuse }) }),
  )
  await showAnswer(shell, { operation, ...invoked, output: shown(invoked.output as never) })
  const isMissing = failEmpty && operation.foundNothing?.(invoked.output)
  return isMissing || operation.allFailed?.(invoked.output) ? 'failed' : 'done'
}

/** The answer to a program or a model is shown as they would read it. */
export async function showAnswer(shell: Shell, answer: Answer): Promise<void> {
  const { operation, input, output } = answer
  const { table } = operation
  if (!table || shell.json || shell.isForModels) return printAnswer(shell, answer)
  // Only for words about operations: a list without them loads no others.
  const known = table(output, input).foot?.length ? await shell.operations() : []
  const layOut = (harmless: unknown): AnswerTable => {
    const page = table(harmless, input)
    return { ...page, foot: (page.foot ?? []).map((line) => asTyped(line, known)) }
  }
  present(output, layOut, shell)
}

export async function callNamed<Output>(shell: Shell, name: string, input: Input, refuse?: Call['refuse']) {
  return (await shell.call<Output>(await operationNamed(name, shell), input, refuse && { refuse })).output
}

export async function operationNamed(name: string, shell: Shell): Promise<Operation> {
  const operation = (await shell.operations()).find((each) => each.name === name)
  if (!operation) throw new Error(`There is no operation "${name}".`)
  return operation
}

/** Runs operations in this process. People who type commands own the data folder. */
export const callHere =
  ({ engine, signal }: Pick<Call, 'engine' | 'signal'>): CallOperation =>
  (operation, input, how = {}) =>
    invoke(operation, input, { surface: 'cli', caller: owner('cli'), engine, signal, progress: () => {}, ...how })

function wrongInput(operation: Operation, input: Input, flags: readonly Flag[], issues: readonly z.core.$ZodIssue[]) {
  const name = operation.command?.name ?? operation.name
  const complaints = issues.map((issue) => complaint(issue, input, flags))
  return usage(
    msg('value3', {
      command: commandLine`wuku ${name}`,
      complaints: sentences(complaints),
      command2: commandLine`wuku ${name} --help`,
    }),
  )
}

function complaint(issue: z.core.$ZodIssue, input: Input, flags: readonly Flag[]): Text {
  const key = String(issue.path[0] ?? '')
  const name = flags.find((flag) => flag.key === key)?.names[0] ?? key
  if (key !== '' && !(key in input)) return msg('flagIsMissing', { name: key })
  const problem = describeProblem(issue)
  return name === '' ? msg('problem', { problem }) : msg('flagProblem', { name, problem })
}
