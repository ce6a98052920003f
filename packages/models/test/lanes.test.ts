import { expect, it } from 'vitest'
import { createConcurrencyLimit, type Turn } from '../src/batched.ts'

const usual: Turn = { signal: new AbortController().signal, isUrgent: false }

/** Work that goes on until it is let go. */
function openWork() {
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  return {
    begun,
    work: (name: string) => () => {
      begun.push(name)
      return new Promise<string>((resolve) => void ends.set(name, () => resolve(name)))
    },
    end: async (name: string) => {
      ends.get(name)?.()
      await new Promise(setImmediate)
    },
  }
}

it('lets as many in as there are lanes, and urgent ones first', async () => {
  const { begun, work, end } = openWork()
  const inLane = createConcurrencyLimit(2)
  const done = [
    ...['a', 'b', 'c', 'd'].map((name) => inLane(work(name), usual)),
    inLane(work('now'), { ...usual, isUrgent: true }),
  ]
  await end('nobody')
  expect(begun).toEqual(['a', 'b'])
  await end('b')
  expect(begun).toEqual(['a', 'b', 'now'])
  await end('now')
  await end('c')
  expect(begun).toEqual(['a', 'b', 'now', 'c', 'd'])
  for (const name of ['a', 'd']) await end(name)
  expect(await Promise.all(done)).toEqual(['a', 'b', 'c', 'd', 'now'])
})

it('is free again after work that failed', async () => {
  const inLane = createConcurrencyLimit(1)
  await expect(inLane(() => Promise.reject(new Error('no')), usual)).rejects.toThrow('no')
  expect(await inLane(async () => 'yes', usual)).toBe('yes')
})

it('does not hold those who give up while they wait', async () => {
  const { begun, work, end } = openWork()
  const inLane = createConcurrencyLimit(1)
  const stop = new AbortController()
  const first = inLane(work('a'), usual)
  const second = inLane(work('b'), { ...usual, signal: stop.signal })
  const third = inLane(work('c'), usual)
  stop.abort()
  await expect(second).rejects.toMatchObject({ code: 'cancelled' })
  await expect(inLane(work('d'), { ...usual, signal: stop.signal })).rejects.toMatchObject({ code: 'cancelled' })
  await end('a')
  await end('c')
  expect([begun, await first, await third]).toEqual([['a', 'c'], 'a', 'c'])
})
