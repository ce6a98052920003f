import { expect, it } from 'vitest'
import { takeRecent, type ListedChange } from '../src/framework/recent.ts'

const listOf = (count: number, atOf: (number: number) => number): ListedChange[] =>
  Array.from({ length: count }, (_, number) => ({ id: `docx/${number}`, at: atOf(number) }))

it.each([
  ['one after the other', listOf(2_500, (number) => 1_000 + number)],
  ['the newest first', listOf(2_500, (number) => 9_000 - number)],
  ['all at one time', listOf(2_500, () => 1_000)],
])('a list comes whole and once, wherever a pass breaks off: %s', (_, list) => {
  const steps = [...takeRecent(list, undefined, 300)]
  expect(steps.flatMap(({ ids }) => ids).toSorted()).toEqual(list.map(({ id }) => id).toSorted())
  for (const [at, { cursor }] of steps.entries()) {
    const rest = takeRecent([...list, { id: 'docx/new', at: 9_999 }], cursor, 300).flatMap(({ ids }) => ids)
    expect([...rest]).toEqual([...steps.slice(at + 1).flatMap(({ ids }) => ids), 'docx/new'])
  }
})
