import { describe, expect, it } from 'vitest'
import { WukuError } from '@wuku/core/errors'
import { createRecorder } from '../src/recording.ts'
import type { Activity, NewRecords } from '@wuku/core/ports/record-store'
import { openClock, START } from '../../docs/test/clock.ts'

const DAY = 86_400_000

const activity = (message: string): Activity => ({
  at: START,
  task: '0'.repeat(26),
  event: 'test.work',
  status: 'info',
  message,
  actor: 'tester',
  library: null,
  version: null,
  target: null,
  facts: {},
})

function opened(fails: (batch: number) => boolean = () => false, thrown: Error = new Error('disk full')) {
  const clock = openClock()
  const written: NewRecords[] = []
  let batch = 0
  const store = {
    async record(records: NewRecords) {
      if (fails(++batch)) throw thrown
      written.push(records)
    },
  }
  const told: unknown[] = []
  const recorder = createRecorder(store, clock, { recordDays: 90, failed: (error) => told.push(error) })
  return {
    clock,
    written,
    told,
    recorder,
    messages: () => written.map(({ activities = [] }) => activities.map(({ message }) => message).join('')),
  }
}

describe('records', () => {
  it('wait for others, and are written together', async () => {
    const { clock, recorder, messages, written } = opened()
    for (const message of 'abc') recorder.add({ activities: [activity(message)] })
    recorder.add({ counts: [{ day: '2026-01-31', metric: 'm', library: 0, count: 1, sum: 0 }] })
    expect(messages()).toEqual([])
    await clock.strike()
    expect(messages()).toEqual(['abc'])
    expect(written[0]).toMatchObject({ counts: [{ metric: 'm' }], calls: [], forgetBefore: START - 90 * DAY })
    await clock.strike()
    recorder.add({ activities: [activity('d')] })
    await clock.strike()
    expect(messages()).toEqual(['abc', 'd'])
  })

  it('do not wait when they are many', async () => {
    const { recorder, messages } = opened()
    for (let at = 0; at < 2_400; at++) recorder.add({ activities: [activity('x')] })
    await new Promise((resolve) => void setImmediate(resolve))
    expect(messages().map(({ length }) => length)).toEqual([1_000, 1_000])
  })

  it('are written before the end', async () => {
    const { recorder, messages } = opened()
    await recorder.flush()
    recorder.add({ activities: [activity('a')] })
    await recorder.flush()
    await recorder.flush()
    expect(messages()).toEqual(['a'])
  })

  it('records that cannot be written are lost and delay nothing', async () => {
    const { recorder, messages } = opened((batch) => batch === 1)
    recorder.add({ activities: [activity('a')] })
    await expect(recorder.flush()).resolves.toBeUndefined()
    recorder.add({ activities: [activity('b')] })
    await recorder.flush()
    expect(messages()).toEqual(['b'])
  })

  it('records that cannot be written are reported once, until a write succeeds', async () => {
    const { recorder, told } = opened((batch) => batch !== 3)
    const counts: number[] = []
    for (let batch = 1; batch <= 5; batch++) {
      recorder.add({ activities: [activity('a')] })
      await recorder.flush()
      counts.push(told.length)
    }
    expect(counts).toEqual([1, 1, 1, 2, 2])
  })

  it('records refused by a read-only store are not reported', async () => {
    const { recorder, told } = opened(() => true, new WukuError('read-only', 'Only read.', 'Copy it.'))
    recorder.add({ activities: [activity('a')] })
    await recorder.flush()
    expect(told).toEqual([])
  })

  it('come one batch after the other', async () => {
    const order: string[] = []
    const release: (() => void)[] = []
    const store = {
      async record({ activities = [] }: NewRecords) {
        order.push(`begin ${activities[0]?.message}`)
        await new Promise<void>((resolve) => void release.push(resolve))
        order.push(`end ${activities[0]?.message}`)
      },
    }
    const recorder = createRecorder(store, openClock(), { recordDays: 1 })
    const turn = () => new Promise((resolve) => void setImmediate(resolve))
    recorder.add({ activities: [activity('a')] })
    const first = recorder.flush()
    recorder.add({ activities: [activity('b')] })
    const second = recorder.flush()
    await turn()
    release.shift()?.()
    await first
    await turn()
    release.shift()?.()
    await second
    expect(order).toEqual(['begin a', 'end a', 'begin b', 'end b'])
  })
})
