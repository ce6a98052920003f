import { execFileSync } from 'node:child_process'
import { constantFrom, oneof, sample, string } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { commandLine, shellText, shellWord } from '../src/show/shell-words.ts'
import { powerShellWords } from '../../../test/shell.ts'
import { runs } from '../../../test/scale.ts'

/** What a POSIX shell makes of each word, all in one call. */
const readBySh = (words: readonly string[], shell = 'bash'): string[] =>
  execFileSync(shell, ['-c', `printf '%s\\0' ${words.join(' ')}`], { encoding: 'utf8', maxBuffer: 1e8 })
    .split('\0')
    .slice(0, -1)

it.each<[text: string, word: string | undefined]>([
  ['notes/hand-book.md:12', 'notes/hand-book.md:12'],
  ['react@19.0.1', 'react@19.0.1'],
  ['', "''"],
  ['my notes', "'my notes'"],
  ['$(touch PWNED)', "'$(touch PWNED)'"],
  ['`touch PWNED`', "'`touch PWNED`'"],
  ['a"b', `'a"b'`],
  ['%PATH%', "'%PATH%'"],
  ['$env:x', "'$env:x'"],
  ['~/notes', "'~/notes'"],
  ['@all', "'@all'"],
  ['=ls', "'=ls'"],
  ['a,b', "'a,b'"],
  ['-rf', '-rf'],
  ['虚拟列表', "'虚拟列表'"],
  ['C:\\my notes', "'C:\\my notes'"],
  ["it's; touch PWNED", `"it's; touch PWNED"`],
  // PowerShell takes typographic quotes for quotes.
  ['it\u2019s', '"it\u2019s"'],
  ["it's \u201Cit\u201D", undefined],
  [`it's "it"`, undefined],
  ["it's $x", undefined],
  ['two\nlines', undefined],
  ['a\u001B[31m', undefined],
  ['a\u200Bb', undefined],
  ['a\u202Eb', undefined],
  ['\uD800', undefined],
])('a word of %j is one to both shells, or there is none', (text, word) => {
  expect(shellWord(text)).toBe(word)
  if (word !== undefined) expect([readBySh([word]), powerShellWords(word)]).toEqual([[text], [text]])
})

const hostile = string({
  unit: oneof(
    constantFrom(
      ...'\'"`$()!\\;|&<>*?[]{}#~^%@=,- \n\t\u2018\u2019\u201C\u201D\u001B\u200B',
      '$(',
      '&&',
      '--',
      'é',
      '中',
    ),
    string({ minLength: 1, maxLength: 1, unit: 'binary' }),
  ),
  maxLength: 20,
})

describe('whatever a text holds', () => {
  const texts = sample(hostile, { numRuns: runs(4_000), seed: 1 }).filter((text) => !text.includes('\0'))
  const meant = texts.filter((text) => shellWord(text) !== undefined)
  const words = meant.map((text) => shellWord(text) ?? '')

  it('its word is that text to bash', () => expect(readBySh(words)).toEqual(meant))
  it('its word is that text to sh', () => expect(readBySh(words, 'sh')).toEqual(meant))
  it('its word is that text to PowerShell', () =>
    expect(words.map(powerShellWords)).toEqual(meant.map((text) => [text])))
  it('most have a word', () => expect(words.length).toBeGreaterThan(texts.length / 4))
  it('for a POSIX shell alone every one has a word', () => {
    const all = texts.filter((text) => text.isWellFormed())
    expect(readBySh(all.map(shellText))).toEqual(all)
  })
})

describe('a command line', () => {
  it.each<[line: string, words: readonly string[]]>([
    [commandLine`wuku index ${'a b'}`, ['wuku', 'index', 'a b']],
    [commandLine`wuku index ${'-rf'}`, ['wuku', 'index', '--', '-rf']],
    [commandLine`wuku project add ${'-a'} ${'-b'}`, ['wuku', 'project', 'add', '--', '-a', '-b']],
    [commandLine`wuku add <folder> --name ${'-rf'}`.replace('<folder>', '.'), ['wuku', 'add', '.', '--name', '-rf']],
    [commandLine`wuku add ${'-rf'} --kind ${'notes'}`, ['wuku', 'add', '<name>', '--kind', 'notes']],
    [commandLine`wuku add ${'/a\n/b'} --kind notes`, ['wuku', 'add', '<path>', '--kind', 'notes']],
    [commandLine`wuku remove ${'x;\ntouch PWNED'}`, ['wuku', 'remove', '<name>']],
  ])('%s', (line, words) => {
    expect(readBySh([line])).toEqual(words)
    expect(powerShellWords(line)).toEqual(words)
  })

  it('is one line of whole words with any names', () => {
    const names = sample(hostile, { numRuns: runs(2_000), seed: 2 })
    const lines = names.map((name, at) => commandLine`wuku remove ${name} ${names[at - 1] ?? ''}`)
    expect(lines.filter((line) => line.includes('\n') || line.includes('\u001B'))).toEqual([])
    const read = readBySh(lines.map((line) => `${line} END`))
    expect(read.filter((word) => word === 'END').length).toBeGreaterThanOrEqual(lines.length)
    expect(lines.map((line) => powerShellWords(line).filter((word) => word !== '--').length)).toEqual(
      lines.map((_, at) => 4 - Number(names[at] === '--') - Number(names[at - 1] === '--')),
    )
  })
})
