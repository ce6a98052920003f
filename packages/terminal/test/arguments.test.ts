import { expect, it } from 'vitest'
import { isWukuError } from '@wuku/core/errors'
import { readArguments, splitList } from '../src/arguments.ts'
import type { Flag } from '../src/command-types.ts'

const flag = (key: string, takes: Flag['takes'], ...names: string[]): Flag => ({ key, names, takes, description: '' })

const grammar = {
  name: 'recall',
  positional: ['query...'],
  flags: [
    flag('query', 'text', '--query'),
    flag('kinds', 'list', '--kinds', '--kind'),
    flag('minScore', 'number', '--min-score'),
    flag('noIndex', 'nothing', '--no-index'),
    flag('force', 'nothing', '--force'),
    flag('searches', 'json', '--searches'),
    flag('quiet', 'nothing', '--quiet', '-q'),
  ],
}

const check = (line: readonly string[], expected: object) => expect(readArguments(line, grammar)).toEqual(expected)

function refuses(line: readonly string[], ...words: readonly string[]): void {
  try {
    readArguments(line, grammar)
  } catch (error) {
    if (!isWukuError(error)) throw error
    expect(error.code).toBe('usage')
    for (const word of words) expect(`${error.message} ${error.remedy}`).toContain(word)
    return
  }
  throw new Error('nothing was refused')
}

it.each<[says: string, line: readonly string[], expected: object]>([
  ['nothing', [], {}],
  ['words become the query', ['high', 'tide'], { query: 'high tide' }],
  ['a Chinese query', ['如何退款'], { query: '如何退款' }],
  [
    'a flag before and after the words',
    ['--min-score', '0.5', 'tide', '--force'],
    { query: 'tide', minScore: 0.5, force: true },
  ],
  ['a value after =', ['--min-score=0', '--query=a=b'], { minScore: 0, query: 'a=b' }],
  [
    'lists by comma and by repetition',
    ['--kinds', 'notes,code', '--kind', 'pads'],
    { kinds: ['notes', 'code', 'pads'] },
  ],
  ['a word with one dash is a word', ['tide', '-moon'], { query: 'tide -moon' }],
  ['a short flag', ['-q', 'tide'], { quiet: true, query: 'tide' }],
  ['after -- nothing is a flag', ['--', '--force', '-q'], { query: '--force -q' }],
  ['a switch that is called no-something', ['--no-index'], { noIndex: true }],
  ['a switch turned off', ['--no-force', '--quiet=false'], { force: false, quiet: false }],
  ['JSON', ['--searches', '[{"type":"lex"}]'], { searches: [{ type: 'lex' }] }],
  ['a negative number', ['--min-score', '-1'], { minScore: -1 }],
  ['the query by flag', ['--query', 'tide'], { query: 'tide' }],
  ['an empty word', [''], { query: '' }],
])('what was typed: %s', (_says, line, expected) => check(line, expected))

it.each<[says: string, line: readonly string[], ...words: string[]]>([
  ['an unknown flag, with the nearest', ['--min-scor', '1'], '--min-scor', 'Did you mean --min-score?'],
  ['an unknown flag that resembles nothing', ['--zebra'], '--zebra', 'wuku recall --help'],
  ['a flag without its value', ['--min-score'], '--min-score needs a number'],
  ['a number that is none', ['--min-score', 'high'], 'takes a number', '"high"'],
  ['a switch with a value', ['--force=maybe'], '--force', 'takes no value'],
  ['broken JSON', ['--searches', '[{'], '--searches is not valid JSON'],
  ['words without a place', ['--query', 'tide', 'moon'], 'Unexpected argument "moon"'],
  ['no- before a flag that takes a value', ['--no-min-score'], '--no-min-score'],
])('what is refused: %s', (_says, line, ...words) => refuses(line, ...words))

it('takes a list of words as they are', () =>
  expect(readArguments(['a,b', 'c'], { ...grammar, positional: ['kinds...'] })).toEqual({ kinds: ['a,b', 'c'] }))

it.each<[text: string, parts: readonly string[]]>([
  ['a,b', ['a', 'b']],
  [' a , ,b,', ['a', 'b']],
  ['**/*.{md,txt},docs/**', ['**/*.{md,txt}', 'docs/**']],
  ['', []],
])('lists: %j', (text, parts) => expect(splitList(text)).toEqual(parts))
