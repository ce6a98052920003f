import { randomUUID } from 'node:crypto'
import { setImmediate as turnOfEvents } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { openTestStore } from '../../../test/test-store.ts'
import { createEngine } from '../src/create.ts'
import type { EnginePorts } from '../src/base/ports.ts'
import { withoutDocs } from './docs-ports.ts'
import { modelsOf } from './models-ports.ts'

const ports = {
  ...withoutDocs,
  store: openTestStore(),
  clock: { now: () => 0, sleep: async () => {}, every: () => () => {} },
  kinds: [],
  declared: {},
  models: modelsOf(),
  process: {
    newOwner: () => randomUUID(),
    hasEnded: () => false,
  },
} as unknown as EnginePorts

it('work of one name in one process is done one after the other, also when the first fails, and who waits is told', async () => {
  const engine = createEngine(ports)
  const said: string[] = []
  const doing = (name: string, what: string, fails = false): Promise<unknown> =>
    engine
      .runExclusive(
        name,
        { signal: new AbortController().signal, waiting: () => said.push(`${what} waits`) },
        async () => {
          said.push(`${what} begins`)
          for (let turn = 0; turn < 5; turn++) await turnOfEvents()
          said.push(`${what} ends`)
          if (fails) throw new Error('broken')
        },
      )
      .catch(() => said.push(`${what} failed`))
  await Promise.all([doing('react', 'one', true), doing('react', 'two'), doing('vue', 'other')])
  expect(said.filter((line) => !line.startsWith('other'))).toEqual([
    'two waits',
    'one begins',
    'one ends',
    'one failed',
    'two begins',
    'two ends',
  ])
  expect(said.indexOf('other begins')).toBeLessThan(said.indexOf('one ends'))
})
