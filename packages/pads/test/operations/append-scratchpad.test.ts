import { describe, expect, it } from 'vitest'
import { BLOCK_SEPARATOR } from '../../src/pad-lines.ts'
import { openPads } from '../pads-house.ts'

describe('append-scratchpad', () => {
  it.each<[says: string, before: string, added: string, after: string]>([
    ['behind a separator', 'one', 'two', `one${BLOCK_SEPARATOR}two`],
    ['exactly as it is', 'one\n', '\n二\r\n', `one\n${BLOCK_SEPARATOR}\n二\r\n`],
    ['alone in an empty one', '', '🚀', '🚀'],
    ['alone in a blank one', ' \n\n', 'two', 'two'],
  ])('%s', async (_says, before, added, after) => {
    const house = openPads()
    const pad = await house.addPad((await house.addWorkflow()).id, before)
    const bytes = Buffer.byteLength(after) - (before.trim() === '' ? 0 : Buffer.byteLength(before))
    expect(await house.call('append-scratchpad', { id: pad.id, content: added })).toMatchObject({
      scratchpad: { id: pad.id, content: '', size_bytes: Buffer.byteLength(after), version: 2 },
      message: `Appended ${bytes} bytes to scratchpad "Tides" (total: ${Buffer.byteLength(after)} bytes).`,
      appended_bytes: bytes,
    })
    expect((await house.pad(pad.id))?.content).toBe(after)
  })

  it('answers with the whole text when asked', async () => {
    const house = openPads()
    const pad = await house.addPad((await house.addWorkflow()).id, 'x'.repeat(5_000))
    expect(await house.call('append-scratchpad', { padId: pad.id, text: 'two', include_content: true })).toMatchObject({
      scratchpad: { content: `${'x'.repeat(5_000)}${BLOCK_SEPARATOR}two` },
    })
  })

  it('is found at once, and what was there still is', async () => {
    const house = openPads()
    const pad = await house.addPad((await house.addWorkflow()).id, 'The harbour runs dry.')
    await house.call('append-scratchpad', { id: pad.id, content: '月亮牵引海水。' })
    for (const query of ['harbour', '月亮', '海水'])
      expect(
        (await house.engine.search.find({ query, limit: 5, of: 'documents' })).hits.map((hit) => hit.document.path),
      ).toEqual([pad.id])
  })

  it('loses none of many at a time', async () => {
    const house = openPads()
    const pad = await house.addPad((await house.addWorkflow()).id, 'first')
    const blocks = Array.from({ length: 40 }, (_, at) => `block ${at}`)
    await Promise.all(blocks.map((content) => house.call('append-scratchpad', { id: pad.id, content })))
    const written = (await house.pad(pad.id))?.content.split(BLOCK_SEPARATOR) ?? []
    expect(written[0]).toBe('first')
    expect(written.slice(1).toSorted()).toEqual(blocks.toSorted())
  })
})

describe('append-scratchpad to a workflow', () => {
  it.each<[says: string, titles: readonly string[], chosen: string]>([
    ['with one scratchpad', ['only'], 'only'],
    ['with one that is its context', ['plan', 'Working CONTEXT', 'log'], 'Working CONTEXT'],
    ['with two of them: the newest', ['context 1', 'context 2', 'log'], 'context 2'],
  ])('%s', async (_says, titles, chosen) => {
    const house = openPads()
    const { id } = await house.addWorkflow()
    for (const title of titles) await house.addPad(id, 'one', title)
    expect(await house.call('append-scratchpad', { workflow_id: id, content: 'two' })).toMatchObject({
      scratchpad: { title: chosen, version: 2 },
    })
  })

  it('without any says what to do', async () => {
    const house = openPads()
    const { id } = await house.addWorkflow({ name: '空' })
    expect(await house.refusal('append-scratchpad', { id, content: 'two' })).toMatchObject({
      code: 'not-found',
      message: `No scratchpads found in workflow "空" (${id}). Create a scratchpad first.`,
      remedy: expect.stringContaining('create-scratchpad'),
    })
  })

  it('with several names them', async () => {
    const house = openPads()
    const { id } = await house.addWorkflow()
    const titles = Array.from({ length: 25 }, (_, at) => `pad ${at} ${'長'.repeat(200)}`)
    for (const title of titles) await house.addPad(id, 'one', title)
    const { code, message } = await house.refusal('append-scratchpad', { id, content: 'two' })
    expect(code).toBe('ambiguous')
    expect(message).toContain(
      `Multiple scratchpads found in workflow "Harbour" (${id}). Please specify the scratchpad ID:`,
    )
    expect(message).toMatch(/\n- "pad 24 長+…" \(pad-\d+\)\n/)
    expect(message).toMatch(/\n- and 5 more$/)
    expect(message.length).toBeLessThan(3_500)
  })
})

describe('append-scratchpad refuses', () => {
  it.each<[says: string, given: object, code: string, said: string]>([
    ['an id of nothing', { id: 'none' }, 'not-found', 'Neither scratchpad nor workflow found with ID: none'],
    ['nothing', { content: '' }, 'bad-input', 'content is empty or blank'],
    ['blanks', { content: ' \n\u3000' }, 'bad-input', 'content is empty or blank'],
    [
      'more than there is room for',
      { content: 'x'.repeat(40) },
      'too-large',
      'would have 72 bytes; the limit is 50 bytes',
    ],
    ['on top of what is not there', { expected_version: 2 }, 'stale', 'not 2: there is no such version yet'],
  ])('%s', async (_says, given, code, said) => {
    const house = openPads({ padBytes: 50 })
    const pad = await house.addPad((await house.addWorkflow()).id, 'one')
    const error = await house.refusal('append-scratchpad', { id: pad.id, content: 'two', ...given })
    expect(error).toMatchObject({ code, message: expect.stringContaining(said) })
    expect(await house.pad(pad.id)).toEqual(pad)
  })

  it('a workflow that was closed', async () => {
    const house = openPads()
    const workflow = await house.addWorkflow({ isActive: false })
    const pad = await house.addPad(workflow.id, 'one')
    expect(await house.refusal('append-scratchpad', { id: pad.id, content: 'two' })).toMatchObject({
      code: 'inactive',
      message: `Cannot append to scratchpad: workflow is not active: ${workflow.id}`,
    })
  })
})
