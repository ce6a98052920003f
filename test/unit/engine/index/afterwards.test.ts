import { expect, it } from 'vitest'
import { createAfterwards } from '../../../../src/engine/index/afterwards.ts'
import { openClock } from '../../kinds/docs/clock.ts'

function opened(work: (times: number) => void = () => {}) {
  const clock = openClock()
  let times = 0
  const afterwards = createAfterwards(clock, async () => work(++times))
  return { clock, afterwards, times: () => times }
}

it('works once for all who asked', async () => {
  const { clock, afterwards, times } = opened()
  for (let at = 0; at < 3; at++) afterwards.ask()
  expect(times()).toBe(0)
  await clock.strike()
  expect(times()).toBe(1)
  await clock.strike()
  expect(times()).toBe(1)
  afterwards.ask()
  await clock.strike()
  expect(times()).toBe(2)
})

it('works before the end, and only when somebody asked', async () => {
  const { afterwards, times } = opened()
  await afterwards.finish()
  expect(times()).toBe(0)
  afterwards.ask()
  await afterwards.finish()
  await afterwards.finish()
  expect(times()).toBe(1)
})

it('goes on after work that failed', async () => {
  const { clock, afterwards, times } = opened((at) => {
    if (at === 1) throw new Error('disk full')
  })
  afterwards.ask()
  await clock.strike()
  afterwards.ask()
  await afterwards.finish()
  expect(times()).toBe(2)
})
