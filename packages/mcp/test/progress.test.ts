import { expect, it } from 'vitest'
import { reportProgress } from '../src/request.ts'
import type { Progress } from '@wuku/kernel/base/caller'

type Step = readonly [at: number, stage: string, done: number, total?: number, percent?: number]

const check = (steps: readonly Step[], expected: readonly (readonly [number, number?])[]) => {
  let now = 0
  const sent: (readonly [number, number?])[] = []
  const tell = reportProgress(
    ({ progress, total }) => sent.push(total === undefined ? [progress] : [progress, total]),
    () => now,
  )
  for (const [at, stage, done, total, percent] of steps) {
    now = at
    tell({ stage, done, total, said: '', ...(percent !== undefined && { percent }) } satisfies Progress)
  }
  expect(sent).toEqual(expected)
}

it('progress reports the first step and then ten a second', () =>
  check(
    [
      [0, 'read', 1],
      [50, 'read', 2],
      [100, 'read', 3],
      [150, 'read', 4],
      [210, 'read', 5],
    ],
    [[1], [3], [5]],
  ))
it('progress always reports the end', () =>
  check(
    [
      [0, 'read', 1, 3],
      [10, 'read', 2, 3],
      [20, 'read', 3, 3],
    ],
    [
      [1, 3],
      [3, 3],
    ],
  ))
it('grows from stage to stage', () =>
  check(
    [
      [0, 'list', 10, 10],
      [200, 'read', 0, 4],
      [400, 'read', 2, 4],
      [600, 'read', 4, 4],
    ],
    [
      [10, 10],
      [12, 14],
      [14, 14],
    ],
  ))
it('progress never goes back', () =>
  check(
    [
      [0, 'read', 5],
      [200, 'read', 3],
      [400, 'read', 5],
      [600, 'read', 6],
    ],
    [[5], [6]],
  ))
it('tells that the whole is done', () =>
  check(
    [
      [0, 'read', 4, 4, 75],
      [10, 'switch', 0, undefined, 95],
      [20, 'completed', 0, undefined, 100],
    ],
    [
      [4, 4],
      [5, 5],
    ],
  ))
