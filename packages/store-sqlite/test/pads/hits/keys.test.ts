import { expect, it } from 'vitest'
import { keyOfCjk } from '../../../src/pads/hits/entries.ts'

const cjk = ['组', '组件', '件组', '件', 'カ', 'カタ', '𠀀', '𠀀𠀁', '𠀁𠀀', '组𠀀', '\u{10ffff}', '\u0300']

it.each(['react', 'c++', '12', 'a组', 'x'.repeat(64), 'привет'])('%s is a word with an id', (word) =>
  expect(keyOfCjk(word)).toBeUndefined(),
)

it('tells CJK characters and pairs apart by keys that no id is', () => {
  const keys = cjk.map((word) => keyOfCjk(word))
  expect(new Set(keys).size).toBe(cjk.length)
  // A row's id takes another 20 bits, and the sign.
  for (const key of keys) expect(key === undefined || (key < 0 && key > -(2 ** 43))).toBe(true)
})

it('leaves long rows of marks, which are cut out of words, among the words', () =>
  expect(keyOfCjk('\u0951'.repeat(64))).toBeUndefined())
