import { describe, expect, it } from 'vitest'
import type { PadChange, WorkflowChange } from '@wuku/core/ports/pads'
import { openPads } from '../../../pads/test/pads-house.ts'
import type { PadRevision } from '../../src/base/parts/engine-stores.ts'

async function createPadWriter() {
  const house = openPads()
  const workflow = await house.addWorkflow({ name: 'Harbour', description: null })
  const pad = await house.addPad(workflow.id, 'ebb')
  return { ...house, workflow, pad }
}

const signed = { at: 9, by: 'test', how: 'test' }

describe('a write that changes nothing', () => {
  it.each<[says: string, change: Partial<PadChange>, version: number]>([
    ['says nothing', {}, 1],
    ['says the same text', { content: 'ebb' }, 1],
    ['says the same title and workflow', { title: 'Tides', workflow: undefined }, 1],
    ['says another text', { content: 'flow' }, 2],
    ['brings a version back', { content: 'ebb', restores: 1 }, 2],
  ])('to a scratchpad that %s', async (_says, change, version) => {
    const { engine, pad } = await createPadWriter()
    await engine.pads.write('all', (transaction) =>
      transaction.pads.changePad(pad.id, { ...change, ...signed, ...(change.title && { title: pad.title }) }),
    )
    expect(await engine.read((view) => view.pads.padFacts(pad.id))).toMatchObject({ version })
    expect((await engine.read((view) => view.pads.history(pad.id, { limit: 9, offset: 0 }))).total).toBe(version)
  })

  it.each<[says: string, change: Partial<WorkflowChange>, version: number]>([
    ['says the same name', { name: 'Harbour', description: null }, 1],
    ['says the same state', { isActive: true }, 1],
    ['says another state', { isActive: false }, 2],
  ])('to a workflow that %s', async (_says, change, version) => {
    const { engine, workflow } = await createPadWriter()
    await engine.pads.write('all', (transaction) => transaction.pads.changeWorkflow(workflow.id, { ...change, at: 9 }))
    expect(await engine.read((view) => view.pads.workflow(workflow.id))).toMatchObject({ version })
  })
})

describe('a change that was prepared while somebody else wrote', () => {
  type Fixture = Awaited<ReturnType<typeof createPadWriter>>
  const append = (engine: Fixture['engine'], find: PadRevision['find'], text: string) =>
    engine.pads.change({ find, decide: ({ pad }) => ({ content: `${pad.content} ${text}`, ...signed }) })
  /** Somebody writes between the look and the write. */
  const appendAfter = ({ engine, pad }: Fixture, meanwhile: () => Promise<unknown>, times = 1) => {
    let looks = 0
    return append(
      engine,
      async (pads) => {
        const [placed] = await pads.placed([pad.id])
        if (looks++ < times) await meanwhile()
        return placed ?? Promise.reject(new Error('It is gone.'))
      },
      'flow',
    )
  }

  it.each<[says: string, meanwhile: (fixture: Fixture) => Promise<unknown>, content: string]>([
    ['elsewhere', ({ addWorkflow }) => addWorkflow(), 'ebb flow'],
    [
      'to the same pad',
      ({ engine, pad }) =>
        append(engine, async (pads) => (await pads.placed([pad.id]))[0] ?? Promise.reject(), 'slack'),
      'ebb slack flow',
    ],
    [
      'a new name of its workflow',
      ({ engine, workflow }) =>
        engine.pads.write('all', ({ pads }) => pads.changeWorkflow(workflow.id, { name: 'Quay', at: 9 })),
      'ebb flow',
    ],
    [
      'to move it',
      async ({ engine, pad, addWorkflow }) => {
        const other = await addWorkflow({ name: 'Quay' })
        await engine.pads.write('all', ({ pads }) => pads.changePad(pad.id, { workflow: other.id, ...signed }))
      },
      'ebb flow',
    ],
  ])('%s', async (_says, meanwhile, content) => {
    const fixture = await createPadWriter()
    const { before, after } = await appendAfter(fixture, () => meanwhile(fixture))
    expect(after.content).toBe(content)
    expect(`${before.content} flow`).toBe(content)
    const indexed = await fixture.engine.read(async (view) => {
      const [document] = await view.documents.list()
      const [placed] = await view.pads.placed([fixture.pad.id])
      return {
        placed,
        stamp: document?.stamp,
        text: document && (await view.documents.bodies([document.id])).get(document.id),
      }
    })
    expect(indexed.placed?.pad).toEqual(after)
    expect(indexed.stamp).toBe(`${after.version}:${indexed.placed?.workflow.name}`)
    expect(indexed.text).toContain(content)
  })

  it('a change is prepared again each time its pad was written meanwhile, and looks within its write in the end', async () => {
    const fixture = await createPadWriter()
    const { engine, pad } = fixture
    const faster = () => append(engine, async (pads) => (await pads.placed([pad.id]))[0] ?? Promise.reject(), 'slack')
    const { after } = await appendAfter(fixture, faster, 3)
    expect(after.content).toBe('ebb slack slack slack flow')
  })

  it('a change fails when its pad was deleted while it was prepared', async () => {
    const fixture = await createPadWriter()
    const { engine, pad } = fixture
    const deleted = appendAfter(fixture, () => engine.pads.write('all', ({ pads }) => pads.removePad(pad.id)))
    await expect(deleted).rejects.toThrow('It is gone.')
    expect(await engine.read((view) => view.documents.list())).toEqual([])
  })
})
