import { describe, expect, it } from 'vitest'
import { BLOCK_SEPARATOR } from '../../src/pad-lines.ts'
import { openPads, type Answer } from '../pads-house.ts'

async function ask(content: string, given: Answer = {}) {
  const house = openPads()
  const pad = await house.addPad((await house.addWorkflow()).id, content)
  return { pad, house, answer: await house.call('get-scratchpad', { id: pad.id, ...given }) }
}

const ten = Array.from({ length: 10 }, (_, at) => `line ${at + 1}`).join('\n')
const blocks = `one${BLOCK_SEPARATOR}二\nthree${BLOCK_SEPARATOR}last`

describe('get-scratchpad', () => {
  type Row = readonly [says: string, content: string, given: Answer, scratchpad: Answer, message: string]
  it.each<Row>([
    ['whole', '潮汐\r\n', {}, { content: '潮汐\r\n', size_bytes: 8 }, '(8 bytes total)'],
    ['empty', '', {}, { content: '', size_bytes: 0 }, '(0 bytes total)'],
    [
      'some lines, with their size and a citation of them',
      ten,
      { line_range: { start: 3, end: 4 } },
      { content: 'line 3\nline 4', size_bytes: 13, citation: 'wuku://pads/workflows/pad-1#L3-L4' },
      '(70 bytes total) - Range: Lines 3-4',
    ],
    ['lines as an edit names them', ten, { start_line: 9, end_line: 9 }, { content: 'line 9' }, '- Range: Lines 9-9'],
    ['lines to the end', ten, { line_range: { start: 10 } }, { content: 'line 10' }, '- Range: Lines 10-10'],
    [
      'lines beyond the end',
      ten,
      { lines: { start: 15 } },
      { content: '', size_bytes: 0, citation: 'wuku://pads/workflows/pad-1' },
      '- Range: Lines 15-15 (beyond the end: it has 10 lines)',
    ],
    [
      'lines around one',
      ten,
      { line_context: { line: 5 } },
      { content: 'line 3\nline 4\nline 5\nline 6\nline 7' },
      'Lines 3-7',
    ],
    [
      'a block',
      blocks,
      { line_context: { line: 6, before: 9, include_block: true } },
      { content: '二\nthree', citation: 'wuku://pads/workflows/pad-1#L5-L6' },
      'Block containing line 6',
    ],
    [
      'cut, and how to see the rest',
      '潮'.repeat(3_000),
      {},
      {
        content: `${'潮'.repeat(1_945)}… (1,055 more characters; pass max_content_chars: 3000)`,
        content_truncated: true,
        original_size: 9_000,
        size_bytes: 9_000,
      },
      'Content control: cut to 2000 of 3000 chars - for more use get-scratchpad with line_range',
    ],
    [
      'cut though content is asked for',
      'x'.repeat(3_000),
      { include_content: true },
      { content_truncated: true },
      'cut to 2000',
    ],
    [
      'more than the default',
      'x'.repeat(3_000),
      { max_content_chars: 5_000 },
      { content: 'x'.repeat(3_000) },
      'total)',
    ],
    [
      'less than the default',
      ten,
      { max_content_chars: 14 },
      { content: 'line 1\nline 2…', content_truncated: true, original_size: 70 },
      'cut to 14 of 70 chars',
    ],
    [
      'some lines, cut',
      ten,
      { line_range: { start: 9 }, max_content_chars: 10 },
      { content: 'line 9\nli…', size_bytes: 14, original_size: 14 },
      'Range: Lines 9-10 - Content control: cut to 10 of 14 chars',
    ],
    [
      'a preview',
      'word '.repeat(500),
      { preview_mode: true },
      { content: `${'word '.repeat(99).trim()}...`, preview_summary: `${'word '.repeat(99).trim()}...` },
      'cut to 500 of 2500 chars',
    ],
    ['none of it', ten, { include_content: false }, { content: '', size_bytes: 70 }, 'total)'],
    [
      'none of it, whatever the cap says',
      ten,
      { include_content: false, max_content_chars: 20 },
      { content: '', parameter_warning: expect.stringContaining('max_content_chars (20)') },
      'WARNING: Parameter conflict',
    ],
  ])('%s', async (...[_says, content, given, scratchpad, message]) => {
    const { pad, answer } = await ask(content, given)
    const known = JSON.parse(JSON.stringify(scratchpad).replaceAll('pad-1', pad.id)) as Answer
    expect(answer).toMatchObject({
      scratchpad: scratchpad['parameter_warning'] === undefined ? known : scratchpad,
      message: expect.stringContaining(message),
    })
  })

  it('is all of it: nothing is said to be missing', async () => {
    const { pad, answer } = await ask('one')
    expect(answer).toEqual({
      scratchpad: {
        id: pad.id,
        workflow_id: pad.workflow,
        title: 'Tides',
        created_at: new Date(pad.createdAt).toISOString(),
        updated_at: new Date(pad.updatedAt).toISOString(),
        size_bytes: 3,
        version: 1,
        citation: `wuku://pads/workflows/${pad.id}`,
        content: 'one',
      },
      message: 'Retrieved scratchpad "Tides" (3 bytes total)',
    })
  })

  it('get-scratchpad of an unknown id is not an error', async () => {
    const { house } = await ask('one')
    for (const more of [{}, { line_range: { start: 1, end: 3 } }])
      expect(await house.call('get-scratchpad', { id: 'none', ...more })).toEqual({
        scratchpad: null,
        message: 'Scratchpad not found: none',
      })
  })

  it('reads what was closed', async () => {
    const house = openPads()
    const pad = await house.addPad((await house.addWorkflow({ isActive: false })).id, 'one')
    expect(await house.call('get-scratchpad', { scratchpadId: pad.id })).toMatchObject({
      scratchpad: { content: 'one' },
    })
  })
})

it.each<[given: Answer, said: string]>([
  [{ line_range: { start: 1, end: 3 }, line_context: { line: 2 } }, 'Only one range parameter can be specified'],
  [{ line_range: { start: 5, end: 3 } }, 'line_range.end must be >= line_range.start'],
  [{ line_range: { start: 0 } }, 'line_range.start'],
  [{ line_range: { start: 1.5 } }, 'line_range.start'],
  [{ line_range: { end: 1 } }, 'line_range.start'],
  [{ line_context: { line: 11 } }, 'line_context.line must be between 1 and 10'],
  [{ line_context: { line: 0 } }, 'line_context.line'],
  [{ line_context: { line: 2, before: -1 } }, 'line_context.before'],
  [{ max_content_chars: 9 }, 'max_content_chars'],
])('get-scratchpad refuses: %j', async (given, said) => {
  const { pad, house } = await ask(ten)
  const error = await house.refusal('get-scratchpad', { id: pad.id, ...given })
  expect(error).toMatchObject({ code: 'bad-input', message: expect.stringContaining(said) })
})
