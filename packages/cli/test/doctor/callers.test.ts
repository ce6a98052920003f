import { expect, it } from 'vitest'
import { examineCallers } from '../../src/doctor/instances.ts'
import { owner } from '@wuku/kernel/base/caller'
import { runLogged } from '@wuku/kernel/call-log'
import type { Engine } from '@wuku/kernel/base/engine'
import { everything } from '@wuku/core/ports/access'
import type { NewRecords } from '@wuku/core/ports/record-store'
import { openTestStore } from '../../../../test/test-store.ts'
import { broken } from '../../../kernel/test/invoke/fixtures.ts'

const NOW = Date.UTC(2026, 0, 31)
const DAY = 86_400_000

async function check(surface: string, age: number, said: readonly string[]): Promise<void> {
  const store = openTestStore()
  const made: NewRecords[] = []
  const then = { now: () => NOW - age * DAY, record: (each: NewRecords) => void made.push(each) } as unknown as Engine
  const operation = { ...broken, name: 'look', run: async () => ({}) }
  const context = { caller: owner('claude-code'), signal: new AbortController().signal, progress: () => {} }
  await runLogged(operation, {}, { ...context, engine: then, origin: { surface } })
  for (const records of made) await store.record(records)
  const now = { now: () => NOW, read: store.read.bind(store, everything) } as unknown as Engine
  expect((await examineCallers(async () => now)).map((finding) => String(finding.said))).toEqual(said)
}

it('an agent that has called lately is connected, wherever its settings lie', () =>
  check('mcp', 1, ['claude-code has called in the last 30 days.']))
it('one that called long ago may be gone', () => check('mcp', 40, []))
it('a script is no agent', () => check('rest', 1, []))
it('a store that cannot be opened is another finding', async () =>
  expect(await examineCallers(async () => Promise.reject(new Error('away')))).toEqual([]))
