import { describe, expect, it } from 'vitest'
import { tr, trCount, speaking } from '../src/message.ts'
import { createTranslator } from '../src/translator.ts'
import { valuesIn, readTemplate } from '../src/template.ts'

const translate = createTranslator({
  texts: {
    'There is no source called "{0}".': '没有名为“{0}”的来源。',
    'Did you mean "{0}"?': '是不是“{0}”？',
    '{0}See: {1}': '{0*}参见：{1}',
    '{0} in {1}': '{0*}，位于 {1}',
    '"{0}" needs {1}.': '“{0}”需要{1*}。',
    'a number': '一个数字',
    'Nothing was changed.': '没有改动任何内容。',
    'Reading {0}': '正在读取 {0}',
    'not matched by {0}': '不符合 {0}',
    '{0} not matched by {1}': '{0} 个不符合 {1}',
    '{0} is damaged: {1}.': '{0} 已损坏：{1}。',
    'It is damaged: it cannot be unpacked.': '它已损坏：无法解压。',
    '{0} more are not shown.': '另有 {0} 条未显示。',
    'Nearest to {0}:{1}': '最接近 {0} 的：{1*}',
  },
  nouns: { document: '个文档', library: '个文档库' },
})

const check = (text: string, expected: string) => expect(translate(text)).toBe(expected)

describe('a text of the program', () => {
  it('is told with its values', () => check('There is no source called "a.b".', '没有名为“a.b”的来源。'))
  it('keeps a value that looks like a text of ours', () =>
    check('There is no source called "Nothing was changed.".', '没有名为“Nothing was changed.”的来源。'))
  it('tells words of ours within it', () => check('"add" needs a number.', '“add”需要一个数字。'))
  it('puts a blank between Chinese and Latin', () => check('"add" needs <folder>.', '“add”需要 <folder>。'))
  it('tells sentences that were put together', () =>
    check('Did you mean "add"? See: wuku help', '是不是“add”？参见：wuku help'))
  it('tells one behind the other', () =>
    check('There is no source called "x". Nothing was changed.', '没有名为“x”的来源。没有改动任何内容。'))
  it('tells a number that begins a sentence', () =>
    check('Did you mean "a"? 2 more are not shown.', '是不是“a”？另有 2 条未显示。'))
  it('tells a number behind a colon', () =>
    check('Nearest to x: 2 more are not shown.', '最接近 x 的：另有 2 条未显示。'))
  it('counted nouns are translated', () => check('1,204 documents in /a', '1,204 个文档，位于 /a'))
  it('counts nouns that end in y', () => check('2 libraries', '2 个文档库'))
  it('stays as it is where the catalogue lacks it', () => check('Tides are high.', 'Tides are high.'))
  it('is left alone where it is very long', () =>
    check(`Reading ${'x'.repeat(20_000)}`, `Reading ${'x'.repeat(20_000)}`))
})

describe('values of a template', () => {
  const rows: readonly [template: string, text: string, values: readonly string[] | undefined][] = [
    ['a {0} b {1}', 'a x b y', ['x', 'y']],
    ['a {1} b {0}', 'a x b y', ['y', 'x']],
    ['{0} ends', 'it ends ends', ['it ends']],
    ['a {0}', 'b x', undefined],
    ['{0}: {1}', 'a: b: c', ['a', 'b: c']],
    ['aba{0}ba', 'aba', undefined],
    ['a {0} b {1} c', 'a b c', undefined],
  ]
  it.each(rows)('of %s in %s', (template, text, values) =>
    expect(valuesIn(text, readTemplate(template))).toEqual(values),
  )
})

it('a page is in the language of its reader while it is made, and English afterwards', () => {
  const page = (): string => `${tr('Nothing was changed.')} ${trCount(2, 'library')}`
  expect(speaking(translate, page)).toBe('没有改动任何内容。 2 个文档库')
  expect(page()).toBe('Nothing was changed. 2 libraries')
})
