import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { capped, controlContent, previewOf, type ControlledContent, type ContentOptions } from '../src/control.ts'

const defaults = { cap: 40, preview: 20 }
const check = (content: string, wanted: ContentOptions, expected: ControlledContent) =>
  expect(controlContent(content, wanted, defaults)).toEqual(expected)

const cutTo = (cap: number, content: string): string =>
  `cut to ${cap} of ${content.length} chars - for more use get-scratchpad with line_range or a higher ` +
  'max_content_chars, or tail-scratchpad with full_content=true'

const long = 'the tide comes in and the tide goes out twice a day'
const chinese = '潮汐每天涨落两次，月亮牵引海水，水手在港口等待涨潮，然后出海捕鱼，直到月落。'

it.each<[says: string, content: string, wanted: ContentOptions, expected: ControlledContent]>([
  ['a short one whole', 'short', {}, { content: 'short' }],
  ['an empty one', '', {}, { content: '' }],
  ['exactly as long as the cap', 'x'.repeat(40), {}, { content: 'x'.repeat(40) }],
  [
    'one that is cut at the default',
    long,
    {},
    {
      content: 'the tide comes in and the tide goes out…',
      content_truncated: true,
      original_size: 51,
      content_control_applied: cutTo(40, long),
    },
  ],
  [
    'one that is cut as asked, in bytes',
    chinese,
    { max_content_chars: 12 },
    {
      content: '潮汐每天涨落两次，月亮…',
      content_truncated: true,
      original_size: 114,
      content_control_applied: cutTo(12, chinese),
    },
  ],
  ['a higher cap than needed', long, { max_content_chars: 1_000 }, { content: long }],
  [
    'the default holds when content is asked for',
    'x'.repeat(40),
    { include_content: true },
    { content: 'x'.repeat(40) },
  ],
  ['none', long, { include_content: false }, { content: '' }],
  ['none beats a preview', long, { include_content: false, preview_mode: true }, { content: '' }],
  [
    'none beats a cap, and says so',
    long,
    { include_content: false, max_content_chars: 10 },
    {
      content: '',
      parameter_warning: 'Parameter conflict: max_content_chars (10) is ignored because include_content=false',
    },
  ],
  [
    'a preview that is the whole',
    'short',
    { preview_mode: true },
    { content: 'short', preview_summary: 'short', content_control_applied: 'preview_mode with 20 chars' },
  ],
  [
    'a preview, up to a word',
    long,
    { preview_mode: true },
    {
      content: 'the tide comes in...',
      preview_summary: 'the tide comes in...',
      content_truncated: true,
      original_size: 51,
      content_control_applied: cutTo(20, long),
    },
  ],
  [
    'a preview of a length',
    chinese,
    { preview_mode: true, max_content_chars: 10 },
    {
      content: '潮汐每天涨落两...',
      preview_summary: '潮汐每天涨落两...',
      content_truncated: true,
      original_size: 114,
      content_control_applied: cutTo(10, chinese),
    },
  ],
])('what of a text is shown: %s', (_says, content, wanted, expected) => check(content, wanted, expected))

it.each<[length: number, cap: number, mark: string]>([
  [3_000, 2_000, '… (1,055 more characters; pass max_content_chars: 3000)'],
  [201, 200, '… (52 more characters; pass max_content_chars: 201)'],
  [500, 40, '…'],
])('the mark of a cut of %i characters at %i', (length, cap, mark) => {
  const { content } = controlContent('x'.repeat(length), { max_content_chars: cap }, defaults)
  expect([content.length, content.replace(/^x+/, '')]).toEqual([cap, mark])
})

describe('a cut', () => {
  const family = '👨‍👩‍👧‍👦'
  it.each<[says: string, text: string, cap: number, expected: string]>([
    ['leaves out an emoji that would be torn', `abcdefgh😀${'x'.repeat(20)}`, 10, 'abcdefgh…'],
    ['leaves out a family that would be torn', `a${family}${'x'.repeat(20)}`, 12, 'a…'],
    ['leaves out a flag that would be torn', `abcdefgh🇹🇼${'x'.repeat(20)}`, 12, 'abcdefgh…'],
    ['does not part CR and LF', `abcdefgh\r\n${'x'.repeat(20)}`, 10, 'abcdefgh…'],
  ])('%s', (_says, text, cap, expected) => expect(capped(text, cap)).toBe(expected))

  it('is never longer than the cap, and well formed', () =>
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), fc.integer({ min: 10, max: 80 }), (text, cap) => {
        for (const cut of [capped(text, cap), previewOf(text, cap)]) {
          expect(cut.length).toBeLessThanOrEqual(cap)
          expect(cut.isWellFormed()).toBe(true)
          expect(text.startsWith(cut.replace(/(?:…|\.\.\.)$/, ''))).toBe(true)
        }
        expect(capped(text, cap) === text).toBe(text.length <= cap)
      }),
    ))
})
