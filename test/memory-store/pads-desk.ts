import {
  maxSlots,
  type PadChange,
  type PadTransaction,
  type PadDraft,
  type PadState,
  type PadView,
  type WorkflowChange,
  type WorkflowDraft,
} from '@wuku/core/ports/pads'
import { checkTexts, demand } from './checks.ts'
import { padsIn, requirePad, requireWorkflow, type KeptPad, type KeptWorkflow, type PadsState } from './pads-state.ts'
import { createPadView, toPad, toWorkflow, type HoldingOf } from './pads-view.ts'

/** Works on what `now` answers, and hands every next state to `become`. */
export function createPadTransaction(
  now: () => PadsState,
  become: (next: PadsState) => void,
  holdingOf: HoldingOf = () => undefined,
): PadTransaction {
  const workflow = (id: string) => toWorkflow(requireWorkflow(now(), id), padsIn(now(), id).length, holdingOf)
  return {
    ...viewOf(now, holdingOf),
    addWorkflow: async (draft) => {
      become(addWorkflow(now(), draft))
      return workflow(draft.id)
    },
    changeWorkflow: async (id, change) => {
      become(changeWorkflow(now(), id, change))
      return workflow(id)
    },
    removeWorkflow: async (id) => become(removeWorkflow(now(), id)),
    addPad: async (draft) => {
      become(addPad(now(), draft))
      return toPad(requirePad(now(), draft.id))
    },
    changePad: async (id, change) => {
      become(changePad(now(), id, change))
      return toPad(requirePad(now(), id))
    },
    removePad: async (id) => become(removePad(now(), id)),
    pruneHistory: async (pad, kept) => become(pruneHistory(now(), pad, kept)),
  }
}

/** Every question is asked of the state at that moment. */
const viewOf = (now: () => PadsState, holdingOf: HoldingOf): PadView =>
  Object.fromEntries(
    Object.keys(createPadView(now(), holdingOf)).map((name) => [
      name,
      (...given: never[]) =>
        (createPadView(now(), holdingOf)[name as keyof PadView] as (...asked: never[]) => unknown)(...given),
    ]),
  ) as unknown as PadView

function addWorkflow(state: PadsState, draft: WorkflowDraft): PadsState {
  const { id, name, description, scope, isActive, createdAt, updatedAt, source } = draft
  demand(id !== '' && !state.workflows.has(id), `the id "${id}" of a workflow is taken`)
  checkTexts(id, name, description ?? '', scope ?? '')
  const known = { id, name, description, scope, isActive, createdAt, updatedAt, ...(source && { source }) }
  return withWorkflow(
    { ...state, nextWorkflow: state.nextWorkflow + 1 },
    { ...known, number: state.nextWorkflow, version: 1, touched: state.touches },
  )
}

function changeWorkflow(state: PadsState, id: string, change: WorkflowChange): PadsState {
  const before = requireWorkflow(state, id)
  const { name = before.name, description = before.description, scope = before.scope } = change
  checkTexts(name, description ?? '', scope ?? '')
  const said = { name, description, scope, isActive: change.isActive ?? before.isActive }
  return touch(withWorkflow(state, { ...before, ...said, version: before.version + 1 }), id, change.at)
}

function removeWorkflow(state: PadsState, id: string): PadsState {
  requireWorkflow(state, id)
  return {
    ...state,
    workflows: without(state.workflows, id),
    pads: new Map([...state.pads].filter(([, { workflow }]) => workflow !== id)),
  }
}

function addPad(state: PadsState, draft: PadDraft): PadsState {
  const { id, workflow, title, content, createdAt, updatedAt, by, how } = draft
  demand(id !== '' && !state.pads.has(id), `the id "${id}" of a scratchpad is taken`)
  requireWorkflow(state, workflow)
  checkTexts(id, title, content)
  const versions = [{ version: 1, at: updatedAt, by, how, restores: null, state: { content, title, workflow } }]
  const slot = freeSlot(state, workflow)
  const pad = { id, workflow, slot, title, content, createdAt, updatedAt, version: 1, versions, touched: state.touches }
  return touch(withPad(state, pad), workflow, updatedAt)
}

function changePad(state: PadsState, id: string, change: PadChange): PadsState {
  const before = requirePad(state, id)
  const { at, by, how, restores = null, title = before.title, content = before.content } = change
  const workflow = change.workflow ?? before.workflow
  requireWorkflow(state, workflow)
  checkTexts(title, content)
  const version = before.version + 1
  const said: PadState = { content, title, workflow }
  const next = withPad(state, {
    ...before,
    ...said,
    slot: workflow === before.workflow ? before.slot : freeSlot(state, workflow),
    updatedAt: Math.max(before.updatedAt, at),
    version,
    versions: [...before.versions, { version, at, by, how, restores, state: said }],
    touched: state.touches,
  })
  // The workflow that it leaves is written to first, so that the one it goes to is the newer of the two.
  return touch(workflow === before.workflow ? next : touch(next, before.workflow, at), workflow, at)
}

function removePad(state: PadsState, id: string): PadsState {
  requirePad(state, id)
  return { ...state, pads: without(state.pads, id) }
}

function pruneHistory(state: PadsState, id: string, kept: number): PadsState {
  demand(Number.isInteger(kept) && kept >= 1, `${kept} versions are to be kept`)
  const pad = requirePad(state, id)
  return { ...state, pads: new Map([...state.pads, [id, { ...pad, versions: pad.versions.slice(-kept) }]]) }
}

const withWorkflow = (state: PadsState, workflow: KeptWorkflow): PadsState => ({
  ...state,
  workflows: new Map([...state.workflows, [workflow.id, workflow]]),
  touches: state.touches + 1,
})

const withPad = (state: PadsState, pad: KeptPad): PadsState => ({
  ...state,
  pads: new Map([...state.pads, [pad.id, pad]]),
  touches: state.touches + 1,
})

/** Time never runs backwards for what was written to. */
function touch(state: PadsState, id: string, at: number): PadsState {
  const workflow = requireWorkflow(state, id)
  demand(Number.isFinite(at), `${at} is no time`)
  return withWorkflow(state, { ...workflow, updatedAt: Math.max(workflow.updatedAt, at), touched: state.touches })
}

function freeSlot(state: PadsState, workflow: string): number {
  const taken = new Set(padsIn(state, workflow).map(({ slot }) => slot))
  let slot = 1
  while (taken.has(slot)) slot++
  demand(slot <= maxSlots, `a workflow has room for ${maxSlots} scratchpads`)
  return slot
}

const without = <T>(map: ReadonlyMap<string, T>, id: string): ReadonlyMap<string, T> =>
  new Map([...map].filter(([key]) => key !== id))
