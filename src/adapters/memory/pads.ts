import type { PadDesk, PadView } from '../../ports/pads.ts'

/** Workflows, pads and their versions at one moment; never changed in place. */
export interface PadsState {
  readonly writes: number
}

export const emptyPads: PadsState = { writes: 0 }

export function createPadView(_pads: PadsState): PadView {
  throw new Error('not written yet')
}

/** Works on what `now` answers, and hands every next state to `become`. */
export function createPadDesk(_now: () => PadsState, _become: (next: PadsState) => void): PadDesk {
  throw new Error('not written yet')
}
