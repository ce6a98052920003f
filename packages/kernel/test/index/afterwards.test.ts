import { expect, it } from 'vitest'
import { createDeferredWork } from '../../src/index/deferred-work.ts'
import { openSharing } from './two-engines.ts'
import { openClock } from '../../../docs/test/clock.ts'

function opened(work: (times: number) => void = () => {}) {
  const clock = openClock()
  let times = 0
  const failures: unknown[] = []
  const deferred = createDeferredWork(
    clock,
    async () => work(++times),
    (error) => failures.push(error),
  )
  return { clock, deferred, failures, times: () => times }
}

it('works once for all who asked', async () => {
  const { clock, deferred, times } = opened()
  for (let at = 0; at < 3; at++) deferred.ask()
  expect(times()).toBe(0)
  await clock.strike()
  expect(times()).toBe(1)
  await clock.strike()
  expect(times()).toBe(1)
  deferred.ask()
  await clock.strike()
  expect(times()).toBe(2)
})

it('works before the end, and only when somebody asked', async () => {
  const { deferred, times } = opened()
  await deferred.finish()
  expect(times()).toBe(0)
  deferred.ask()
  await deferred.finish()
  await deferred.finish()
  expect(times()).toBe(1)
})

it('a failed job is reported, and later jobs run', async () => {
  const { clock, deferred, failures, times } = opened((at) => {
    if (at === 1) throw new Error('disk full')
  })
  deferred.ask()
  await clock.strike()
  expect(failures).toEqual([new Error('disk full')])
  deferred.ask()
  await deferred.finish()
  expect(times()).toBe(2)
  expect(failures).toHaveLength(1)
})

it('says that the bytes of what changed may stay, when the store cannot be tidied', async () => {
  const sharing = openSharing()
  await sharing.addNotes('log')
  const said: string[] = []
  const tidy = async (): Promise<void> => {
    throw new Error('disk full')
  }
  const ports = {
    store: { ...sharing.store, tidy },
    process: { warn: (what: string, error: unknown) => void said.push(`${what}: ${error}`) },
  }
  const engine = sharing.engineWith({ 'tides.md': 'ebb' }, {}, ports)
  expect(await engine.index.update({ sources: [] })).toMatchObject({ added: 1 })
  await engine.close()
  expect(said).toEqual([expect.stringMatching(/may still be readable.*disk full/)])
})
