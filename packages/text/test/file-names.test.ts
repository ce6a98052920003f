import { expect, it } from 'vitest'
import { createNaming } from '../src/file-names.ts'

const check = (ids: readonly string[], expected: readonly string[], scope = '') =>
  expect(ids.map((id) => ({ id, scope })).map(createNaming())).toEqual(expected)

it.each([
  [['https://x.org/a#b'], ['https-x.org-a-b.md']],
  [
    ['.hidden', '../up'],
    ['hidden.md', 'up.md'],
  ],
  [['潮汐 1'], ['潮汐-1.md']],
  [
    ['a/b', 'a#b', 'A-B'],
    ['a-b.md', 'a-b-2.md', 'A-B-3.md'],
  ],
  [['???'], ['unnamed.md']],
])('%j', (ids, expected) => check(ids, expected))

it('puts a scope into a folder of its own', () => check(['s/1'], ['conv-26/s-1.md'], 'conv-26'))
