import type { Engine } from '../../engine/engine.ts'
import type { Operation } from '../../engine/operation.ts'
import { withoutHidden } from '../../text/hidden-characters.ts'
import type { Abilities } from './guide.ts'
import type { Log } from './results.ts'
import { chooseTools, type ToolChoice } from './toolsets.ts'

export interface McpServerInput {
  readonly operations: readonly Operation[]
  readonly engine: Engine
  readonly options: ToolChoice
  readonly version: string
  /** In place of the text that is made from the tools. */
  readonly instructions?: string
  /** Hears of faults of ours; standard error when absent, since standard output belongs to the protocol. */
  readonly log?: Log
}

/** What every connection is served with; nothing in it changes while the process lives. */
export interface Surface {
  readonly tools: ReadonlyMap<string, Operation>
  /** All, whether or not they are offered. */
  readonly operations: readonly Operation[]
  /** Reads documents for `resources/read`, whether or not it is offered as a tool. */
  readonly open: Operation | undefined
  readonly engine: Engine
  readonly abilities: Abilities
  readonly mayWrite: boolean
  readonly log: Log
}

export function laySurface({ operations, engine, options, log = toStandardError }: McpServerInput): Surface {
  const tools = new Map(chooseTools(operations, options).map((operation) => [operation.name, operation]))
  return {
    tools,
    operations,
    open: operations.find(({ name }) => name === 'open'),
    engine,
    abilities: { tools: new Set(tools.keys()), kinds: engine.kinds.map(({ kind }) => kind) },
    mayWrite: !options.readOnly,
    log,
  }
}

export const toStandardError = (line: string): void => console.error(`wuku: ${withoutHidden(line)}`)
