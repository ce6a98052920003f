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
        !operation.long && !operation.isUnlimited && operation.effect !== 'delete' && levelOf(operation) !== 'admin'
          ? { ...operation, run: runWithin(seconds, operation) }
          : operation,
      )

const runWithin =
  (seconds: number, operation: Operation): Operation['run'] =>
  async (input, context) => {
    const late = new AbortController()
    const { promise, reject } = Promise.withResolvers<never>()
    const timer = setTimeout(() => {
      reject(new WukuError('store-busy', msg('tooLate', { seconds })))
      late.abort()
    }, seconds * 1_000)
    const signal = AbortSignal.any([context.signal, late.signal])
    try {
      return await Promise.race([operation.run(input, { ...context, signal }), promise])
    } finally {
      clearTimeout(timer)
    }
  }
