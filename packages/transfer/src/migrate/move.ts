import { cancelled } from '@wuku/core/errors'
import type { MovingOrigin, MovingTarget } from '../rows/moving.ts'

export interface Move {
  readonly origin: MovingOrigin
  readonly target: MovingTarget
  /** The place of the old store, for people; another one is refused. */
  readonly from: string
  readonly signal: AbortSignal
  progress(step: MoveStep): void
}

export interface MoveStep {
  readonly label: string
  readonly done: number
  /** 0: nobody counted. */
  readonly total: number
}

export const readState = <State>(noted: string | undefined): State | undefined =>
  noted === undefined ? undefined : (JSON.parse(noted) as State)

export interface Run {
  readonly notes: ReadonlyMap<string, string>
  readonly movedAgain: string[]
}

export const VECTORS = 'vectors'

export function throwIfCancelled(signal: AbortSignal): void {
  if (signal.aborted) throw cancelled()
}
