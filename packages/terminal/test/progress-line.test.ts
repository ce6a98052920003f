import { expect, it, vi } from 'vitest'
import { progressLine, showProgress, timeLeft } from '../src/progress.ts'
import { paintFor } from '../src/terminal.ts'
import { displayWidth } from '@wuku/text/show/width'
import type { Progress } from '@wuku/kernel/base/caller'

const plain = paintFor({ write: () => {}, isTerminal: true, hasColours: false, columns: 100 })
const line = (step: Partial<Progress>, seconds: number, columns = 100) =>
  progressLine({ stage: 'read', done: 0, total: undefined, said: '', ...step }, { seconds, columns, paint: plain })

it.each<[says: string, step: Partial<Progress>, seconds: number, expected: string]>([
  ['without a total it says what it does', { said: 'Listing notes' }, 3, '  Listing notes'],
  ['too early for a rate', { done: 10, total: 100 }, 0.1, `  ${'━'.repeat(2)}${'─'.repeat(22)}  10 of 100`],
  [
    'rates and time left',
    { done: 1_500, total: 3_000, bytes: 6_000_000 },
    2,
    `  ${'━'.repeat(12)}${'─'.repeat(12)}  1,500 of 3,000   750 files/s   3.0 MB/s   2 s left`,
  ],
  ['done', { done: 30, total: 30 }, 3, `  ${'━'.repeat(24)}  30 of 30   10 files/s`],
])('the line of a long work: %s', (_says, step, seconds, expected) => expect(line(step, seconds)).toBe(expected))

it.each([20, 40, 60, 80, 120])('never takes more than %i columns', (columns) => {
  expect(displayWidth(line({ done: 12_345, total: 99_999, bytes: 5e9 }, 100, columns))).toBeLessThan(columns)
  expect(
    displayWidth(line({ said: '正在列出一个名字很长很长很长很长很长很长很长很长的文件夹' }, 1, columns)),
  ).toBeLessThan(columns)
})

it.each([
  [0.2, '1 s'],
  [59.4, '59 s'],
  [61, '1 min 1 s'],
  [7_260, '2 h 1 min'],
])('%f seconds are %j', (seconds, said) => expect(timeLeft(seconds)).toBe(said))

it('moves while the work says nothing, and leaves nothing behind', () => {
  vi.useFakeTimers()
  try {
    const written: string[] = []
    const err = { write: (text: string) => void written.push(text), isTerminal: true, hasColours: false, columns: 40 }
    const display = showProgress({ terminal: { out: err, err }, json: false, quiet: false })
    vi.advanceTimersByTime(300)
    expect(written).toEqual([])
    vi.advanceTimersByTime(300)
    expect(written.slice(0, 2)).toEqual(['\r⠋ Working\u001B[K', '\r⠙ Working\u001B[K'])
    display.end()
    const count = written.length
    vi.advanceTimersByTime(1_000)
    expect([written.length, written.at(-1)]).toEqual([count, '\r\u001B[K'])
  } finally {
    vi.useRealTimers()
  }
})

it('is silent where nobody reads along', () => {
  const written: string[] = []
  const err = { write: (text: string) => void written.push(text), isTerminal: false, hasColours: false, columns: 80 }
  const display = showProgress({ terminal: { out: err, err }, json: false, quiet: false })
  display.step({ stage: 'read', done: 1, total: 1, said: 'Reading' })
  display.end()
  expect(written).toEqual([])
})
