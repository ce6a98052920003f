import { hash } from 'node:crypto'
import { isRecord } from '@wuku/core/lenient-parsing'
import { createLruMap, type LruMap } from '@wuku/core/lru-map'
import { visibleSourcesKey } from '@wuku/core/ports/access'
import { actorOf } from '../base/caller.ts'
import type { Operation } from '../base/operation.ts'
import { withoutHiddenWithin } from '@wuku/text/show/hidden-characters'

const MAX_ANSWERS = 500
/** An answer says how fresh the files are that it shows, so it ages. */
const RETENTION_MS = 2_000

interface CachedAnswer {
  readonly output: unknown
  readonly until: number
}

/**
 * On a server many ask the same: an operation that `repeats` gives an answer again, for a moment, to a caller who sees the
 * same sources, while none of them has changed. Each call is checked and logged as any other.
 */
export function repeatAnswers(operations: readonly Operation[]): readonly Operation[] {
  const cache = createLruMap<string, CachedAnswer>(MAX_ANSWERS)
  return operations.map((operation) =>
    operation.repeats ? { ...operation, run: answering(operation, cache) } : operation,
  )
}

const answering =
  (operation: Operation, cache: LruMap<string, CachedAnswer>): Operation['run'] =>
  async (input, context) => {
    const { engine, caller, isBrief = false } = context
    const sources = await engine.read((view) => view.sources.list())
    // There may be thousands of sources. If several libraries share a name, each caller means its own.
    const key = hash(
      'sha256',
      JSON.stringify([operation.name, input, isBrief, visibleSourcesKey(caller.sees), actorOf(caller), sources]),
    )
    const known = cache.get(key)
    if (known && known.until > engine.now()) {
      context.note?.({ cached: true })
      return known.output
    }
    context.note?.({ cached: false })
    const output = withoutHiddenWithin(await operation.run(input, context))
    if (!isPartial(output)) cache.set(key, { output, until: engine.now() + RETENTION_MS })
    return output
  }

/** The part that is missing may be back with the next question. */
const isPartial = (output: unknown): boolean => isRecord(output) && output['partial'] !== undefined
