import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { BLOCK_SEPARATOR } from '../src/pad-lines.ts'
import { chopEnd } from '../src/operations/chop-scratchpad.ts'
import { tailOf, type TailSize } from '../src/operations/tail-scratchpad.ts'

const RULE = '\n\n---\n'
const family = '👨‍👩‍👧‍👦'
const blocks = `one${RULE}two${BLOCK_SEPARATOR}three\nlines`

describe('a tail', () => {
  it.each<[says: string, text: string, size: TailSize, expected: string]>([
    ['of lines', '1\n2\n3', { lines: 2 }, '2\n3'],
    ['of more lines than there are', '1\n2', { lines: 9 }, '1\n2'],
    ['the empty line behind a break is one', '1\n2\n', { lines: 2 }, '2\n'],
    ['of CRLF lines', '一\r\n二\r\n三', { lines: 2 }, '二\r\n三'],
    ['of nothing', '', { lines: 5 }, ''],
    ['of characters', 'abcdef', { chars: 2 }, 'ef'],
    ['of more characters than there are', 'abc', { chars: 9 }, 'abc'],
    ['with an emoji whole', 'ab😀cd', { chars: 3 }, '😀cd'],
    ['with a family whole', `ab${family}`, { chars: 1 }, family],
    ['with a flag whole', 'ab🇹🇼。', { chars: 3 }, '🇹🇼。'],
    ['with CRLF whole', 'ab\r\nc', { chars: 2 }, '\r\nc'],
    ['of Chinese', '月亮牵引海水', { chars: 2 }, '海水'],
    ['of a block', blocks, { blocks: 1 }, 'three\nlines'],
    ['of blocks, as they were parted', blocks, { blocks: 2 }, `two${BLOCK_SEPARATOR}three\nlines`],
    ['of more blocks than there are', blocks, { blocks: 9 }, blocks],
    ['of an empty last block', `one${BLOCK_SEPARATOR}`, { blocks: 1 }, ''],
    ['of blocks of nothing', '', { blocks: 2 }, ''],
  ])('%s', (_says, text, size, expected) => expect(tailOf(text, size).content).toBe(expected))

  it('is fifty lines when nobody says', () => {
    const lines = Array.from({ length: 60 }, (_, at) => `line ${at}`)
    expect(tailOf(lines.join('\n'), undefined)).toEqual({
      content: lines.slice(10).join('\n'),
      said: 'last 50 lines (default)',
    })
  })

  it('is bounded when nobody says, and says so', () =>
    expect(tailOf('潮'.repeat(50_000), undefined)).toEqual({
      content: '潮'.repeat(20_000),
      said: 'last 50 lines, of which the last 20000 chars (default)',
    }))

  it.each([[{}], [{ lines: 1, chars: 1 }], [{ lines: 1, chars: 1, blocks: 1 }]])('has one size, not %j', (size) =>
    expect(() => tailOf('text', size)).toThrow('Exactly one of lines, chars, or blocks must be specified'),
  )
})

describe('a chop', () => {
  it.each<[says: string, text: string, size: Parameters<typeof chopEnd>[1], expected: string, lines: number]>([
    ['one line when nobody says', '1\n2\n3', {}, '1\n2', 1],
    ['lines', '1\n2\n3', { lines: 2 }, '1', 2],
    ['all lines', '1\n2', { lines: 2 }, '', 2],
    ['more lines than there are', '1\n2', { lines: 5 }, '', 2],
    ['the empty line behind a break', '1\n2\n', { lines: 1 }, '1\n2', 1],
    ['of breaks alone', '\n\n\n', { lines: 2 }, '\n', 2],
    ['CRLF lines', '一\r\n二\n三\r\n四', { lines: 2 }, '一\r\n二', 2],
    ['emoji', '🚀 1\n✨ 2', { lines: 1 }, '🚀 1', 1],
    ['a line and the separator that it leaves', `one${BLOCK_SEPARATOR}two`, { lines: 1 }, 'one', 4],
    ['and that it would cut', `one${BLOCK_SEPARATOR}two`, { lines: 2 }, 'one', 4],
    ['and the rule of an earlier version', `one${RULE}two`, { lines: 1 }, 'one', 3],
    ['no separator that still parts', `one${BLOCK_SEPARATOR}two\nthree`, { lines: 1 }, `one${BLOCK_SEPARATOR}two`, 1],
    ['a block', blocks, { blocks: 1 }, `one${RULE}two`, 5],
    ['blocks beat lines', blocks, { blocks: 2, lines: 1 }, 'one', 8],
    ['all blocks', blocks, { blocks: 3 }, '', 9],
    ['more blocks than there are', blocks, { blocks: 9 }, '', 9],
    ['the only block', 'one\ntwo', { blocks: 1 }, '', 2],
    ['an empty last block', `one${BLOCK_SEPARATOR}`, { blocks: 1 }, 'one', 4],
  ])('%s', (...[_says, text, size, expected, lines]) => {
    const chopped = chopEnd(text, size)
    expect([chopped.text, chopped.lines]).toEqual([expected, lines])
  })

  it('says what it did', () => {
    expect(chopEnd('1\n2\n3', {}).describe('"T"')).toBe('Chopped 1 line(s) from scratchpad "T" (3 → 2 lines)')
    expect(chopEnd(blocks, { blocks: 1 }).describe('"T"')).toBe(
      'Chopped 1 block(s) from scratchpad "T" (3 → 2 blocks, 5 lines removed)',
    )
  })

  const texts = fc
    .array(fc.constantFrom('\n', 'a', BLOCK_SEPARATOR, RULE, '---', '\n<!--- block start --->', '潮'), {
      maxLength: 12,
    })
    .map((parts) => parts.join(''))

  it('leaves a beginning of the text without half a separator, and as many lines less as it says', () =>
    fc.assert(
      fc.property(texts, fc.integer({ min: 1, max: 8 }), (text, lines) => {
        const { text: rest, lines: gone } = chopEnd(text, { lines })
        expect(text.startsWith(rest)).toBe(true)
        expect(/\n\n---(\n<!--- block start --->)?$/.test(rest)).toBe(false)
        const before = text.split('\n').length
        const kept = rest.split('\n').length
        expect(gone === before || gone === before - kept).toBe(true)
        expect(gone).toBeGreaterThanOrEqual(Math.min(lines, before))
      }),
    ))
})
