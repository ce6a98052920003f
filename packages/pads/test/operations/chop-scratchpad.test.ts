import { describe, expect, it } from 'vitest'
import { BLOCK_SEPARATOR } from '../../src/pad-lines.ts'
import { openPads, type Answer } from '../pads-house.ts'

const blocks = `one${BLOCK_SEPARATOR}二${BLOCK_SEPARATOR}three`

describe('chop-scratchpad', () => {
  type Row = readonly [says: string, before: string, given: Answer, after: string, lines: number, message: string]
  it.each<Row>([
    ['a line', '1\n2\n三', {}, '1\n2', 1, 'Chopped 1 line(s) from scratchpad "Tides" (3 → 2 lines) (3 bytes)'],
    ['lines', '1\n2\n3', { lines: 2 }, '1', 2, 'Chopped 2 line(s)'],
    [
      'more than there is',
      '1\n2',
      { lines: 9 },
      '',
      2,
      'Chopped 2 line(s) from scratchpad "Tides" (2 → 0 lines) (0 bytes)',
    ],
    ['a line and its separator', blocks, {}, `one${BLOCK_SEPARATOR}二`, 4, 'with the rest of a block separator'],
    [
      'a block',
      blocks,
      { blocks: 1 },
      `one${BLOCK_SEPARATOR}二`,
      4,
      'Chopped 1 block(s) from scratchpad "Tides" (3 → 2 blocks',
    ],
    ['blocks before lines', blocks, { blocks: 2, lines: 1 }, 'one', 8, '(3 → 1 blocks, 8 lines removed)'],
  ])('%s', async (...[_says, before, given, after, lines, message]) => {
    const house = openPads()
    const pad = await house.addPad((await house.addWorkflow()).id, before)
    const answer = await house.call<{ scratchpad: Answer }>('chop-scratchpad', { id: pad.id, ...given })
    expect(answer).toMatchObject({
      scratchpad: { id: pad.id, size_bytes: Buffer.byteLength(after), version: 2 },
      message: expect.stringContaining(message),
      chopped_lines: lines,
    })
    expect(answer.scratchpad).not.toHaveProperty('content')
    expect((await house.pad(pad.id))?.content).toBe(after)
  })

  it('leaves an empty one alone', async () => {
    const house = openPads()
    const pad = await house.addPad((await house.addWorkflow()).id, '')
    expect(await house.call('chop-scratchpad', { id: pad.id })).toMatchObject({
      scratchpad: { version: 1 },
      message: 'No lines to chop from empty scratchpad "Tides" (0 bytes)',
      chopped_lines: 0,
    })
  })

  it('counts as a change of the workflow', async () => {
    const house = openPads()
    const workflow = await house.addWorkflow()
    const pad = await house.addPad(workflow.id, 'one\ntwo')
    await house.call('chop-scratchpad', { id: pad.id })
    const [after, now] = await house.engine.read(async (view) => [
      await view.pads.workflow(workflow.id),
      await view.pads.pad(pad.id),
    ])
    expect(now?.updatedAt).toBeGreaterThan(pad.updatedAt)
    expect(after?.updatedAt).toBe(now?.updatedAt)
  })

  it('is found no longer', async () => {
    const house = openPads()
    const pad = await house.addPad((await house.addWorkflow()).id, 'harbour\nlighthouse')
    await house.call('chop-scratchpad', { id: pad.id })
    const found = async (query: string) =>
      (await house.engine.search.find({ query, limit: 5, of: 'documents' })).hits.length
    expect([await found('harbour'), await found('lighthouse')]).toEqual([1, 0])
  })
})

describe('chop-scratchpad refuses', () => {
  it.each<[says: string, given: Answer, code: string, said: string]>([
    ['an id of nothing', { id: 'none' }, 'not-found', 'Scratchpad not found: none'],
    ['a version that is over', { expected_version: 3 }, 'stale', 'It is at version 1, not 3'],
    ['no lines', { lines: 0 }, 'bad-input', 'lines'],
    ['half a block', { blocks: 1.5 }, 'bad-input', 'blocks'],
  ])('%s', async (_says, given, code, said) => {
    const house = openPads()
    const pad = await house.addPad((await house.addWorkflow()).id, 'one\ntwo')
    const error = await house.refusal('chop-scratchpad', { id: pad.id, ...given })
    expect(error).toMatchObject({ code, message: expect.stringContaining(said) })
    expect(await house.pad(pad.id)).toEqual(pad)
  })

  it('a workflow that was closed', async () => {
    const house = openPads()
    const workflow = await house.addWorkflow({ isActive: false })
    const pad = await house.addPad(workflow.id, 'one')
    expect(await house.refusal('chop-scratchpad', { id: pad.id })).toMatchObject({
      code: 'inactive',
      message: `Cannot chop scratchpad: workflow is not active: ${workflow.id}`,
    })
  })
})
