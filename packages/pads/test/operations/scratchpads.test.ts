import { describe, expect, it } from 'vitest'
import type { Pad, Workflow } from '@wuku/core/ports/pads'
import { openPads, type Answer, type PadsHouse } from '../pads-house.ts'

const nobody = '00000000-0000-4000-8000-000000000000'

interface Opened {
  readonly house: PadsHouse
  readonly from: Workflow
  readonly to: Workflow
  readonly pad: Pad
}

async function open(): Promise<Opened> {
  const house = openPads({ padsPerWorkflow: 2 })
  const [from, to] = [await house.addWorkflow({ name: 'from' }), await house.addWorkflow({ name: '去处' })]
  return { house, from, to, pad: await house.addPad(from.id, 'The barge Cormorant', 'Tides') }
}

const foundIn = async (house: PadsHouse, query: string): Promise<readonly string[]> =>
  (await house.engine.search.find({ query, limit: 5, of: 'documents' })).hits.map((hit) => hit.document.title)

it('rename-scratchpad changes the title, in the index too, and nothing else', async () => {
  const { house, pad } = await open()
  const answer = await house.call('rename-scratchpad', { scratchpad_id: pad.id, name: '潮汐', expected_version: 1 })
  expect(answer).toMatchObject({
    scratchpad: { id: pad.id, title: '潮汐', version: 2, size_bytes: pad.bytes },
    message: 'Renamed scratchpad "Tides" to "潮汐"',
  })
  expect((await house.pad(pad.id))?.content).toBe(pad.content)
  expect([await foundIn(house, '潮汐'), await foundIn(house, 'cormorant'), await foundIn(house, 'tides')]).toEqual([
    ['潮汐'],
    ['潮汐'],
    [],
  ])
})

describe('move-scratchpad', () => {
  it('takes it to the other workflow', async () => {
    const { house, from, to, pad } = await open()
    expect(await house.call('move-scratchpad', { id: pad.id, to: to.id })).toMatchObject({
      scratchpad: { workflow_id: to.id, version: 2 },
      message: 'Moved scratchpad "Tides" to workflow "去处"',
    })
    expect(await house.call('list-scratchpads', { workflow_id: from.id })).toMatchObject({ total: 0 })
    expect(await house.call('list-scratchpads', { workflow_id: to.id })).toMatchObject({ total: 1 })
  })

  it('moving a scratchpad to its own workflow changes nothing', async () => {
    const { house, from, pad } = await open()
    const answer = await house.call('move-scratchpad', { id: pad.id, workflow_id: from.id })
    expect(answer).toMatchObject({ scratchpad: { version: 1 }, message: expect.stringContaining('already') })
  })

  it.each<[says: string, code: string, prepare: (opened: Opened) => Promise<unknown>]>([
    [
      'from a closed one',
      'inactive',
      ({ house, from }) => house.call('update-workflow-status', { workflow_id: from.id, is_active: false }),
    ],
    [
      'to a closed one',
      'inactive',
      ({ house, to }) => house.call('update-workflow-status', { workflow_id: to.id, is_active: false }),
    ],
    ['to one that is gone', 'not-found', ({ house, to }) => house.call('delete-workflow', { workflow_id: to.id })],
    [
      'to a full one',
      'too-many',
      async ({ house, to }) => [await house.addPad(to.id, 'a'), await house.addPad(to.id, 'b')],
    ],
  ])('%s is refused', async (_says, code, prepare) => {
    const opened = await open()
    await prepare(opened)
    const refusal = await opened.house.refusal('move-scratchpad', { id: opened.pad.id, workflow_id: opened.to.id })
    expect(refusal.code).toBe(code)
    expect(await opened.house.pad(opened.pad.id)).toEqual(opened.pad)
  })
})

it('delete-scratchpad takes it out of everything, and says what it was', async () => {
  const { house, from, pad } = await open()
  expect(await house.call('delete-scratchpad', { id: pad.id })).toMatchObject({
    deleted: { id: pad.id, title: 'Tides', size_bytes: pad.bytes },
    message: expect.stringContaining('cannot be undone'),
  })
  expect([await house.pad(pad.id), await foundIn(house, 'cormorant')]).toEqual([undefined, []])
  expect(await house.call('get-workflow', { workflow_id: from.id })).toMatchObject({
    workflow: { scratchpad_count: 0 },
  })
  expect(await house.refusal('scratchpad-history', { id: pad.id })).toMatchObject({ code: 'not-found' })
})

it.each<[tool: string, given: Answer]>([
  ['rename-scratchpad', { title: 'x' }],
  ['move-scratchpad', { workflow_id: 'workflow-2' }],
  ['delete-scratchpad', {}],
  ['undo-scratchpad', {}],
])('writes of all these tools: %s is refused where it must be', async (tool, given) => {
  const { house, from, pad } = await open()
  await house.call('rename-scratchpad', { id: pad.id, title: 'written since' })
  const before = await house.pad(pad.id)
  const stale = await house.refusal(tool, { ...given, id: pad.id, expected_version: 1 })
  expect(stale).toMatchObject({ code: 'stale', message: expect.stringContaining('version 2') })
  await house.call('update-workflow-status', { workflow_id: from.id, is_active: false })
  const closed = await house.refusal(tool, { ...given, id: pad.id })
  expect(closed).toMatchObject({
    code: 'inactive',
    message: expect.stringContaining(`workflow is not active: ${from.id}`),
  })
  expect(await house.pad(pad.id)).toEqual(before)
  expect(await house.refusal(tool, { ...given, id: nobody })).toMatchObject({ code: 'not-found' })
})
