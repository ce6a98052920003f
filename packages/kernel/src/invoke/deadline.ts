import { WukuError } from '@wuku/core/errors'
import { msg } from '@wuku/messages/kernel'
import { levelOf, type Operation } from '../base/operation.ts'

/**
 * On a server a question is given up when nobody can be waiting for it any more. Long work runs without a limit, and so does
 * what removes things or is asked by an administrator.
 */
export const withDeadline = (operations: readonly Operation[], seconds: number): readonly Operation[] =>
  seconds === 0
    ? operations
    : operations.map((operation) =>
        hasDeadline(operation)
          ? { ...operation, run: (input, context) => runWithin(seconds, { operation, input, context }) }
          : operation,
      )

const hasDeadline = (operation: Operation): boolean =>
  !operation.long && !operation.isUnlimited && operation.effect !== 'delete' && levelOf(operation) !== 'admin'

interface Run {
  readonly operation: Operation
  readonly input: unknown
  readonly context: Parameters<Operation['run']>[1]
}

async function runWithin(seconds: number, { operation, input, context }: Run): Promise<unknown> {
  const late = new AbortController()
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => {
    reject(tooLate(seconds))
    late.abort()
  }, seconds * 1_000)
  const signal = AbortSignal.any([context.signal, late.signal])
  try {
    return await Promise.race([operation.run(input, { ...context, signal }), promise])
  } finally {
    clearTimeout(timer)
  }
}

const tooLate = (seconds: number): WukuError => new WukuError('store-busy', msg('tooLate', { seconds }))
