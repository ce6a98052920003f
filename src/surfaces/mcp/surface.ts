import type { Engine } from '../../engine/engine.ts'
import type { Operation } from '../../engine/operation.ts'
import { withoutHidden } from '../../text/show/hidden-characters.ts'
import type { Abilities } from './guide.ts'
import { moreToolsOf } from './more-tools.ts'
import { callableTools, chooseTools, type ListedTool, type ToolChoice } from './toolsets.ts'
import type { Readable } from '../../ports/store.ts'
import type { Held } from './default-tools.ts'

/** Log of unexpected errors; never sent to the client. */
export type Log = (line: string) => void

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

/** Everything that a connection needs. */
export interface Surface {
  /** Currently listed tools. */
  tools(): readonly ListedTool[]
  /** Finds a tool by its name, whether or not it is listed. */
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

/** Which storehouses hold something, as they were when somebody looked last. */
interface Inside {
  readonly kinds: ReadonlySet<Held>
  /** Checks again, and notifies the listeners of a change. A store that cannot be read counts as unchanged. */
  look(): Promise<void>
  /** While anybody listens it looks every few seconds, since other processes add sources too. */
  listen(changed: () => void): () => void
}

/** Milliseconds between two looks: one short read of a table with a row for each source. */
const LOOK_EVERY = 3_000

function lookInside(store: Readable): Inside {
  let kinds: ReadonlySet<Held> = new Set()
  let timer: NodeJS.Timeout | undefined
  const listeners = new Set<() => void>()
  const look = async (): Promise<void> => {
    const now = await kindsIn(store).catch(() => kinds)
    if (now.size === kinds.size && [...now].every((kind) => kinds.has(kind))) return
    kinds = now
    for (const changed of listeners) changed()
  }
  return {
    get kinds() {
      return kinds
    },
    look,
    listen(changed) {
      listeners.add(changed)
      timer ??= setInterval(() => void look(), LOOK_EVERY).unref()
      return () => {
        listeners.delete(changed)
        if (listeners.size > 0) return
        clearInterval(timer)
        timer = undefined
      }
    },
  }
}

/** Scratchpads lie in workflows, and the first workflow is there before any of them. */
const kindsIn = (store: Readable): Promise<ReadonlySet<Held>> =>
  store.read(async (view) => {
    const sources = await view.sources.list()
    const { total } = await view.pads.workflows({ limit: 1, offset: 0 })
    const kinds = sources.map(({ kind }) => kind).filter((kind) => kind !== 'pads')
    const isWritable = sources.some(({ options }) => options.writable)
    return new Set<Held>([
      ...kinds,
      ...(isWritable ? ['writable' as const] : []),
      ...(total > 0 ? ['pads' as const] : []),
    ])
  })
