import { describe, expect, it } from 'vitest'
import { openPads, type Answer } from '../pads-house.ts'

const five = 'Line 1\nLine 2\nLine 3\nLine 4\nLine 5'
const sections = '# 計劃\n\n## Todo\n\n- 一\n\n## Done\n\n- two'

describe('update-scratchpad', () => {
  type Row = readonly [says: string, before: string, given: Answer, after: string, details: Answer, message: string]
  it.each<Row>([
    [
      'replaces all',
      five,
      { mode: 'replace', content: 'new\n潮汐' },
      'new\n潮汐',
      { mode: 'replace', lines_affected: 2, size_change_bytes: -24, previous_size_bytes: 34 },
      'Replaced entire content of scratchpad "Tides" (2 lines affected, 10 bytes).',
    ],
    [
      'inserts',
      five,
      { operation: 'insert_at_line', text: 'new', line: 3 },
      'Line 1\nLine 2\nnew\nLine 3\nLine 4\nLine 5',
      { mode: 'insert_at_line', lines_affected: 1, size_change_bytes: 4, previous_size_bytes: 34, insertion_point: 3 },
      'Inserted content at line 3 in scratchpad "Tides" (1 lines added, 38 bytes).',
    ],
    [
      'replaces lines',
      five,
      { mode: 'replace_lines', content: 'a\nb', start_line: 2, end_line: 4 },
      'Line 1\na\nb\nLine 5',
      {
        mode: 'replace_lines',
        lines_affected: 2,
        size_change_bytes: -17,
        previous_size_bytes: 34,
        replaced_range: { start_line: 2, end_line: 4 },
      },
      'Replaced lines 2-4 in scratchpad "Tides" (2 lines affected, 17 bytes).',
    ],
    [
      'appends to a section',
      sections,
      { mode: 'append_section', section: '## Todo', content: '- 三' },
      '# 計劃\n\n## Todo\n\n- 一\n\n- 三\n## Done\n\n- two',
      { mode: 'append_section', lines_affected: 1, size_change_bytes: 6, previous_size_bytes: 40, insertion_point: 7 },
      'Appended content to section "## Todo" at line 7 in scratchpad "Tides" (1 lines added, 46 bytes).',
    ],
  ])('%s', async (...[_says, before, given, after, details, message]) => {
    const house = openPads()
    const pad = await house.addPad((await house.addWorkflow()).id, before)
    expect(await house.call('update-scratchpad', { id: pad.id, ...given })).toEqual({
      scratchpad: expect.objectContaining({
        id: pad.id,
        content: after,
        size_bytes: Buffer.byteLength(after),
        version: 2,
      }),
      message,
      operation_details: details,
    })
    expect((await house.pad(pad.id))?.content).toBe(after)
  })
})

describe('the text in the answer of update-scratchpad', () => {
  const long = '潮'.repeat(3_000)
  it.each<[says: string, given: Answer, scratchpad: Answer, message: string]>([
    [
      'is bounded',
      {},
      {
        content: `${'潮'.repeat(1_945)}… (1,055 more characters; pass max_content_chars: 3000)`,
        content_truncated: true,
        original_size: 9_000,
      },
      'Content control: cut to 2000 of 3000 chars',
    ],
    ['is whole when asked for', { include_content: true }, { content: long }, '9000 bytes).'],
    ['is not there when not wanted', { include_content: false }, { content: '' }, 'Content not included in response'],
  ])('%s', async (_says, given, scratchpad, message) => {
    const house = openPads()
    const pad = await house.addPad((await house.addWorkflow()).id, 'one')
    expect(
      await house.call('update-scratchpad', { id: pad.id, mode: 'replace', content: long, ...given }),
    ).toMatchObject({
      scratchpad,
      message: expect.stringContaining(message),
    })
  })

  it('keeps a secret, and says that no search finds it', async () => {
    const house = openPads()
    const pad = await house.addPad((await house.addWorkflow()).id, 'one')
    const given = { id: pad.id, mode: 'insert_at_line', line_number: 1, content: 'AKIAFAKEFAKEFAKE7EXA' }
    expect(await house.call('update-scratchpad', given)).toMatchObject({
      scratchpad: { content: 'AKIAFAKEFAKEFAKE7EXA\none' },
      message: expect.stringContaining('in it, kept as written and left out of search'),
    })
  })
})

describe('update-scratchpad refuses, and changes nothing', () => {
  it.each<[says: string, given: Answer, code: string, said: string]>([
    ['an id of nothing', { id: 'none' }, 'not-found', 'Scratchpad not found: none'],
    ['no mode', { mode: undefined }, 'bad-input', '"mode" is missing'],
    ['an unknown mode', { mode: 'prepend' }, 'bad-input', 'mode'],
    ['no line', { mode: 'insert_at_line' }, 'bad-input', 'line_number is required for mode insert_at_line'],
    ['line 0', { mode: 'insert_at_line', line_number: 0 }, 'bad-input', 'line_number'],
    [
      'a range backwards',
      { mode: 'replace_lines', start_line: 5, end_line: 3 },
      'bad-input',
      'start_line must be <= end_line',
    ],
    ['no marker', { mode: 'append_section' }, 'bad-input', 'section_marker is required for mode append_section'],
    ['a marker that is nowhere', { mode: 'append_section', section_marker: '## X' }, 'not-found', 'marker "## X"'],
    [
      'one byte too many',
      { content: 'x'.repeat(1_048_577) },
      'too-large',
      'would have 1048577 bytes; the limit is 1048576',
    ],
    ['a version that is over', { expected_version: 9 }, 'stale', 'It is at version 1, not 9'],
  ])('%s', async (_says, given, code, said) => {
    const house = openPads()
    const pad = await house.addPad((await house.addWorkflow()).id, five)
    const error = await house.refusal('update-scratchpad', { id: pad.id, mode: 'replace', content: 'new', ...given })
    expect(error).toMatchObject({ code, message: expect.stringContaining(said) })
    expect(await house.pad(pad.id)).toEqual(pad)
  })

  it('a workflow that was closed', async () => {
    const house = openPads()
    const workflow = await house.addWorkflow({ isActive: false })
    const pad = await house.addPad(workflow.id, 'one')
    expect(await house.refusal('update-scratchpad', { id: pad.id, mode: 'replace', content: '' })).toMatchObject({
      code: 'inactive',
      message: `Cannot update scratchpad: workflow is not active: ${workflow.id}`,
    })
  })
})
