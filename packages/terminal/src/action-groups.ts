import { sentences } from '@wuku/core/list-helpers'
import { msg, type Text } from '@wuku/messages/terminal'
import type { z } from 'zod'
import type { Operation } from '@wuku/kernel/base/operation'
import { nearest } from '@wuku/text/edits/edit'
import { commandLine } from '@wuku/text/show/shell-words'
import { describeProblem } from '@wuku/kernel/arguments/accept'
import type { Call } from '@wuku/kernel/invoke/invoke'
import { usage } from './arguments.ts'
import { confirmed } from './confirm.ts'
import type { ActionHelp, Command, Flag, FlagTable, Input, Outcome, Shell } from './command-types.ts'
import { flagTable } from './flags.ts'
import { operationNamed, runOperation, showAnswer } from './operation-command.ts'

/** A row of a command such as `wuku docs`: which operation an action calls, with what, and how its answer looks. */
export interface Action<S extends Shell = Shell> extends ActionHelp {
  /** All operations that it may call; the first one takes `input`. */
  readonly calls: readonly string[]
  /** Why it can only run on the machine of the user; absent: it runs against any server. */
  readonly ofThisMachine?: string
  /** The last of `takes` is all words that are left, as one text. */
  readonly joins?: true
  /** It reads its words itself, as `all`. */
  readonly readsWords?: true
  /** Message for a missing word of `takes`. */
  readonly needs?: Readonly<Record<string, Needed>>
  /** Absent: words and flags by their names. */
  input?(request: ActionRequest): Input
  /** Takes out what is nowhere else: a person is asked first, and a yes is the flag `yes`. */
  readonly confirms?: true
  /** For what is more than one call and one answer. */
  does?(request: ActionRequest, shell: S, calls: Calls): Promise<Outcome>
}

export interface ActionRequest {
  /** By the names in `takes`. */
  readonly words: Readonly<Record<string, string | undefined>>
  /** Words for a name that ends with `...`. */
  readonly rest: readonly string[]
  /** As they were typed. */
  readonly all: readonly string[]
  readonly flags: Input
  /** Milliseconds since the epoch. */
  readonly now: number
}

export type Needed = readonly [what: Text, remedy: Text]

/** Calls the operations of an action, as an agent would: people get no other behaviour. */
export interface Calls {
  ask<Output>(name: string, input: Input): Promise<Output>
  /** Shows the answer as the operation renders it, with its progress; with `shown`, what that makes of it. */
  print<Output>(name: string, input: Input, shown?: (answer: Output) => Output): Promise<Outcome>
  /** Shows an answer that was put together of several, as the operation would. */
  show(name: string, input: Input, output: unknown): Promise<Outcome>
}

/** A command whose first word says what it does; `list` when there is none. */
export interface GroupTable<S extends Shell = Shell> extends Pick<Command, 'name' | 'title' | 'examples'> {
  readonly actions: Readonly<Record<string, Action<S>>>
  readonly flags: FlagTable
  /** Pattern of an id that may be typed instead of the action `show`. */
  readonly id?: RegExp
  /** Message for a missing word, for all its actions. */
  readonly needs?: Readonly<Record<string, Needed | ((action: string) => Needed)>>
  tooMany?(word: string, action: string): Error
}

export function groupCommand<S extends Shell>(table: GroupTable<S>): Command<S> {
  const { name, title, examples, actions } = table
  const flags = flagTable({
    '--action TEXT': msg('oneOfActions', { actions: Object.keys(actions).join(', ') }),
    ...table.flags,
  })
  return {
    name,
    title,
    positional: ['action', 'words...'],
    flags: () => flags,
    examples,
    actions,
    run: (input, shell) => runAction({ ...table, flags }, input, shell),
  }
}

type Group<S extends Shell> = Omit<GroupTable<S>, 'flags'> & { readonly flags: readonly Flag[] }

async function runAction<S extends Shell>(
  group: Group<S>,
  { action: typed = 'list', words = [], ...flags }: Input,
  shell: S,
): Promise<Outcome> {
  const name = String(typed)
  const action = actionNamed(name, group)
  refuseFlags(name, flags, group)
  const all = words as readonly string[]
  const placed = action.readsWords ? { words: {}, rest: [] } : placeWords(all, { name, action, group })
  const perform = (more: Input): Promise<Outcome> =>
    performAction({ name, action, group }, { ...placed, all, flags: { ...flags, ...more }, now: shell.now() }, shell)
  return action.confirms ? confirmed(shell, (yes) => perform(yes ? { yes } : {})) : perform({})
}

/** With `--fail-empty`, an action whose search finds nothing fails. */
async function performAction<S extends Shell>(row: Row<S>, fullRequest: ActionRequest, shell: S): Promise<Outcome> {
  const { does, input, calls: operations } = row.action
  const [called = ''] = operations
  const { failEmpty = false, ...flags } = fullRequest.flags
  const request = { ...fullRequest, flags }
  let isMissing = false
  const noteOutput: OutputListener = (operation, output) =>
    void (isMissing ||= operation.foundNothing?.(output) ?? false)
  const calls = callsOf(row, shell, noteOutput)
  const outcome = does
    ? await does(request, shell, calls)
    : await calls.print(called, input?.(request) ?? { ...request.words, ...flags })
  return failEmpty && isMissing ? 'failed' : outcome
}

type OutputListener = (operation: Operation, output: unknown) => void

