import { everything } from '@wuku/core/ports/access'
import type { PadChange, PadDraft, PadView, WorkflowChange, WorkflowDraft } from '@wuku/core/ports/pads'
import type { Store } from '@wuku/core/ports/store'

/** As a test says them; what it does not say is of no matter to it. */
export type WorkflowSample = Partial<WorkflowDraft> & { readonly id: string }
export type PadSample = Partial<PadDraft> & { readonly id: string; readonly workflow: string }

export const workflowOf = ({ createdAt = 1_000, ...sample }: WorkflowSample): WorkflowDraft => ({
  name: sample.id,
  description: null,
  scope: null,
  isActive: true,
  createdAt,
  updatedAt: createdAt,
  ...sample,
})

export const padOf = ({ createdAt = 1_000, ...sample }: PadSample): PadDraft => ({
  title: sample.id,
  content: '',
  createdAt,
  updatedAt: createdAt,
  by: 'tester',
  how: 'create-scratchpad',
  ...sample,
})

export const changeOf = (change: Partial<PadChange>): PadChange => ({
  at: 2_000,
  by: 'tester',
  how: 'update-scratchpad',
  ...change,
})

/** In one write each, as operations do. */
export const padWriter = (store: Store) => ({
  workflow: (sample: WorkflowSample) =>
    store.write('all', async ({ pads }) => void (await pads.addWorkflow(workflowOf(sample)))),
  changeWorkflow: (id: string, change: Partial<WorkflowChange>) =>
    store.write('all', async ({ pads }) => void (await pads.changeWorkflow(id, { at: 2_000, ...change }))),
  pad: (sample: PadSample) => store.write('all', async ({ pads }) => void (await pads.addPad(padOf(sample)))),
  change: (id: string, change: Partial<PadChange>) =>
    store.write('all', async ({ pads }) => void (await pads.changePad(id, changeOf(change)))),
  ask: <T>(question: (view: PadView) => Promise<T>) => store.read(everything, ({ pads }) => question(pads)),
})
