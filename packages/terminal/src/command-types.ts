import type { Text } from '@wuku/messages/message'
import type { Operation } from '@wuku/kernel/base/operation'
import type { Call, Invoked } from '@wuku/kernel/invoke/invoke'
import type { Source } from '@wuku/core/core-types'
import type { StandardInput, Terminal } from './terminal.ts'

/** One word after `wuku`. */
export interface Command<S extends Shell = Shell> {
  readonly name: string
  /** One line for the list of commands. */
  readonly title: string
  /** Keys that may be given without a flag, in order; a last one that ends with `...` takes the rest. */
  readonly positional?: readonly string[]
  /** Made when asked for: the other commands must not pay for it at every start. */
  flags?(): readonly Flag[] | FlagTable
  readonly examples: readonly CommandExample[]
  /** The page of `--help` for what was named, where it is another than that of the command. */
  helpFor?(input: Input, out: Terminal['out']): string
  /** Actions, if the first word names one. */
  readonly actions?: Readonly<Record<string, ActionHelp>>
  /** Writes a log to standard error, and in it what is wrong with the settings. */
  readonly hasLog?: true
  run(input: Input, shell: S): Promise<Outcome>
}

export type Input = Readonly<Record<string, unknown>>

/** `failed`: it ran and said so itself; the process ends with 1. `partial`: all but what it names was done; with 3. */
export type Outcome = 'done' | 'failed' | 'partial'

export interface ActionHelp {
  readonly description: string
  /** Words after it: `<library> [paths ...]`. */
  readonly takes?: string
  /** Keys of the flags that mean something to it; absent: none. */
  readonly flags?: readonly string[]
}

export interface CommandExample {
  readonly description: string
  readonly line: string
}

export interface Flag {
  readonly key: string
  /** The first is the one that help shows. */
  readonly names: readonly string[]
  readonly takes: 'nothing' | 'number' | 'text' | 'list' | 'json'
  readonly description: Text
  readonly choices?: readonly string[]
  readonly byDefault?: unknown
  /** Its value where the flag stands alone. */
  readonly bare?: string
  readonly isRequired?: boolean
}

/** Flags as help shows them, each with its purpose: `{ '--limit, -n N': 'Maximum number of lines.' }`. */
export type FlagTable = Readonly<Record<string, Text | Pick<Flag, 'description' | 'choices' | 'bare' | 'isRequired'>>>

/** Place of a source on this machine. */
export type Root = Pick<Source, 'kind' | 'name' | 'root'>

/** Environment of a command: only input and output are on this machine, so the operations may run elsewhere. */
export interface Shell {
  readonly terminal: Terminal
  readonly stdin: StandardInput
  /** Aborted by the first Ctrl-C. */
  readonly signal: AbortSignal
  readonly json: boolean
  /** No progress, no hints; a change that went well says nothing. */
  readonly quiet: boolean
  readonly call: CallOperation
  /** Answers are printed as agents read them, as `wuku call` does. */
  readonly isForModels?: true
  /** All that can be called: for words about them. */
  operations(): Promise<readonly Operation[]>
  /** Milliseconds since the epoch. */
  now(): number
  /** Whether a path names something where the command was typed, as `docs` may be a folder or a host; nothing is read. */
  isHere(path: string): boolean
  /** Sources of this machine, for links to their files. Absent: none can be opened here. */
  roots?(): Promise<readonly Root[]>
}

/** The one way from a command to the data: in this process, or for long work in that of a server. */
export type CallOperation = <Output = unknown>(
  operation: Operation,
  input: Input,
  how?: Partial<Pick<Call, 'progress' | 'refuse'>>,
) => Promise<Invoked<Output>>
