import { expect, it } from 'vitest'
import { longestRun, wordsOfQuestion } from '../../src/exact/literal-runs.ts'

it.each([
  [
    'a message as it stands',
    'why "could not open the config file"?',
    `throw new Error('could not open the config file')`,
    6,
  ],
  [
    'a value in place of %s',
    'could not open a/b.txt: no such file',
    'fmt.Errorf("could not open %s: no such file")',
    6,
  ],
  ['a value in place of {}', 'user 17 has no right to read', 'f"user {user.id} has no right to read"', 6],
  ['a value in place of ${...}', 'cannot read property id of cart', '`cannot read property ${name} of cart`', 5],
  ['two values', 'expected 3 rows but got 5 rows', '"expected %d rows but got %d rows"', 5],
  ['a value at the start', 'Cart not found in any shop', '"#{name} not found in any shop"', 5],
  ['words in another order', 'open could file not config the', 'could not open the config file', 1],
  ['a value of too many words', 'could not a b c d e f g h open it', '"could not %s open it"', 2],
  ['Chinese', '为什么无法打开配置文件 a.txt', 'throw new Error(`无法打开配置文件 ${path}`)', 4],
  ['nothing', '', 'x', 0],
] as const)('the longest run of words is counted with %s', (_, question, source, run) => {
  expect(longestRun(wordsOfQuestion(question), source)).toBe(run)
})

it('a run is found in linear time in a long source', () => {
  const source = 'could not open %s '.repeat(20_000)
  expect(longestRun(wordsOfQuestion('could not open it could not open'), source)).toBeGreaterThan(3)
})
