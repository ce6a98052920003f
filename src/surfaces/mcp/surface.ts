import type { Engine } from '../../engine/engine.ts'
import type { Operation } from '../../engine/operation.ts'
import { withoutHidden } from '../../text/hidden-characters.ts'
import type { Abilities } from './guide.ts'
import { lookInside, type Inside } from './inside.ts'
import { moreToolsOf } from './more-tools.ts'
import type { Log } from './results.ts'
import { callableTools, chooseTools, type ListedTool, type ToolChoice } from './toolsets.ts'

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

/** What every connection is served with. */
export interface Surface {
  /** What is listed just now. */
  tools(): readonly ListedTool[]
  /** What answers when it is called by its name, whether or not it is listed. */
  readonly callable: ReadonlyMap<string, Operation>
  readonly moreTools: Operation
  /** All, whether or not they are offered. */
  readonly operations: readonly Operation[]
  /** Reads documents for `resources/read`, whether or not it is offered as a tool. */
  readonly open: Operation | undefined
  readonly engine: Engine
  readonly inside: Inside
  /** Whether what is listed follows what is inside. */
  readonly mayChange: boolean
  abilities(): Abilities
  readonly mayWrite: boolean
  readonly log: Log
}

export function laySurface({ operations, engine, options, log = toStandardError }: McpServerInput): Surface {
  const callable = new Map(
    callableTools(operations, options.readOnly).map((operation) => [operation.name, operation] as const),
  )
  const moreTools = moreToolsOf(callable, !options.readOnly)
  const inside = lookInside(engine)
  const mayChange = options.toolsets.includes('default')
  const tools = (): readonly ListedTool[] => [
    ...chooseTools(operations, options, inside.kinds),
    ...(mayChange ? [{ operation: moreTools }] : []),
  ]
  return {
    tools,
    callable,
    moreTools,
    operations,
    open: operations.find(({ name }) => name === 'open'),
    engine,
    inside,
    mayChange,
    abilities: () => ({
      tools: new Set(tools().map(({ operation }) => operation.name)),
      holds: engine.kinds.filter(({ kind }) => inside.kinds.has(kind)).map(({ says }) => says),
    }),
    mayWrite: !options.readOnly,
    log,
  }
}

export const toStandardError = (line: string): void => console.error(`wuku: ${withoutHidden(line)}`)
