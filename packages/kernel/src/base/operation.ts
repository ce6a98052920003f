import type { z } from 'zod'
import { withoutHiddenWithin } from '@wuku/text/show/hidden-characters'
import { kinds } from '@wuku/core/core-types'
import type { JobKind } from '@wuku/core/ports/jobs'
import type { PlannedSubject, Level } from './caller.ts'
import type { OperationContext, StorehouseKind } from './engine.ts'
import { writeTable, type AnswerTable } from './answer-table.ts'

/** One for each storehouse besides those of the house. */
export const toolsets = ['core', ...kinds] as const
export type Toolset = (typeof toolsets)[number]
/** `admin` operations are commands of people: no agent sees them as a tool. */
export type Group = Toolset | 'admin'

export type Effect = 'read' | 'write' | 'delete'

/**
 * One thing a caller can ask. The MCP tool, the CLI command, the REST route, the schema snapshots and the reference
 * pages are all made from this one declaration.
 */
export interface Operation<Input = unknown, Output = unknown> {
  readonly name: string
  readonly group: Group
  readonly alsoIn?: readonly Toolset[]
  readonly title: string
  /** For the model that chooses: what it finds, when to use it. */
  readonly description: string
  readonly effect: Effect
  /** Lowest level of a caller on a server. By default `read` for the effect `read`, else `write`. */
  readonly level?: Level
  /** Refused to people who may keep no more text. */
  readonly addsText?: true
  /** May take minutes: on a server it runs as a job. */
  readonly long?: JobKind
  /** May take minutes, and is answered when it is done all the same. */
  readonly isUnlimited?: true
  /** The library that long work is about, as far as that is known before it begins. */
  about?(input: Input, context: Pick<OperationContext, 'engine'>): Promise<PlannedSubject>
  /** Input keys that name files and folders of this machine, relative to where the caller is. */
  readonly places?: readonly string[]
  /** The same question has the same answer while its sources stay as they are: a server may give it again for a moment. */
  readonly repeats?: true
  /** The same call twice changes no more than once. */
  readonly idempotent?: boolean
  /** Its subject is to disappear everywhere: the log of calls records the call, and not its subject. */
  readonly forgets?: boolean
  /** For programs, which call it by name: no model is shown it. */
  readonly isHidden?: boolean
  /** Asked by programs again and again, as by monitors: the log of calls leaves it out. */
  readonly isUnlogged?: boolean
  /** May bring text that strangers wrote. */
  readonly openWorld?: boolean
  /**
   * Closed objects: an unknown key is an error that names the known ones. A key with `.meta({ undeclared: true })` is
   * accepted from callers of a replaced program, and offered to nobody.
   */
  readonly input: z.ZodType<Input>
  readonly output: z.ZodType<Output>
  /** Names that callers use for an input key: `{ q: 'query' }`. */
  readonly aliases?: Readonly<Record<string, string>>
  /** Words by which a deferred tool is found. */
  readonly searchHint?: string
  /** It answered, and what was asked for was not done for anything, since all of it failed: a script must see that. */
  allFailed?(output: Output): boolean
  /** It looked for something that is not there: with `--fail-empty` a script hears of it. */
  foundNothing?(output: Output): boolean
  readonly command?: CommandLine
  readonly route?: Route
  readonly examples: readonly Example<Input>[]
  run(input: Input, context: OperationContext): Promise<Output>
  /** How people and models read it, as data. With `render` too, that is what users of a replaced program know. */
  table?(output: Output, input: Input): AnswerTable
  /** The answer as a model needs it; absent: all of it. */
  brief?(output: Output): unknown
  render(output: Output, input: Input): readonly Block[]
}

/** How people say it in a terminal; an operation without one is reached by `wuku call`. */
export interface CommandLine {
  readonly name: string
  /** Input keys that may be given without a flag, in order; a last one that ends with `...` takes the rest. */
  readonly positional?: readonly string[]
}

export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Below `/api/v1`, with `{key}` for an input key. */
  readonly path: string
}

export interface Example<Input> {
  readonly label: string
  readonly input: Partial<Input>
}

/** A part of an answer as people and models read it. */
export type Block =
  /**
   * Advice holds no text of documents: a terminal says commands for the names of operations in it. JSON is what users of a
   * replaced program know: a model that did not ask for its tools gets the same laid out.
   */
  | { readonly type: 'text'; readonly text: string; readonly isAdvice?: true; readonly isJson?: true }
  | {
      readonly type: 'document'
      readonly uri: string
      readonly name: string
      readonly title: string
      readonly mimeType: string
      readonly text: string
    }

/** Text of an answer, for people and for programs that ask for text. */
export const laidOut = ({ table, render }: Operation, output: unknown, input: unknown): readonly Block[] =>
  table ? [{ type: 'text', text: writeTable(table(output, input)) }] : render(output, input)

/** The schemas give all else its types. `render` may give one text; absent: the table as text, or the answer as JSON. */
export type Declaration<Input, Output> = Omit<
  Operation<NoInfer<Input>, NoInfer<Output>>,
  'group' | 'input' | 'output' | 'render'
> & {
  /** By default `admin`: no agent is offered what is not meant for it. */
  readonly group?: Group
  readonly input: z.ZodType<Input>
  readonly output: z.ZodType<Output>
  render?(output: NoInfer<Output>, input: NoInfer<Input>): string | readonly Block[]
}

/** All operations are handed about as `Operation`. */
export function defineOperation<Input, Output>(declaration: Declaration<Input, Output>): Operation {
  const { table } = declaration
  const { render = table ? (output, input) => writeTable(table(output, input)) : asJson } = declaration
  const blocks = (output: Output, input: Input): readonly Block[] => {
    const rendered = render(output, input)
    return typeof rendered === 'string' ? [{ type: 'text', text: rendered }] : rendered
  }
  return { group: 'admin', ...declaration, render: blocks } as unknown as Operation
}

/** For tools whose users are programs: the text of an answer is its JSON, as they know it; no escape in it hides a control. */
export const asJson = (output: unknown): readonly Block[] => [
  { type: 'text', text: JSON.stringify(withoutHiddenWithin(output)), isJson: true },
]

export interface Storehouse extends StorehouseKind {
  /** Loaded when they are asked for: a command of the house needs none of them. */
  operations(): Promise<readonly Operation[]>
}

export const levelOf = ({ level, effect }: Pick<Operation, 'level' | 'effect'>): Level =>
  level ?? (effect === 'read' ? 'read' : 'write')
