import { either } from '@wuku/core/list-helpers'
import { WukuError } from '@wuku/core/errors'
import { msg, speaking } from '@wuku/messages/server'
import { speakerOf } from './reader-language.ts'
import type { Engine } from '@wuku/kernel/base/engine'
import { laidOut, type Operation } from '@wuku/kernel/base/operation'
import { originalWith } from '@wuku/docs/originals'
import { readPicture } from '@wuku/kernel/documents/read-picture'
import { nearest } from '@wuku/text/edits/edit'
import { withoutHidden, withoutHiddenWithin } from '@wuku/text/show/hidden-characters'
import { invoke } from '@wuku/kernel/invoke/invoke'
import { readLiveSnapshot } from '@wuku/http-kit/live/live-snapshot'
import type {
  Backend,
  OperationAnswer,
  OperationCall,
  Seen,
  VisibilityAnswer,
  VisibilityRequest,
} from '@wuku/http-kit/backend'

export interface LocalBackendInput extends Partial<Pick<Backend, 'mcp' | 'original' | 'onEvent' | 'wake'>> {
  readonly engine: Engine
  readonly operations: readonly Operation[]
}

/** One engine in this process: inside each thread of a server, and in tests. */
export function localBackend({ engine, operations, ...others }: LocalBackendInput): Backend {
  const byName = new Map(operations.map((operation) => [operation.name, operation]))
  return {
    mcp: () => Promise.reject(notServed('MCP')),
    original: async ({ document, caller }) =>
      typeof document === 'number'
        ? originalWith(document, engine.for(caller))
        : readPicture(document, engine.for(caller)),
    visibility: (request) => readVisibility(request, engine),
    liveSnapshot: (request) => readLiveSnapshot(request, engine),
    onEvent: () => () => {},
    wake: () => {},
    ...others,
    run: async (call) =>
      runOperation(byName.get(call.operation) ?? unknownOperation(call.operation, byName), call, engine),
  }
}

async function runOperation(operation: Operation, call: OperationCall, engine: Engine): Promise<OperationAnswer> {
  const { surface, caller, signal, requestId, isPart = false, progress = ignore, unchangedSince } = call
  const { input, output } = await invoke(operation, call.input, {
    surface,
    origin: { requestId, isPart },
    caller,
    signal,
    progress,
    ...(unchangedSince !== undefined && { unchangedSince }),
    engine: async () => engine,
  })
  return speaking(await speakerOf(call.language), () => {
    const answer = { input, output: withoutHiddenWithin(output) }
    if (!call.asText) return answer
    const blocks = laidOut(operation, output, input)
    return { ...answer, text: withoutHidden(blocks.map(({ text }) => text).join('\n\n')) }
  })
}

async function readVisibility({ caller, before }: VisibilityRequest, engine: Engine): Promise<VisibilityAnswer> {
  const seen = await seenBy(engine.for(caller))
  const hidden = before && {
    libraries: less(before.libraries, seen.libraries),
    sources: less(before.sources, seen.sources),
  }
  if (!hidden || hidden.libraries.length + hidden.sources.length === 0) return { seen, isLess: false }
  const all = await seenBy(engine)
  return { seen, isLess: overlap(hidden.libraries, all.libraries) || overlap(hidden.sources, all.sources) }
}

const overlap = (some: readonly number[], known: readonly number[]): boolean => some.some((id) => known.includes(id))

const less = (before: readonly number[], now: readonly number[]): readonly number[] => {
  const known = new Set(now)
  return before.filter((id) => !known.has(id))
}

/** Sources of versions are replaced by every refresh, so libraries stand for them. */
const seenBy = (engine: Engine): Promise<Seen> =>
  engine.read(async (view) => ({
    libraries: (await view.libraries.libraries()).map(({ id }) => id),
    sources: (await view.sources.list()).flatMap(({ id, kind }) => (kind === 'docs' ? [] : id)),
  }))

const ignore = (): void => {}

function unknownOperation(name: string, known: ReadonlyMap<string, Operation>): never {
  const shown = name.slice(0, 80)
  const close = nearest(shown, known.keys(), { max: 4, limit: 3 })
  throw new WukuError(
    'unknown-operation',
    msg('thereIsNoOperation', { shown }),
    close.length > 0 ? msg('didYouMean', { close: either(close) }) : msg('getApiVOperations'),
  )
}

const notServed = (what: string): WukuError => new WukuError('not-found', msg('notServed', { what }))
