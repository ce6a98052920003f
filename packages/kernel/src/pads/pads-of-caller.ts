import { WukuError } from '@wuku/core/errors'
import { msg } from '@wuku/messages/kernel'
import { localOwnership, type Ownership } from '@wuku/core/core-types'
import { isViewer, isVisible } from '@wuku/core/ports/access'
import type { Workflow } from '@wuku/core/ports/pads'
import type { Readable } from '@wuku/core/ports/store'
import { isDataOwner, userOf } from '../base/access.ts'
import type { GuardedPads, PadReads } from '../base/parts/engine-stores.ts'
import type { EngineCaller } from '../base/ports.ts'
import { requireRight, type Asker, type Right } from '../base/rights.ts'
import { holdsPads, isSharedPadSource, PAD_SOURCE } from '../base/pad-source.ts'
import type { PadWrites } from './write-pads.ts'

/**
 * Writes see everything, so a caller who does not is handed them with the workflows that it sees alone, and with what it may
 * do to each. Its own new workflows get a source each.
 */
export function padsFor(pads: PadWrites, caller: EngineCaller, seen: Readable): PadWrites {
  if (isDataOwner(caller)) return pads
  const { write, change } = pads
  return {
    write: async (scope, work, options) => {
      const canSee = await visibilityCheck(caller, seen)
      return write(
        scope,
        ({ pads: transaction }) => work({ pads: guardPads(transaction, { caller, canSee }) }),
        options,
      )
    },
    change: async ({ find, decide }) => {
      const canSee = await visibilityCheck(caller, seen)
      return change({
        find: (visible) => find(visiblePads(visible, canSee)),
        decide: (placed) => {
          requireWorkflowRight('write', placed.workflow, caller)
          return decide(placed)
        },
      })
    },
  }
}

/** Says whether a caller sees a workflow. */
type CanSeeWorkflow = (workflow: Pick<Workflow, 'source' | 'ownership'>) => boolean

/** For a user each workflow says it itself. A caller with a list of sources has no pads when none of these holds any. */
async function visibilityCheck({ sees }: EngineCaller, seen: Readable): Promise<CanSeeWorkflow> {
  if (sees === 'all') return () => true
  if (isViewer(sees)) return (workflow) => isVisible(workflowOwnership(workflow), sees)
  const sources = (await seen.read((view) => view.sources.list())).filter(holdsPads)
  if (sources.length === 0) throw new WukuError('not-found', msg('padsAreOthers'))
  return ({ source }) => sources.some((each) => (source ? each.id === source : isSharedPadSource(each)))
}

export const workflowOwnership = ({ ownership }: Pick<Workflow, 'ownership'>): Ownership =>
  ownership ?? localOwnership(PAD_SOURCE.kind)

function requireWorkflowRight(right: Right, workflow: Pick<Workflow, 'id' | 'ownership'>, caller: Asker): void {
  requireRight(right, caller, { ownership: workflowOwnership(workflow), what: `the workflow ${workflow.id}` })
}

/** The same looks, as if what the caller does not see were not there. */
function visiblePads(pads: PadReads, canSee: CanSeeWorkflow): PadReads {
  const workflow = async (id: string): Promise<Workflow | undefined> => {
    const known = await pads.workflow(id)
    return known && canSee(known) ? known : undefined
  }
  const padFacts: PadReads['padFacts'] = async (id) => {
    const known = await pads.padFacts(id)
    return known && (await workflow(known.workflow)) ? known : undefined
  }
  return {
    workflow,
    padFacts,
    pads: async (id) => ((await workflow(id)) ? pads.pads(id) : []),
    pad: async (id) => ((await padFacts(id)) ? pads.pad(id) : undefined),
    placed: async (ids) => (await pads.placed(ids)).filter((each) => canSee(each.workflow)),
    history: async (id, request) => ((await padFacts(id)) ? pads.history(id, request) : { items: [], total: 0 }),
    stateAt: async (id, version) => ((await padFacts(id)) ? pads.stateAt(id, version) : undefined),
  }
}

/** A writer adds pads to a workflow and changes them; its owner alone takes away a pad, or all of it. */
function guardPads(
  pads: GuardedPads,
  { caller, canSee }: { readonly caller: EngineCaller; readonly canSee: CanSeeWorkflow },
): GuardedPads {
  const visible = visiblePads(pads, canSee)
  const requireInWorkflow = async (right: Right, id: string): Promise<void> => {
    const workflow = await visible.workflow(id)
    // Without one, the write itself refuses.
    if (workflow) requireWorkflowRight(right, workflow, caller)
  }
  const requireForPad = async (right: Right, pad: string): Promise<void> => {
    const known = await visible.padFacts(pad)
    if (known) await requireInWorkflow(right, known.workflow)
  }
  const managing =
    <Rest extends readonly unknown[], Result>(
      require: typeof requireForPad,
      work: (id: string, ...rest: Rest) => Promise<Result>,
    ) =>
    async (id: string, ...rest: Rest): Promise<Result> => {
      await require('manage', id)
      return work(id, ...rest)
    }
  return {
    ...visible,
    addWorkflow: (draft) => pads.addWorkflow(draft, userOf(caller)),
    changeWorkflow: managing(requireInWorkflow, pads.changeWorkflow),
    removeWorkflow: managing(requireInWorkflow, pads.removeWorkflow),
    addPad: async (draft) => {
      await requireInWorkflow('write', draft.workflow)
      return pads.addPad(draft)
    },
    changePad: async (id, change) => {
      const before = await visible.padFacts(id)
      const isMoved = change.workflow !== undefined && change.workflow !== before?.workflow
      await requireForPad(isMoved ? 'manage' : 'write', id)
      if (isMoved) await requireInWorkflow('write', change.workflow ?? '')
      return pads.changePad(id, change)
    },
    removePad: managing(requireForPad, pads.removePad),
    pruneHistory: managing(requireForPad, pads.pruneHistory),
  }
}
