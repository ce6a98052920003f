import { describe, expect, it } from 'vitest'
import { openPads, type Answer } from '../pads-house.ts'

const text = '# 標題\nintro\n## Two\n```\n# no heading\n```\n### Three\ntext'

async function outline(content: string, given: Answer = {}) {
  const house = openPads()
  const pad = await house.addPad((await house.addWorkflow()).id, content)
  const answer = await house.call('get-scratchpad-outline', { id: pad.id, ...given })
  return { pad, answer }
}

describe('get-scratchpad-outline', () => {
  it('names the headings and their lines', async () => {
    const { pad, answer } = await outline(text)
    expect(answer).toEqual({
      outline: {
        id: pad.id,
        workflow_id: pad.workflow,
        title: 'Tides',
        headers: [
          { level: 1, text: '標題', line: 1 },
          { level: 2, text: 'Two', line: 3 },
          { level: 3, text: 'Three', line: 7 },
        ],
        total_headers: 3,
        max_depth_found: 3,
      },
      message: 'Found 3 headers with line numbers in scratchpad "Tides"',
    })
  })

  it.each<[says: string, content: string, given: Answer, expected: Answer]>([
    ['up to a depth', text, { max_depth: 2 }, { outline: { total_headers: 2, max_depth_found: 2 } }],
    ['of nothing', '', {}, { outline: { headers: [], total_headers: 0, max_depth_found: 0 } }],
    [
      'says nothing of line numbers when they are not wanted',
      text,
      { include_line_numbers: false },
      { message: 'Found 3 headers in scratchpad "Tides"' },
    ],
    [
      'with what follows',
      text,
      { include_content_preview: true },
      {
        outline: {
          headers: [{ content_preview: 'intro ```' }, { content_preview: '``` ```' }, { content_preview: 'text' }],
        },
      },
    ],
    [
      'says how many it leaves out',
      '# a\n'.repeat(302),
      {},
      {
        outline: { total_headers: 302 },
        message:
          'Found 302 headers with line numbers in scratchpad "Tides"; the last 2 are left out: set a lower max_depth to see further',
      },
    ],
  ])('%s', async (_says, content, given, expected) =>
    expect((await outline(content, given)).answer).toMatchObject(expected),
  )

  it('refuses an id of nothing, and a depth that there is not', async () => {
    const house = openPads()
    expect(await house.refusal('get-scratchpad-outline', { id: 'none' })).toMatchObject({
      code: 'not-found',
      message: 'Scratchpad not found: none',
    })
    expect(await house.refusal('get-scratchpad-outline', { id: 'none', max_depth: 7 })).toMatchObject({
      code: 'bad-input',
    })
  })
})
