import { describe, expect, it } from 'vitest'
import { everything } from '@wuku/core/ports/access'
import { openMemory } from '../../memory-store/open.ts'
import { runningTwice } from '../../memory-store/twice.ts'
import { workflowOf } from '../../contract/pad-samples.ts'

describe('writes to a store in memory', () => {
  it('of different scopes overlap, and the later one is run again on what the other wrote', async () => {
    const store = openMemory()
    const { promise: opened, resolve: open } = Promise.withResolvers<void>()
    const seen: number[] = []
    const slow = store.write({ workflow: 'slow' }, async ({ pads }) => {
      seen.push((await pads.workflows({ limit: 9, offset: 0 })).total)
      await opened
      await pads.addWorkflow(workflowOf({ id: 'slow' }))
    })
    await store.write({ workflow: 'fast' }, ({ pads }) => pads.addWorkflow(workflowOf({ id: 'fast' })))
    open()
    await slow
    expect(seen).toEqual([0, 1])
  })

  it('that are run twice have one effect', async () => {
    const store = runningTwice(openMemory())
    let runs = 0
    await store.write('all', async ({ pads }) => {
      runs++
      await pads.addWorkflow(workflowOf({ id: 'one' }))
    })
    expect(runs).toBe(2)
    expect((await store.read(everything, ({ pads }) => pads.workflows({ limit: 9, offset: 0 }))).total).toBe(1)
  })
})
