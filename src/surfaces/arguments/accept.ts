import type { Operation } from '../../engine/operation.ts'
import { mendArguments, type Arguments } from './mend.ts'
import { inputShape } from './shape.ts'
import { wrongArguments } from './wrong.ts'

/** What the operation runs with. Correct arguments pass as they are; the shape is only looked at when they do not. */
export function acceptArguments(operation: Operation, given: Arguments): unknown {
  const asGiven = operation.input.safeParse(given)
  if (asGiven.success) return asGiven.data
  const shape = inputShape(operation)
  const mended = mendArguments(given, shape, operation.aliases ?? {})
  const parsed = operation.input.safeParse(mended)
  if (parsed.success) return parsed.data
  throw wrongArguments({ operation, shape, given: mended, issues: parsed.error.issues })
}
