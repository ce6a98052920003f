import type { PadView } from '../../../ports/pads.ts'

/** Where their source is not shown. */
export const noPads: PadView = {
  workflow: async () => undefined,
  workflows: async () => ({ items: [], total: 0 }),
  workflowsNumbered: async () => [],
  pads: async () => [],
  everyPad: async () => [],
  padFacts: async () => undefined,
  pad: async () => undefined,
  idsFrom: async () => [],
  history: async () => ({ items: [], total: 0 }),
  stateAt: async () => undefined,
  hits: async ({ keywords }) => ({ places: new Float64Array(0), counts: keywords.map(() => new Uint32Array(0)) }),
}
