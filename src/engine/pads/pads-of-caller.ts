import { WukuError } from '../../core/errors.ts'
import { localHolding, type Holding } from '../../core/words.ts'
import { isViewer, isVisible } from '../../ports/access.ts'
import type { Workflow } from '../../ports/pads.ts'
import type { Readable } from '../../ports/store.ts'
import { isDataOwner, userOf } from '../access.ts'
import type { PadDesk, PadLooks } from '../parts/kept.ts'
import type { EngineCaller } from '../ports.ts'
import { demandRight, type Asker, type Right } from '../rights.ts'
import { holdsPads, isSharedPadSource, PAD_SOURCE } from './pad-source.ts'
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
      const sight = await sightOf(caller, seen)
      return write(scope, ({ pads: desk }) => work({ pads: deskFor(desk, { caller, sight }) }), options)
    },
    change: async ({ find, decide }) => {
      const sight = await sightOf(caller, seen)
      return change({
        find: (looks) => find(looksFor(looks, sight)),
        decide: (placed) => {
          demand('write', placed.workflow, caller)
          return decide(placed)
        },
      })
    },
  }
}

/** Says whether a caller sees a workflow. */
type PadSight = (workflow: Pick<Workflow, 'source' | 'holding'>) => boolean

/** For a user each workflow says it itself. A caller with a list of sources has no pads when none of these holds any. */
async function sightOf({ sees }: EngineCaller, seen: Readable): Promise<PadSight> {
  if (sees === 'all') return () => true
  if (isViewer(sees)) return (workflow) => isVisible(holdingOf(workflow), sees)
  const sources = (await seen.read((view) => view.sources.list())).filter(holdsPads)
  if (sources.length === 0) throw padsAreOthers()
  return ({ source }) => sources.some((each) => (source ? each.id === source : isSharedPadSource(each)))
}

export const holdingOf = ({ holding }: Pick<Workflow, 'holding'>): Holding => holding ?? localHolding(PAD_SOURCE.kind)

function demand(right: Right, workflow: Pick<Workflow, 'id' | 'holding'>, caller: Asker): void {
  demandRight(right, caller, { holding: holdingOf(workflow), what: `the workflow ${workflow.id}` })
}

/** The same looks, as if what the caller does not see were not there. */
function looksFor(pads: PadLooks, sight: PadSight): PadLooks {
  const workflow = async (id: string): Promise<Workflow | undefined> => {
    const known = await pads.workflow(id)
    return known && sight(known) ? known : undefined
  }
  const padFacts: PadLooks['padFacts'] = async (id) => {
    const known = await pads.padFacts(id)
    return known && (await workflow(known.workflow)) ? known : undefined
  }
  return {
    workflow,
    padFacts,
    pads: async (id) => ((await workflow(id)) ? pads.pads(id) : []),
    pad: async (id) => ((await padFacts(id)) ? pads.pad(id) : undefined),
    placed: async (ids) => (await pads.placed(ids)).filter((each) => sight(each.workflow)),
    history: async (id, request) => ((await padFacts(id)) ? pads.history(id, request) : { items: [], total: 0 }),
    stateAt: async (id, version) => ((await padFacts(id)) ? pads.stateAt(id, version) : undefined),
  }
}

interface DeskOwner {
  readonly caller: EngineCaller
  readonly sight: PadSight
}

/** A writer adds pads to a workflow and changes them; its owner alone takes away a pad, or all of it. */
function deskFor(pads: PadDesk, { caller, sight }: DeskOwner): PadDesk {
  const looks = looksFor(pads, sight)
  const demandIn = async (right: Right, id: string): Promise<void> => {
    const workflow = await looks.workflow(id)
    // Without one, the write itself refuses.
    if (workflow) demand(right, workflow, caller)
  }
  const demandFor = async (right: Right, pad: string): Promise<void> => {
    const known = await looks.padFacts(pad)
    if (known) await demandIn(right, known.workflow)
  }
  return {
    ...looks,
    addWorkflow: (draft) => pads.addWorkflow(draft, userOf(caller)),
    changeWorkflow: async (id, change) => {
      await demandIn('manage', id)
      return pads.changeWorkflow(id, change)
    },
    removeWorkflow: async (id) => {
      await demandIn('manage', id)
      return pads.removeWorkflow(id)
    },
    addPad: async (draft) => {
      await demandIn('write', draft.workflow)
      return pads.addPad(draft)
    },
    changePad: async (id, change) => {
      const before = await looks.padFacts(id)
      const isMoved = change.workflow !== undefined && change.workflow !== before?.workflow
      await demandFor(isMoved ? 'manage' : 'write', id)
      if (isMoved) await demandIn('write', change.workflow ?? '')
      return pads.changePad(id, change)
    },
    removePad: async (id) => {
      await demandFor('manage', id)
      return pads.removePad(id)
    },
    pruneHistory: async (id, kept) => {
      await demandFor('manage', id)
      return pads.pruneHistory(id, kept)
    },
  }
}

const padsAreOthers = (): WukuError =>
  new WukuError('not-found', 'You have no scratchpads here.', 'Ask the operator of this server to share them with you.')
