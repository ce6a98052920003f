import type { StorehouseKind } from '../engine/kind.ts'
import type { Operation } from '../engine/operation.ts'
import { engineOperations } from '../engine/operations/index.ts'
import { chats } from '../kinds/chats/index.ts'
import { createCode } from '../kinds/code/index.ts'
import { docs } from '../kinds/docs/index.ts'
import { notes } from '../kinds/notes/index.ts'
import { pads } from '../kinds/pads/index.ts'
import { loadReader } from './load-reader.ts'

export const allKinds: readonly StorehouseKind[] = [createCode(() => loadReader('code')), notes, pads, chats, docs]

/** Every surface is made from this list. Those of storehouses take a third of the time of a start: who needs none waits for none. */
export const loadOperations = async (): Promise<readonly Operation[]> => [
  ...engineOperations,
  ...(await Promise.all(allKinds.map((kind) => kind.operations()))).flat(),
]
