import { usage } from '../../surfaces/cli/arguments.ts'
import type { ActionHelp, Flag, Input, Outcome, Shell } from '../../surfaces/cli/command.ts'
import { nearest } from '../../text/edit.ts'
import { commandLine } from '../../text/shell-words.ts'
import type { z } from 'zod'
import { sayIssue } from '../../surfaces/arguments/accept.ts'
import { callOf } from '../../surfaces/cli/operation-command.ts'
import { invoke, type Call } from '../../surfaces/invoke.ts'
import { loadOperations } from '../operations.ts'
import type { Settings, Surroundings } from '../settings.ts'

/** What stands behind `wuku pads show`, `wuku chats timeline` and so on. */
export type Action = (asked: Asked, shell: Shell) => Promise<Outcome>

export interface Asked {
  /** Behind the action, as they were typed. */
  readonly words: readonly string[]
  readonly flags: Input
}

export interface KnownAction extends ActionHelp {
  /** Loaded when asked for: the other commands must not pay for it at every start. */
  load(): Promise<Action>
}

/** A command whose first word says what it does; `list` when there is none. */
export interface Group {
  readonly name: string
  readonly actions: Readonly<Record<string, KnownAction>>
  readonly flags: readonly Flag[]
  /** What is typed instead of an action when `show` is meant. */
  readonly id: RegExp
}

export async function runAction(
  group: Group,
  { action: name = 'list', words = [], ...given }: Input,
  shell: Shell,
): Promise<Outcome> {
  const action = actionNamed(String(name), group)
  refuseFlags(String(name), given, group)
  return (await action.load())({ words: words as readonly string[], flags: given }, shell)
}

function actionNamed(name: string, { name: command, actions, id }: Group): KnownAction {
  const names = Object.keys(actions)
  const action = actions[name]
  if (action && names.includes(name)) return action
  const [near] = nearest(name, names, { max: 2, limit: 1 })
  const hint = id.test(name)
    ? commandLine`wuku ${command} show ${name}`
    : near
      ? commandLine`wuku ${command} ${near}`
      : undefined
  throw usage(
    `"${commandLine`wuku ${command}`}" has no action "${name}".`,
    hint ? `Did you mean "${hint}"?` : `Actions: ${names.join(', ')}. See: ${commandLine`wuku ${command} --help`}`,
  )
}

/** A flag that does nothing would be believed to do something. */
function refuseFlags(name: string, given: Input, { name: command, actions, flags }: Group): void {
  const stray = Object.keys(given).find((key) => !actions[name]?.flags.includes(key))
  if (stray === undefined) return
  const typed = flags.find(({ key }) => key === stray)?.names[0] ?? stray
  throw usage(
    `"${commandLine`wuku ${command} ${name}`}" has no flag ${typed}.`,
    `See: ${commandLine`wuku ${command} ${name} --help`}`,
  )
}

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

/** What the commands of the app are made with. */
export interface CommandsInput {
  readonly settings: Settings
  readonly surroundings: Surroundings
}
