import type { Ownership } from '@wuku/core/core-types'
import type { Pad, PadFacts, PadVersion, PadView, Workflow, WorkflowsRequest } from '@wuku/core/ports/pads'
import { countAllHits } from './pads-hits.ts'
import { byBytes, pageOf } from './pages.ts'
import { newestFirst, padsIn, type KeptPad, type KeptVersion, type KeptWorkflow, type PadsState } from './pads-state.ts'

/** `holdingOf`: who holds the source of a workflow. */
export function createPadView(state: PadsState, holdingOf: HoldingOf = () => undefined): PadView {
  const workflows = [...state.workflows.values()].toSorted(newestFirst)
  const pads = [...state.pads.values()].toSorted(newestFirst)
  const show = (workflow: KeptWorkflow): Workflow => toWorkflow(workflow, padsIn(state, workflow.id).length, holdingOf)
  return {
    workflow: async (id) => workflows.filter((workflow) => workflow.id === id).map(show)[0],
    workflows: async (request) => pageOf(workflows.filter(admits(request)).map(show), request),
    workflowsNumbered: async (numbers) => workflows.filter(({ number }) => numbers.includes(number)).map(show),
    pads: async (workflow) => pads.filter((pad) => pad.workflow === workflow).map(toFacts),
    everyPad: async () => pads.map(toFacts),
    padFacts: async (id) => pads.filter((pad) => pad.id === id).map(toFacts)[0],
    pad: async (id) => pads.filter((pad) => pad.id === id).map(toPad)[0],
    placed: async (ids) =>
      ids.flatMap((id) => {
        const pad = state.pads.get(id)
        const workflow = pad && state.workflows.get(pad.workflow)
        return pad && workflow ? [{ pad: toPad(pad), workflow: show(workflow) }] : []
      }),
    idsFrom: async (prefix, limit) => idsFrom([...workflows, ...pads], prefix, limit),
    history: async (pad, request) => pageOf(state.pads.get(pad)?.versions.toReversed().map(toVersion) ?? [], request),
    stateAt: async (pad, version) => {
      const kept = state.pads.get(pad)?.versions.find((one) => one.version === version)
      return kept && { ...kept.state }
    },
    hits: async (probe) => countAllHits(state, probe),
  }
}

export type HoldingOf = (workflow: KeptWorkflow) => Ownership | undefined

export function toWorkflow(kept: KeptWorkflow, pads: number, holdingOf: HoldingOf): Workflow {
  const { touched: _touched, ...workflow } = kept
  const holding = holdingOf(kept)
  return { ...workflow, ...(holding && { ownership: holding }), pads }
}

export const toPad = (pad: KeptPad): Pad => ({ ...toFacts(pad), content: pad.content })

function toFacts({ id, workflow, slot, title, content, createdAt, updatedAt, version }: KeptPad): PadFacts {
  return { id, workflow, slot, title, bytes: Buffer.byteLength(content), createdAt, updatedAt, version }
}

const toVersion = ({ state: { title, content }, ...version }: KeptVersion): PadVersion => ({
  ...version,
  title,
  bytes: Buffer.byteLength(content),
})

const admits =
  ({ scope, isActive }: WorkflowsRequest) =>
  (workflow: KeptWorkflow): boolean =>
    (scope === undefined || workflow.scope === scope) && (isActive === undefined || workflow.isActive === isActive)

const idsFrom = (items: readonly { readonly id: string }[], prefix: string, limit: number): string[] =>
  [...new Set(items.map(({ id }) => id))]
    .filter((id) => id.startsWith(prefix))
    .toSorted(byBytes)
    .slice(0, limit)
