import { hash } from 'node:crypto'
import { createLruMap } from '../core/lru-map.ts'
import { sightKey } from '../ports/access.ts'
import { actorOf } from '../engine/caller.ts'
import type { Operation } from '../engine/operation.ts'
import type { OperationContext } from '../engine/engine.ts'
import { withoutHiddenWithin } from '../text/show/hidden-characters.ts'

const MOST_ANSWERS = 500
/** An answer says how fresh the files are that it shows, so it ages. */
const KEPT_MILLISECONDS = 2_000

interface Kept {
  readonly output: unknown
  readonly until: number
}

/**
 * On a server many ask the same: an operation that `repeats` gives an answer again, for a moment, to a caller who sees the
 * same sources, while none of them has changed. Each call is checked and logged as any other.
 */
export function repeatAnswers(operations: readonly Operation[]): readonly Operation[] {
  const kept = createLruMap<string, Kept>(MOST_ANSWERS)
  return operations.map((operation) =>
    operation.repeats
      ? { ...operation, run: (input, context) => answer(operation, { input, context, kept }) }
      : operation,
  )
}

interface Asked {
  readonly input: unknown
  readonly context: OperationContext
  readonly kept: ReturnType<typeof createLruMap<string, Kept>>
}

async function answer(operation: Operation, { input, context, kept }: Asked): Promise<unknown> {
  const { engine, caller, isBrief = false } = context
  const sources = await engine.read((view) => view.sources.list())
  // There may be thousands of sources. If several libraries share a name, each caller means its own.
  const key = hash(
    'sha256',
    JSON.stringify([operation.name, input, isBrief, sightKey(caller.sees), actorOf(caller), sources]),
  )
  const known = kept.get(key)
  if (known && known.until > engine.now()) {
    context.note?.({ cached: true })
    return known.output
  }
  context.note?.({ cached: false })
  const output = withoutHiddenWithin(await operation.run(input, context))
  kept.set(key, { output, until: engine.now() + KEPT_MILLISECONDS })
  return output
}
