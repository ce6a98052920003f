import { spawnSync } from 'node:child_process'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { candidatesIn, commandOf, linesMatching } from '../../../src/symbols/grep/candidates.ts'
import { runs } from '../../../../../test/scale.ts'

const text = [
  'const retryCount = 1',
  'retry_count',
  'RetryCount()',
  'aretryCount',
  '// Retry it',
  "say('it''s 重试次数 over')",
  '',
].join('\n')

it.each([
  [['retryCount'], true, false, [1]],
  [['retryCount'], false, false, [1, 4]],
  [['retryCount', 'retry_count', 'RetryCount'], true, false, [1, 2, 3]],
  [['retry'], true, true, [5]],
  [['重试'], false, false, [6]],
  [["it''s"], false, false, [6]],
  [['left-hand (x|y)'], false, false, []],
])('lines that hold a pattern: %j', (texts, isWord, ignoresCase, expected) =>
  expect(linesMatching({ texts, isWord, ignoresCase }, text)).toEqual(expected),
)

describe('a command', () => {
  it.each([
    [{ texts: ['a', 'b'], isWord: true, ignoresCase: false }, 'rg', undefined, 'rg -nFw -e a -e b'],
    [{ texts: ["it's"], isWord: false, ignoresCase: true }, 'grep', undefined, `grep -rnFi -e "it's" .`],
    [{ texts: ['-x'], isWord: false, ignoresCase: false }, 'rg', 'my $folder', "rg -nF -e -x -- 'my $folder'"],
  ] as const)('%j', (pattern, tool, folder, expected) => expect(commandOf(pattern, { tool, folder })).toBe(expected))

  it('reaches grep as it is meant, whatever it holds, and finds what we count', () =>
    fc.assert(
      fc.property(fc.stringMatching(/^[ -~]{1,12}$/), (sought) => {
        const command = commandOf(
          { texts: [sought], isWord: false, ignoresCase: false },
          { tool: 'grep', folder: undefined },
        )
        const { stdout } = spawnSync('sh', ['-c', command.replace(/ \.$/, ' -')], {
          input: `${sought}\nother\n`,
          encoding: 'utf8',
        })
        expect(stdout.split('\n')[0]?.endsWith(sought)).toBe(true)
      }),
      { numRuns: runs(20) },
    ))
})

describe('candidates', () => {
  const asked = [
    { raw: 'retry', terms: ['retri'], weight: 2, isCjk: false },
    { raw: 'busy', terms: ['busi'], weight: 3, isCjk: false },
    { raw: '重试', terms: ['重试'], weight: 3, isCjk: true },
  ]
  const found = (passage: string) =>
    candidatesIn([{ text: passage, share: 1 }], asked, new Set(['retrywhenbusy'])).map(
      ({ pattern, kind }) => `${kind} ${pattern.texts.join(' ')}`,
    )

  it('are names and messages that share words, spellings of one name together, and the words', () =>
    expect(
      found(`retryWhenBusy(other) retry_when_busy\nthrow Error('the bank is busy now')\n// don't retry, isn't busy`),
    ).toEqual([
      'identifier retryWhenBusy retry_when_busy',
      'string the bank is busy now',
      'word busy',
      'word 重试',
      'word retry',
    ]))
  it('Chinese messages are candidates for a pattern', () =>
    expect(found(`log("请稍后重试")`)).toContain('string 请稍后重试'))
})
