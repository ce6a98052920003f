import type { Server, ServerContext } from '@modelcontextprotocol/server'
import { createLruMap } from '@wuku/core/lru-map'
import { onceFor } from '@wuku/core/once'
import { type Caller, reaches, type Level } from '@wuku/kernel/base/caller'
import type { Engine } from '@wuku/kernel/base/engine'
import { levelOf, type Operation } from '@wuku/kernel/base/operation'
import type { AnsweredMessage } from '@wuku/http-kit/backend'
import { withoutHidden } from '@wuku/text/show/hidden-characters'
import type { Abilities } from './guide.ts'
import { moreToolsOf } from './more-tools.ts'
import { callableTools, chooseTools, type ListedTool, type ToolChoice, type ToolsetName } from './toolsets.ts'
import { visibleSourcesKey } from '@wuku/core/ports/access'
import type { Readable } from '@wuku/core/ports/store'
import type { StoreContent } from './default-tools.ts'

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
  extend?(server: Server, toolView: ToolView): void
  /** Hears how each message was answered, for metrics and traces. */
  answered?(message: AnsweredMessage): void
  /** Hears of faults of ours; standard error when absent, since standard output belongs to the protocol. */
  readonly log?: Log
}

/** Everything that a message is answered from. */
export interface ToolView {
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
  readonly contents: StoreContents
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
export type ToolViewFor = (caller: Pick<RankedCaller, 'level' | 'mayWrite' | 'sees'>) => ToolView

export type ToolViewOf = (context: ServerContext) => ToolView

export function createToolViews(input: McpServerInput): ToolViewFor {
  const contentsByAccess = createLruMap<string, StoreContents>(MAX_VIEWS)
  const contentsFor = (caller: Pick<Caller, 'mayWrite' | 'sees'>): StoreContents => {
    const accessKey = visibleSourcesKey(caller.sees)
    const contents = contentsByAccess.get(accessKey) ?? watchContents(input.engine.for({ ...caller, client: 'mcp' }))
    contentsByAccess.set(accessKey, contents)
    return contents
  }
  const views = createLruMap<string, ToolView>(MAX_VIEWS)
  return ({ level, mayWrite, sees }) => {
    const readOnly = input.options.readOnly || !mayWrite
    const callerClass = `${level} ${readOnly} ${visibleSourcesKey(sees)}`
    const toolView =
      views.get(callerClass) ?? createToolView(input, { level, readOnly, contents: contentsFor({ mayWrite, sees }) })
    views.set(callerClass, toolView)
    return toolView
  }
}

/** Users of a server that are remembered; others are looked up again. */
const MAX_VIEWS = 200

function createToolView(
  { operations, engine, options, log = toStandardError }: McpServerInput,
  { level, readOnly, contents }: { level: Level; readOnly: boolean; contents: StoreContents },
): ToolView {
  const allowed = operations.filter((operation) => reaches(level, levelOf(operation)))
  const callable = callableTools(allowed, readOnly)
  const permitted = byName(callable)
  const hidden = [...permitted.values()].filter(({ isHidden }) => isHidden)
  const moreTools = moreToolsOf(permitted, !readOnly && reaches(level, 'write'))
  const mayChange = options.toolsets.includes('default')
  const toolsFor = onceFor(
    (kinds: ReadonlySet<StoreContent>): readonly ListedTool[] => [
      ...chooseTools(callable, options.toolsets, kinds),
      ...(mayChange ? [{ operation: moreTools }] : []),
    ],
    new WeakMap(),
  )
  const tools = (): readonly ListedTool[] => toolsFor(contents.kinds)
  return {
    tools,
    callable: mayChange ? permitted : byName([...tools().map(({ operation }) => operation), ...hidden]),
    permitted,
    toolsets: options.toolsets,
    moreTools,
    operations,
    open: operations.find(({ name }) => name === 'open'),
    engine,
    contents,
    mayChange,
    abilities: () => ({
      tools: new Set(tools().map(({ operation }) => operation.name)),
      holds: engine.kinds.filter(({ kind }) => contents.kinds.has(kind)).map(({ summary }) => summary),
    }),
    mayWrite: !readOnly,
    log,
  }
}

const byName = (operations: readonly Operation[]): ReadonlyMap<string, Operation> =>
  new Map(operations.map((operation) => [operation.name, operation] as const))

export const toStandardError = (line: string): void => console.error(`wuku: ${withoutHidden(line)}`)

/** Which storehouses hold something, as they were when somebody looked last. */
export interface StoreContents {
  readonly kinds: ReadonlySet<StoreContent>
  /** Checks again, and notifies the listeners of a change. A store that cannot be read counts as unchanged. */
  refresh(): Promise<void>
  /** Checks again unless somebody did a moment ago: over HTTP every message would. */
  refreshIfStale(): Promise<void>
  /** While anybody listens it looks every few seconds, since other processes add sources too. */
  listen(changed: () => void): () => void
}

/** Milliseconds between two looks: one short read of a table with a row for each source. */
const REFRESH_MS = 3_000

function watchContents(store: Readable): StoreContents {
  let kinds: ReadonlySet<StoreContent> = new Set()
  let timer: NodeJS.Timeout | undefined
  let refreshedAt = -Infinity
  const listeners = new Set<() => void>()
  const refresh = async (): Promise<void> => {
    refreshedAt = performance.now()
    const now = await kindsIn(store).catch(() => kinds)
    if (now.size === kinds.size && [...now].every((kind) => kinds.has(kind))) return
    kinds = now
    for (const changed of listeners) changed()
  }
  return {
    get kinds() {
      return kinds
    },
    refresh,
    refreshIfStale: async () => {
      if (performance.now() - refreshedAt > REFRESH_MS) await refresh()
    },
    listen(changed) {
      listeners.add(changed)
      timer ??= setInterval(() => void refresh(), REFRESH_MS).unref()
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
const kindsIn = (store: Readable): Promise<ReadonlySet<StoreContent>> =>
  store.read(async (view) => {
    const sources = await view.sources.list()
    const { total } = await view.pads.workflows({ limit: 1, offset: 0 })
    const kinds = sources.map(({ kind }) => kind).filter((kind) => kind !== 'pads')
    const isWritable = sources.some(({ options }) => options.writable)
    return new Set<StoreContent>([
      ...kinds,
      ...(isWritable ? ['writable' as const] : []),
      ...(total > 0 ? ['pads' as const] : []),
    ])
  })
