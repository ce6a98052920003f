import type { Server, ServerContext } from '@modelcontextprotocol/server'
import { createLruMap } from '../../core/lru-map.ts'
import type { Caller } from '../../engine/caller.ts'
import type { Engine } from '../../engine/engine.ts'
import { levelOf, type Operation } from '../../engine/operation.ts'
import { reaches, type Level } from '../../engine/caller.ts'
import type { AnsweredMessage } from '../http/backend.ts'
import { withoutHidden } from '../../text/show/hidden-characters.ts'
import type { Abilities } from './guide.ts'
import { moreToolsOf } from './more-tools.ts'
import { callableTools, chooseTools, type ListedTool, type ToolChoice, type ToolsetName } from './toolsets.ts'
import { sightKey } from '../../ports/access.ts'
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
  /** Adds to what a connection serves. */
  extend?(server: Server, surface: Surface): void
  /** Hears how each message was answered, for metrics and traces. */
  answered?(message: AnsweredMessage): void
  /** Hears of faults of ours; standard error when absent, since standard output belongs to the protocol. */
  readonly log?: Log
}

/** Everything that a message is answered from. */
export interface Surface {
  /** Currently listed tools. */
  tools(): readonly ListedTool[]
  /** Finds a tool by its name. With the default also those that are not listed; otherwise the chosen toolsets alone. */
  readonly callable: ReadonlyMap<string, Operation>
  /** Everything that the caller may run, whether or not it is offered as a tool. */
  readonly permitted: ReadonlyMap<string, Operation>
  readonly toolsets: readonly ToolsetName[]
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

/** A caller of the server; on standard input and output it is the owner. */
export interface RankedCaller extends Caller {
  readonly level: Level
}

/** One surface for all callers of a rank who see the same, since these two decide which tools there are. */
export type SurfaceFor = (caller: Pick<RankedCaller, 'level' | 'mayWrite' | 'sees'>) => Surface

/** The surface of the caller that sent a message. */
export type SurfaceOf = (context: ServerContext) => Surface

export function laySurfaces(input: McpServerInput): SurfaceFor {
  const insides = createLruMap<string, Inside>(MOST_SIGHTS)
  const insideFor = (caller: Pick<Caller, 'mayWrite' | 'sees'>): Inside => {
    const sight = sightKey(caller.sees)
    const inside = insides.get(sight) ?? lookInside(input.engine.for({ ...caller, client: 'mcp' }))
    insides.set(sight, inside)
    return inside
  }
  const laid = createLruMap<string, Surface>(MOST_SIGHTS)
  return ({ level, mayWrite, sees }) => {
    const readOnly = input.options.readOnly || !mayWrite
    const rank = `${level} ${readOnly} ${sightKey(sees)}`
    const surface = laid.get(rank) ?? laySurface(input, { level, readOnly, inside: insideFor({ mayWrite, sees }) })
    laid.set(rank, surface)
    return surface
  }
}

/** Users of a server that are remembered; others are looked up again. */
const MOST_SIGHTS = 200

interface Rank {
  readonly level: Level
  readonly readOnly: boolean
  readonly inside: Inside
}

function laySurface(
  { operations, engine, options, log = toStandardError }: McpServerInput,
  { level, readOnly, inside }: Rank,
): Surface {
  const allowed = operations.filter((operation) => reaches(level, levelOf(operation)))
  const permitted = byName(callableTools(allowed, readOnly))
  const moreTools = moreToolsOf(permitted, !readOnly && reaches(level, 'write'))
  const mayChange = options.toolsets.includes('default')
  const tools = (): readonly ListedTool[] => [
    ...chooseTools(allowed, { ...options, readOnly }, inside.kinds),
    ...(mayChange ? [{ operation: moreTools }] : []),
  ]
  return {
    tools,
    callable: mayChange ? permitted : byName(tools().map(({ operation }) => operation)),
    permitted,
    toolsets: options.toolsets,
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
    mayWrite: !readOnly,
    log,
  }
}

const byName = (operations: readonly Operation[]): ReadonlyMap<string, Operation> =>
  new Map(operations.map((operation) => [operation.name, operation] as const))

export const toStandardError = (line: string): void => console.error(`wuku: ${withoutHidden(line)}`)

/** Which storehouses hold something, as they were when somebody looked last. */
export interface Inside {
  readonly kinds: ReadonlySet<Held>
  /** Checks again, and notifies the listeners of a change. A store that cannot be read counts as unchanged. */
  look(): Promise<void>
  /** Checks again unless somebody did a moment ago: over HTTP every message would. */
  lookSometimes(): Promise<void>
  /** While anybody listens it looks every few seconds, since other processes add sources too. */
  listen(changed: () => void): () => void
}

/** Milliseconds between two looks: one short read of a table with a row for each source. */
const LOOK_EVERY = 3_000

function lookInside(store: Readable): Inside {
  let kinds: ReadonlySet<Held> = new Set()
  let timer: NodeJS.Timeout | undefined
  let lookedAt = -Infinity
  const listeners = new Set<() => void>()
  const look = async (): Promise<void> => {
    lookedAt = performance.now()
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
    lookSometimes: async () => {
      if (performance.now() - lookedAt > LOOK_EVERY) await look()
    },
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
