import { describe, expect, it } from 'vitest'
import { notesReader } from '../src/note-reader.ts'
import { timed, whySlow } from '../../../test/unit/growth/how-slow.ts'

const read = (text: string, path = 'sea/tide-tables.v2.md') =>
  notesReader.parse({ path, stamp: '', modifiedAt: 0, bytes: Buffer.from(text) })
const titleOf = (text: string, path?: string) => read(text, path).items[0]?.title

describe('title of a note', () => {
  it.each([
    ['front matter', '---\ntitle: Spring tides\n---\n# Heading\n', 'Spring tides'],
    ['front matter over several lines', '---\ntitle: >-\n  Spring\n\n  tides\n---\n', 'Spring tides'],
    ['front matter of any length', `---\ntitle: ${'ebb '.repeat(9_000)}\n---\n`, 'ebb '.repeat(125)],
    ['front matter in quotes', '---\ntitle: "Ebb: the long way"\n---\n', 'Ebb: the long way'],
    ['TOML front matter', '+++\ntitle = "潮汐"\ndate = 2024-01-02\n+++\ntext', '潮汐'],
    ['front matter that is broken elsewhere', '---\ntitle: Ebb\ntags: [a\n---\n# Heading', 'Ebb'],
    ['a title that breaks it', '---\ntitle: Ebb: the long way\n---\n# Heading', 'Ebb: the long way'],
    ['a title that is broken itself', '---\ntitle: [Ebb\n---\n# Heading', 'Heading'],
    ['an empty title in front matter', '---\ntitle:\n---\n# Heading', 'Heading'],
    ['a first heading', 'intro\n\n# Moon\n\n## Sun\n', 'Moon'],
    ['a second level before the first', '## Sun\n\n# Moon\n', 'Sun'],
    ['the highest levels before a third', '### Star\n\n# Moon\n', 'Moon'],
    ['a third level if there is no other', 'text\n\n### Star\n', 'Star'],
    ['an underlined heading', 'Moon and tide\n=============\n', 'Moon and tide'],
    ['a heading underlined with dashes', 'text\n\n潮汐\n----\n', '潮汐'],
    ['no heading: the file', 'just text\n', 'tide-tables.v2'],
    ['an empty heading: the next', '#\n\n# Moon\n', 'Moon'],
    ['a mark and Windows line ends', '\uFEFF# Moon\r\n\r\ntext\r\n', 'Moon'],
    ['a rule at the top: no front matter', '---\nThe sea was calm.\n\n# Moon\n---\n', 'Moon'],
    ['a heading after a fence', '```sh\n# comment\n```\n# Moon\n', 'Moon'],
    ['a heading after a fence in an item', '- ```sh\n  # comment\n  ```\n\n# Moon\n', 'Moon'],
    ['a heading after a comment', '<!--\n# draft\n-->\n# Moon\n', 'Moon'],
    ['a heading after <pre>', '<pre>\n# shell\n\n# shell\n</pre>\n# Moon\n', 'Moon'],
    ['indented code is no heading', '    # code\n\n# Moon\n', 'Moon'],
    ['a hashtag is no heading', '#tide #moon\n\n# Moon\n', 'Moon'],
    ['a rule below a list is no heading', '- item\n---\n# Moon\n', 'Moon'],
    ['a row of a table is no heading', '| a |\n----\n# Moon\n', 'Moon'],
  ])('%s', (_, text, title) => expect(titleOf(text)).toBe(title))

  it.each([
    ['# Moon #', 'Moon'],
    ['# C#', 'C#'],
    ['# Moon {#moon}', 'Moon'],
    ['# Moon { #moon }', 'Moon'],
    ['# 计算属性 {#computed-properties}', '计算属性'],
    ['# The **full** _moon_ and ~~sun~~', 'The full moon and sun'],
    ['# snake_case_name and 2*3', 'snake_case_name and 23'],
    ['# `snake_case` of `Array<T>`', 'snake_case of Array<T>'],
    ['# [Moon](https://moon.example/a_(b)) and [sun][1]', 'Moon and sun'],
    ['# ![logo](a.png) Moon', 'logo Moon'],
    ['# [![badge](a.png)](https://x.example) Moon', 'badge Moon'],
    ['# [[tides/moon|Moon]] and [[sun]]', 'Moon and sun'],
    ['# <a name="moon"></a>Moon <sup>new</sup>', 'Moon new'],
    ['# \\<template v-for\\> \\*', '<template v-for> *'],
  ])('%s is read as %s', (line, title) => expect(titleOf(`${line}\n`)).toBe(title))

  it('the title of a text file is its name', () => expect(titleOf('# Moon\n', 'sea/log.txt')).toBe('log'))
  it('the title of a dotfile is its name', () => expect(titleOf('', 'sea/.md')).toBe('.md'))
})

describe('parse', () => {
  it('keeps tags, date and aliases as they are written', () => {
    const text =
      '---\ntags: [sea, 潮汐]\ndate: 2024-01-02\naliases:\n  - ebb\n  - flow\nversion: 1.10\nauthor: {name: x}\n---\n'
    expect(read(text).items[0]?.meta).toEqual({ tags: ['sea', '潮汐'], date: '2024-01-02', aliases: ['ebb', 'flow'] })
  })

  it('takes a note with broken front matter, and says so', () => {
    const { items, problems } = read('---\ntitle: Ebb: flow\n---\ntext\n')
    expect(items).toHaveLength(1)
    expect(items[0]?.title).toBe('Ebb: flow')
    expect(problems).toEqual([
      {
        path: 'sea/tide-tables.v2.md',
        said: expect.stringContaining('not valid YAML'),
        remedy: expect.stringContaining('Correct'),
      },
    ])
  })

  it('refuses what is not text, and says so', () => {
    const { items, problems } = notesReader.parse({
      path: 'a.md',
      stamp: '',
      modifiedAt: 0,
      bytes: Uint8Array.of(1, 0, 0, 2),
    })
    expect(items).toEqual([])
    expect(problems).toHaveLength(1)
  })

  it('is not held up by blank lines between two rules', () => {
    const time = timed((size) => read(`---\n${'\n'.repeat(size)}x\n---\n`))
    expect(whySlow(time, 50_000)).toBeUndefined()
  })

  it('is not held up by a bomb of aliases', () => {
    const bomb = [
      'a: &a [x, x, x, x, x, x, x, x, x]',
      ...[...'bcdefghi'].map((name, at) => `${name}: &${name} [${`*${'abcdefgh'[at]},`.repeat(9)}]`),
    ]
    // Written out it has as many items as no memory holds.
    expect(read(`---\n${bomb.join('\n')}\ntags: *i\n---\ntext\n`).items).toHaveLength(1)
  })
})
