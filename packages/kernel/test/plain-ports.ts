import { randomUUID } from 'node:crypto'
import { openTestStore } from '../../../test/test-store.ts'
import type { StorehouseKind } from '../src/base/engine.ts'
import type { EnginePorts } from '../src/base/ports.ts'
import { analyseSlice } from '../src/index/analyse.ts'
import { nothingDeclared, withoutDocs } from './docs-ports.ts'
import { modelsOf } from './models-ports.ts'

type Given = Partial<Omit<EnginePorts, 'open' | 'workspace'>> & {
  readonly open?: Partial<EnginePorts['open']>
  readonly workspace?: Partial<EnginePorts['workspace']>
}

const nobodyAsks = (): never => {
  throw new Error('There is nothing of this kind here.')
}

/** Ports of an engine as plain as they can be: time stands still, and nothing is open that a test does not give. */
export const plainPorts = (
  kinds: readonly StorehouseKind[],
  readers: Parameters<typeof analyseSlice>[0],
  { open, workspace, ...given }: Given,
): EnginePorts => ({
  ...withoutDocs,
  store: given.store ?? openTestStore(),
  // As from another thread.
  workerPool: { width: 1, analyse: async (job) => analyseSlice(readers, structuredClone(job)), close: async () => {} },
  clock: { now: () => 0, sleep: async () => {}, every: () => () => {} },
  declared: nothingDeclared,
  kinds,
  settings: { ...withoutDocs.settings, pads: { padBytes: 1_000, padsPerWorkflow: 10, padVersions: 10 } },
  models: modelsOf(),
  process: { newOwner: () => randomUUID(), hasEnded: () => false },
  ...given,
  open: { ...withoutDocs.open, feed: nobodyAsks, history: nobodyAsks, padArchive: nobodyAsks, ...open },
  workspace: {
    ...withoutDocs.workspace,
    foldersIn: async () => ({ parent: null, folders: [], isCut: false }),
    resolveRoot: async (root) => root,
    recogniseRoot: async () => ({ kind: kinds[0]?.kind ?? 'notes' }),
    folder: async () => undefined,
    readUserFile: async () => '',
    ...workspace,
  },
})
