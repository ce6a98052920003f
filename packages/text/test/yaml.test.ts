import { describe, expect, it } from 'vitest'
import { timed, whySlow } from '../../../test/unit/growth/how-slow.ts'
import { readYaml } from '../src/yaml.ts'

const broken = (text: string, kind = {}): string => {
  try {
    return `read as ${JSON.stringify(readYaml(text, kind))}`
  } catch (error) {
    return error instanceof Error ? error.message : ''
  }
}

describe('what is wrong with a text in YAML is told in one line', () => {
  it.each<[text: string, said: string | RegExp]>([
    ['a: b: c', /^Nested mappings are not allowed .* at line 1, column 4$/],
    ['a: 1\nb: 2\na: 3', 'Map keys must be unique at line 3, column 1'],
    ['a:\n  - b: 1\n    b: 2', 'Map keys must be unique at line 3, column 5'],
    ['a: [', /at line 1, column \d$/],
    ['a: *b', /Unresolved alias/],
    ['['.repeat(100_000), 'it is nested too deeply'],
    ['{a: '.repeat(100_000), 'it is nested too deeply'],
    ['- '.repeat(50_000), 'it is nested too deeply'],
  ])('%.40j', (text, said) => expect(broken(text)).toMatch(said))

  it('keys that come twice are none where they may', () =>
    expect(broken('a: 1\na: 2', { mayRepeat: true })).toBe('read as {"a":2}'))
  it('a text stays the text that it is where it is asked to', () =>
    expect(broken('a: 1.0\nb: 2024-01-01', { isText: true })).toBe('read as {"a":"1.0","b":"2024-01-01"}'))
})

it.each<[says: string, text: (count: number) => string]>([
  ['keys', (count) => Array.from({ length: count }, (_, at) => `a${at}: 1`).join('\n')],
  ['keys that are lists', (count) => '[a]: b\n'.repeat(count)],
  ['errors on one line', (count) => `a: 1\n${'&# '.repeat(count)}`],
  ['brackets that nothing opens', (count) => `a: 1\n${'} '.repeat(count)}`],
  ['anchors', (count) => Array.from({ length: count }, (_, at) => `a${at}: &a${at} b`).join('\n')],
])('takes time in proportion to the number of %s', (_, text) =>
  expect(
    whySlow(
      timed((count) => broken(text(count))),
      10_000,
    ),
  ).toBeUndefined(),
)
