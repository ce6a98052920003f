import type { PadFacts, PadState, PadVersion, Workflow } from '@wuku/core/ports/pads'
import { demand } from './checks.ts'

/** Workflows, pads and their versions at one moment; never changed in place. */
export interface PadsState {
  readonly workflows: ReadonlyMap<string, KeptWorkflow>
  readonly pads: ReadonlyMap<string, KeptPad>
  readonly nextWorkflow: number
  /** How many writes to workflows and pads there were: what was written to later has the higher one. */
  readonly touches: number
}

export interface KeptWorkflow extends Omit<Workflow, 'pads'> {
  readonly touched: number
}

export interface KeptPad extends Omit<PadFacts, 'bytes'> {
  readonly content: string
  readonly touched: number
  /** Oldest first. */
  readonly versions: readonly KeptVersion[]
}

/** Whole, not as a way back. */
export interface KeptVersion extends Omit<PadVersion, 'bytes' | 'title'> {
  readonly state: PadState
}

export const emptyPads: PadsState = { workflows: new Map(), pads: new Map(), nextWorkflow: 1, touches: 0 }

export function requireWorkflow({ workflows }: PadsState, id: string): KeptWorkflow {
  const workflow = workflows.get(id)
  demand(workflow !== undefined, `there is no workflow "${id}"`)
  return workflow
}

export function requirePad({ pads }: PadsState, id: string): KeptPad {
  const pad = pads.get(id)
  demand(pad !== undefined, `there is no scratchpad "${id}"`)
  return pad
}

export const padsIn = ({ pads }: PadsState, workflow: string): KeptPad[] =>
  [...pads.values()].filter((pad) => pad.workflow === workflow)

interface Dated {
  readonly updatedAt: number
  readonly touched: number
}

export const newestFirst = (a: Dated, b: Dated): number => b.updatedAt - a.updatedAt || b.touched - a.touched
