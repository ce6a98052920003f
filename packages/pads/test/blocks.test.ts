import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { BLOCK_SEPARATOR, blocksOf, withoutHalfSeparator } from '../src/pad-lines.ts'

const RULE = '\n\n---\n'
const HALF = BLOCK_SEPARATOR.slice(0, -1)
const check = (text: string, expected: readonly string[]) =>
  expect(blocksOf(text).map(({ start, end }) => text.slice(start, end))).toEqual(expected)

describe('blocks', () => {
  it.each<[says: string, text: string, expected: readonly string[]]>([
    ['none of nothing', '', []],
    ['one of blanks', '   ', ['   ']],
    ['one without a separator', 'one\ntwo', ['one\ntwo']],
    ['at separators', `one${BLOCK_SEPARATOR}two${BLOCK_SEPARATOR}three`, ['one', 'two', 'three']],
    ['at the rules of earlier versions', `one${RULE}two${RULE}three`, ['one', 'two', 'three']],
    ['at both', `one${RULE}two${BLOCK_SEPARATOR}three`, ['one', 'two', 'three']],
    ['an empty one before the first', `${RULE}one`, ['', 'one']],
    ['an empty one behind the last', `one${BLOCK_SEPARATOR}`, ['one', '']],
    ['empty ones between', `one${RULE}${BLOCK_SEPARATOR}${RULE}two`, ['one', '', '', 'two']],
    ['what was appended behind a rule', `one\n\n---${BLOCK_SEPARATOR}two`, ['one\n\n---', 'two']],
    ['what was appended behind half a separator', `one${HALF}${BLOCK_SEPARATOR}two`, ['one', HALF.slice(6), 'two']],
    ['what was appended behind an empty block', `one${RULE}${BLOCK_SEPARATOR}two`, ['one', '', 'two']],
    ['no rule of two signs, none behind a line', 'one\n\n--\ntwo\n---\nthree', ['one\n\n--\ntwo\n---\nthree']],
    ['Chinese and emoji', `中文內容${BLOCK_SEPARATOR}🚀👨‍👩‍👧${RULE}末`, ['中文內容', '🚀👨‍👩‍👧', '末']],
    ['CRLF within, none between', `a\r\n\r\n---\r\nb${BLOCK_SEPARATOR}c\r\n`, ['a\r\n\r\n---\r\nb', 'c\r\n']],
  ])('%s', (_says, text, expected) => check(text, expected))

  it('an append is one more, whatever was there', () =>
    fc.assert(
      fc.property(textsOf('\n', '---', '<!--- block start --->', BLOCK_SEPARATOR, RULE, 'a'), plain, (text, added) => {
        fc.pre(text.trim() !== '' && added !== '')
        const start = text.length + BLOCK_SEPARATOR.length
        expect(blocksOf(text + BLOCK_SEPARATOR + added)).toEqual([
          ...blocksOf(text),
          { start, end: start + added.length },
        ])
      }),
    ))
})

const textsOf = (...parts: readonly string[]) =>
  fc.array(fc.constantFrom(...parts), { maxLength: 12 }).map((chosen) => chosen.join(''))
const plain = textsOf('a', '潮汐', '\n', '\r\n', ' ', '# b')

describe('half a separator at the end', () => {
  it.each<[text: string, expected: string]>([
    ['one\n\n---\n<!--- block start --->', 'one'],
    ['one\n\n---', 'one'],
    ['\n\n---', ''],
    ['one\n\n---\n\n---\n<!--- block start --->\n\n---', 'one'],
    ['one\n\n---\n<!--- block start --->\n', 'one\n\n---\n<!--- block start --->\n'],
    ['one\n\n---\n', 'one\n\n---\n'],
    ['one\n---', 'one\n---'],
    ['one\n\n', 'one\n\n'],
    ['\n', '\n'],
    ['', ''],
  ])('%j', (text, expected) => expect(withoutHalfSeparator(text)).toBe(expected))

  it('a megabyte of them', () => expect(withoutHalfSeparator('\n\n---'.repeat(200_000))).toBe(''))
})
