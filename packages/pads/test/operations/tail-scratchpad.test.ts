import { describe, expect, it } from 'vitest'
import { BLOCK_SEPARATOR } from '../../src/pad-lines.ts'
import { openPads, type Answer } from '../pads-house.ts'

const ten = Array.from({ length: 10 }, (_, at) => `line ${at + 1}`).join('\n')
const blocks = `one${BLOCK_SEPARATOR}二\nthree${BLOCK_SEPARATOR}last`

describe('tail-scratchpad', () => {
  type Row = readonly [says: string, content: string, given: Answer, scratchpad: Answer, message: string]
  it.each<Row>([
    [
      'fifty lines',
      `${'x\n'.repeat(70)}end`,
      {},
      {
        content: `${'x\n'.repeat(49)}end`,
        is_tail_content: true,
        tail_lines: 50,
        tail_chars: 101,
        total_lines: 71,
        size_bytes: 143,
      },
      'Retrieved tail from scratchpad "Tides" (last 50 lines (default)) - 50/71 lines, 101 chars - use full_content=true',
    ],
    ['all of a short one', ten, {}, { content: ten, tail_lines: 10, total_lines: 10 }, '10/10 lines, 70 chars'],
    [
      'lines',
      ten,
      { tail_size: { lines: 2 } },
      { content: 'line 9\nline 10', tail_lines: 2, tail_chars: 14 },
      'last 2 lines',
    ],
    ['lines as a chop takes them', ten, { lines: 1 }, { content: 'line 10' }, 'last 1 lines'],
    [
      'characters',
      'ab😀cd',
      { tail_size: { chars: 3 } },
      { content: '😀cd', tail_lines: 1, tail_chars: 4 },
      'last 3 chars',
    ],
    [
      'blocks',
      blocks,
      { tail_size: { blocks: 2 } },
      { content: `二\nthree${BLOCK_SEPARATOR}last`, tail_lines: 6 },
      'last 2 block(s)',
    ],
    [
      'everything, whatever the size says',
      '潮'.repeat(30_000),
      { full_content: true, tail_size: { lines: 1 } },
      { content: '潮'.repeat(30_000), is_tail_content: false, tail_chars: 30_000 },
      'Retrieved scratchpad "Tides" (full content) - 1/1 lines, 30000 chars',
    ],
    [
      'no more than a default may have',
      '潮'.repeat(30_000),
      {},
      { content: '潮'.repeat(20_000), size_bytes: 90_000 },
      'of which the last 20000 chars (default)) - 1/1 lines, 20000 chars - use full_content=true',
    ],
    [
      'numbers only',
      ten,
      { include_content: false },
      { content: '', tail_lines: 10, tail_chars: 70 },
      'Content excluded',
    ],
    [
      'of nothing',
      '',
      { tail_size: { blocks: 1 } },
      { content: '', tail_lines: 1, total_lines: 1, tail_chars: 0 },
      'last 1 block(s)',
    ],
  ])('%s', async (...[_says, content, given, scratchpad, message]) => {
    const house = openPads()
    const pad = await house.addPad((await house.addWorkflow()).id, content)
    expect(await house.call('tail-scratchpad', { id: pad.id, ...given })).toMatchObject({
      scratchpad: { id: pad.id, version: 1, ...scratchpad },
      message: expect.stringContaining(message),
    })
  })

  it('tail-scratchpad of an unknown id is not an error', async () =>
    expect(await openPads().call('tail-scratchpad', { id: 'none' })).toEqual({
      scratchpad: null,
      message: 'Scratchpad not found: none',
    }))

  it.each([[{}], [{ lines: 1, blocks: 1 }], [{ chars: 0 }], [{ lines: 1.5 }]])('refuses the size %j', async (size) => {
    const house = openPads()
    const pad = await house.addPad((await house.addWorkflow()).id, ten)
    expect(await house.refusal('tail-scratchpad', { id: pad.id, tail_size: size })).toMatchObject({ code: 'bad-input' })
  })
})
