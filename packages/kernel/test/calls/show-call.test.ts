import { expect, it } from 'vitest'
import type { CallRecord } from '@wuku/core/ports/record-store'
import type { Caller } from '../../src/base/caller.ts'
import type { Engine, OperationContext } from '../../src/base/engine.ts'
import { showCall } from '../../src/calls/show-call.ts'

const [seen, hidden] = ['wuku://notes/open/tides.md', 'wuku://notes/secret/moon.md']

const callOf = (hits: readonly string[]): CallRecord => ({
  id: 1,
  at: 1,
  actor: 'ann',
  actorName: 'Ann',
  funcName: 'recall',
  operation: 'recall',
  client: 'agent',
  surface: 'mcp',
  library: null,
  input: { query: 'tides' },
  isWhole: true,
  hits,
  results: hits.length,
  milliseconds: 1,
  tokens: 3,
  error: null,
  requestId: null,
  session: 'one',
  answer: 'The ebb.',
})

/** A store with one call, of which the caller sees one source today. */
const shownTo = async (caller: Partial<Caller>, hits: readonly string[]): Promise<unknown> => {
  const view = {
    records: { calls: async () => ({ items: [callOf(hits)], total: 1 }) },
    sources: { list: async () => [{ kind: 'notes', name: 'open' }] },
  }
  const engine = { read: async (work: (view: unknown) => unknown) => work(view) } as unknown as Engine
  const context = { engine, caller: { client: 'console', mayWrite: false, sees: 'all', ...caller } }
  return showCall.run({ id: 1 }, context as unknown as OperationContext)
}

const ann = { actor: 'ann', level: 'read', sees: { user: 'ann', groups: [] } } as unknown as Partial<Caller>

it.each<
  [says: string, caller: Partial<Caller>, hits: readonly string[], shown: [answer: string | null, leftOut: number]]
>([
  ['is read by an administrator', { level: 'admin' }, [seen, hidden], ['The ebb.', 0]],
  ['is read by the one who asked', ann, [seen], ['The ebb.', 0]],
  ['is hidden with a result that the one who asked sees no longer', ann, [seen, hidden], [null, 1]],
  ['is hidden where nobody knows whose a result is', ann, ['tides.md'], [null, 1]],
])('the text of an answer: %s', async (_, caller, hits, [answer, leftOut]) => {
  expect(await shownTo(caller, hits)).toMatchObject({ answer, hits_left_out: leftOut, session: 'one' })
})