function callsOf({ name, action, group }: Row, shell: Shell, noteOutput: OutputListener): Calls {
  const refuse = refusalOf(group)
  const declared = (called: string): Promise<Operation> => {
    if (action.calls.includes(called)) return operationNamed(called, shell)
    throw new Error(`${group.name} ${name}: no operation "${called}".`)
  }
  return {
    async ask<Output>(called: string, input: Input) {
      const operation = await declared(called)
      const { output } = await shell.call<Output>(operation, argumentsFor(operation, input), { refuse })
      noteOutput(operation, output)
      return output
    },
    async print<Output>(called: string, input: Input, shown = (output: Output) => output) {
      const operation = await declared(called)
      const noted = (output: Output): Output => {
        noteOutput(operation, output)
        return shown(output)
      }
      return runOperation(operation, argumentsFor(operation, input), { shell, refuse, shown: noted })
    },
    async show(called, input, output) {
      await showAnswer(shell, { operation: await declared(called), input, output })
      return 'done'
    },
  }
}

/** For a name that is none: the nearest one, or all that there are. */
export function actionNamed<A extends ActionHelp>(
  name: string,
  { name: command, actions = {}, id }: { name: string; actions?: Readonly<Record<string, A>>; id?: RegExp },
): A {
  const names = Object.keys(actions)
  const action = actions[name]
  if (action && names.includes(name)) return action
  const [near] = nearest(name, names, { max: 2, limit: 1 })
  const hint = id?.test(name)
    ? commandLine`wuku ${command} show ${name}`
    : near
      ? commandLine`wuku ${command} ${near}`
      : undefined
  throw usage(
    msg('noAction', { command: commandLine`wuku ${command}`, name }),
    hint
      ? msg('didYouMean', { hint })
      : msg('actionsSee', { names: names.join(', '), command: commandLine`wuku ${command} --help` }),
  )
}

/** A flag that does nothing would be believed to do something. */
function refuseFlags(name: string, given: Input, { name: command, actions, flags }: Group<never>): void {
  const unknownFlag = Object.keys(given).find((key) => !actions[name]?.flags?.includes(key))
  if (unknownFlag === undefined) return
  const typed = flags.find(({ key }) => key === unknownFlag)?.names[0] ?? unknownFlag
  throw usage(
    msg('noFlag', {
      command: commandLine`wuku ${command} ${name}`,
      typed,
      command2: commandLine`wuku ${command} ${name} --help`,
    }),
  )
}

interface Row<S extends Shell = never> {
  readonly name: string
  readonly action: Action<S>
  readonly group: Group<S>
}

/** `<library> [paths ...]`: what must stand there, what may, and what takes the rest. */
function placeWords(all: readonly string[], row: Row): Pick<ActionRequest, 'words' | 'rest'> {
  const { takes = '', joins } = row.action
  const places = [...takes.matchAll(/([<[])(\w+)( \.\.\.)?[>\]]/g)]
  const left = [...all]
  const words: Record<string, string> = {}
  let rest: readonly string[] = []
  for (const [at, [, bracket, place = '', many]] of places.entries()) {
    const isLast = at === places.length - 1
    const placedWords = many || (joins && isLast) ? left.splice(0) : left.splice(0, 1)
    if (bracket === '<' && placedWords.join(' ').trim() === '') throw missing(place, row)
    if (many) rest = placedWords
    else if (placedWords.length > 0) words[place] = placedWords.join(' ')
  }
  const [extra] = left
  if (extra !== undefined) throw row.group.tooMany?.(extra, row.name) ?? oneTooMany(extra, row.group)
  return { words, rest }
}

function missing(place: string, { name, action, group }: Row): Error {
  const own = action.needs?.[place] ?? group.needs?.[place] ?? [`<${place}>`, `See: wuku help`]
  const [what, remedy] = typeof own === 'function' ? own(name) : own
  return usage(msg('needs', { command: commandLine`wuku ${group.name} ${name}`, what }), remedy)
}

const oneTooMany = (word: string, { name }: Group<never>): Error =>
  usage(msg('unexpectedArgument', { word, command: commandLine`wuku ${name} --help` }))

const refusalOf =
  ({ name, flags }: Pick<Group<never>, 'name' | 'flags'>): NonNullable<Call['refuse']> =>
  (issues) =>
    usage(
      sentences(issues.map((issue) => complaint(issue, flags))),
      msg('see', { command: commandLine`wuku ${name} --help` }),
    )

/** An argument has the name of the flag that it was typed with; an entry of a list, that of the list. */
function complaint(issue: z.core.$ZodIssue, flags: readonly Flag[]): Text {
  const key = issue.path.findLast((part) => typeof part === 'string')
  const flagKey = key !== undefined && LIMITS.has(key) ? 'limit' : key
  const flag = flags.find((each) => each.key === flagKey)?.names[0]
  const problem = describeProblem(issue)
  return flag ? msg('flagProblem', { name: flag, problem }) : msg('keyProblem', { name: key ?? 'It', problem })
}

/** Arguments of operations that are `--limit` on the command line. */
const LIMITS: ReadonlySet<string> = new Set(['page_size', 'limit_chats'])

/** A flag that was not given says nothing; `<id>` is what the operation knows under this name. */
const argumentsFor = ({ aliases = {} }: Operation, input: Input): Input =>
  Object.fromEntries(
    Object.entries(input).flatMap(([key, value]) => (value === undefined ? [] : [[aliases[key] ?? key, value]])),
  )
