import { expect, it } from 'vitest'
import { z } from 'zod'
import { owner } from '../../src/base/caller.ts'
import { defineOperation, type Operation } from '../../src/base/operation.ts'
import { withDeadline } from '../../src/invoke/deadline.ts'
import { failureOf } from '@wuku/http-kit/http-failures'
import { invoke } from '../../src/invoke/invoke.ts'
import { engineWith } from '../search/engine-with.ts'

/** Never answers; hears when it is given up. */
function waiting(more: Partial<Operation>): { readonly operation: Operation; readonly given: Promise<string> } {
  const { promise, resolve } = Promise.withResolvers<string>()
  const operation = defineOperation({
    name: 'wait',
    group: 'core',
    title: 'Wait',
    description: 'Wait.',
    effect: 'read',
    input: z.strictObject({}),
    output: z.strictObject({}),
    examples: [],
    run: (_, { signal }) => {
      signal.addEventListener('abort', () => resolve('given up'))
      return new Promise<never>(() => {})
    },
    render: () => [],
  })
  return { operation: { ...operation, ...more }, given: promise }
}

async function ask(operation: Operation, seconds: number, signal: AbortSignal): Promise<unknown> {
  const [limited = operation] = withDeadline([operation], seconds)
  const engine = await engineWith({})
  const how = { caller: owner('test'), surface: 'rest', progress: () => {}, engine: async () => engine } as const
  return invoke(limited, {}, { ...how, signal })
}

it('a request that takes longer than server.requestSeconds is given up as 503 store-busy with Retry-After', async () => {
  const { operation, given } = waiting({})
  const thrown: unknown = await ask(operation, 0.05, new AbortController().signal).catch((error: unknown) => error)
  const failure = failureOf(thrown, () => {})
  expect(failure).toMatchObject({
    status: 503,
    code: 'store-busy',
    headers: { 'Retry-After': '1' },
    remedy: expect.stringContaining('server.requestSeconds'),
  })
  expect(await given).toBe('given up')
})

it.each<[says: string, more: Partial<Operation>, seconds: number]>([
  ['0 is no limit', {}, 0],
  ['long work has none', { long: 'index' }, 0.05],
  ['what may take minutes has none', { isUnlimited: true }, 0.05],
  ['what removes things has none', { effect: 'delete' }, 0.05],
  ['what administrators ask has none', { level: 'admin' }, 0.05],
])('of requests without a limit: %s', (_, more, seconds) => {
  const { operation } = waiting(more)
  expect(withDeadline([operation], seconds)[0]).toBe(operation)
})
