import type { Operation } from '../engine/operation.ts'
import { engineOperations } from '../engine/operations/index.ts'
import { storehouses } from './storehouses.ts'

/** Every surface is made from this list. Those of storehouses take a third of the time of a start: who needs none waits for none. */
export const loadOperations = async (): Promise<readonly Operation[]> => [
  ...engineOperations,
  ...(await Promise.all(storehouses.map((kind) => kind.operations()))).flat(),
]
