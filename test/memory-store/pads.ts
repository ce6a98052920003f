export { createPadTransaction } from './pads-desk.ts'
export { emptyPads, type PadsState } from './pads-state.ts'
export { createPadView } from './pads-view.ts'
