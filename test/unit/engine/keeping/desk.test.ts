import { describe, expect, it } from 'vitest'
import type { PadChange, WorkflowChange } from '../../../../src/ports/pads.ts'
import { openPads } from '../../kinds/pads/pads-house.ts'

async function openDesk() {
  const house = openPads()
  const workflow = await house.addWorkflow({ name: 'Harbour', description: null })
  const pad = await house.addPad(workflow.id, 'ebb')
  return { ...house, workflow, pad }
}

const signed = { at: 9, by: 'test', how: 'test' }

describe('a write that changes nothing', () => {
  const pads: readonly [says: string, change: Partial<PadChange>, version: number][] = [
    ['says nothing', {}, 1],
    ['says the same text', { content: 'ebb' }, 1],
    ['says the same title and workflow', { title: 'Tides', workflow: undefined }, 1],
    ['says another text', { content: 'flow' }, 2],
    ['brings a version back', { content: 'ebb', restores: 1 }, 2],
  ]
  it.each(pads)('to a scratchpad that %s', async (_says, change, version) => {
    const { engine, pad } = await openDesk()
    await engine.write('all', (desk) =>
      desk.pads.changePad(pad.id, { ...change, ...signed, ...(change.title && { title: pad.title }) }),
    )
    expect(await engine.read((view) => view.pads.padFacts(pad.id))).toMatchObject({ version })
    expect((await engine.read((view) => view.pads.history(pad.id, { limit: 9, offset: 0 }))).total).toBe(version)
  })

  const workflows: readonly [says: string, change: Partial<WorkflowChange>, version: number][] = [
    ['says the same name', { name: 'Harbour', description: null }, 1],
    ['says the same state', { isActive: true }, 1],
    ['says another state', { isActive: false }, 2],
  ]
  it.each(workflows)('to a workflow that %s', async (_says, change, version) => {
    const { engine, workflow } = await openDesk()
    await engine.write('all', (desk) => desk.pads.changeWorkflow(workflow.id, { ...change, at: 9 }))
    expect(await engine.read((view) => view.pads.workflow(workflow.id))).toMatchObject({ version })
  })
})
