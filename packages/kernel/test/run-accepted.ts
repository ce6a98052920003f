import { expect } from 'vitest'
import { isWukuError, type WukuError } from '@wuku/core/errors'
import { acceptArguments } from '../src/arguments/accept.ts'
import type { Engine, OperationContext } from '../src/base/engine.ts'
import { owner } from '../src/base/caller.ts'
import type { Operation } from '../src/base/operation.ts'

type Answer = Readonly<Record<string, unknown>>

/** Arguments are accepted as every surface does, and the answer is held against the declared output. */
export async function runAccepted(operation: Operation, given: Answer, context: OperationContext) {
  const input = acceptArguments(operation, given)
  const output = await operation.run(input, context)
  expect(operation.output.parse(JSON.parse(JSON.stringify(output)))).toEqual(output)
  return { input, output }
}

/** A call of the owner that nobody ends or watches. */
export const contextOf = (engine: Engine, client = 'tester'): OperationContext => ({
  engine,
  caller: owner(client),
  signal: new AbortController().signal,
  progress: () => {},
})

/** The error that a caller can mend; anything else fails the test. */
export async function refusalOf(call: Promise<unknown>): Promise<WukuError> {
  const thrown = await call.then(
    (answer) => new Error(`It was not refused: ${JSON.stringify(answer)}`),
    (error: unknown) => error,
  )
  if (isWukuError(thrown)) return thrown
  throw thrown
}
