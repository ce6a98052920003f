import { createReplayCall } from '../engine/calls/replay-call.ts'
import { showCall } from '../engine/calls/show-call.ts'
import type { Operation } from '../engine/operation.ts'
import { keyOperations } from '../engine/accounts/key-operations.ts'
import { userOperations } from '../engine/accounts/user-operations.ts'
import { jobOperations } from '../engine/jobs/operations.ts'
import { createStartJob } from '../engine/jobs/start-job.ts'
import { pushOperations } from '../engine/push/operations.ts'
import { acceptArguments } from '../surfaces/arguments/accept.ts'
import { invoke } from '../surfaces/invoke.ts'
import { engineOperations } from '../engine/operations/index.ts'
import { storehouses } from './storehouses.ts'

/** Every surface is made from this list. Those of storehouses take a third of the time of a start: who needs none waits for none. */
export async function loadOperations(): Promise<readonly Operation[]> {
  const ofStorehouses = (await Promise.all(storehouses.map((kind) => kind.operations()))).flat()
  const operations = [...engineOperations, ...pushOperations, ...ofStorehouses]
  return [
    ...operations,
    ...userOperations,
    ...keyOperations,
    ...jobOperations,
    createStartJob(operations, acceptArguments),
    showCall,
    createReplayCall(operations, (operation, input, { engine, ...context }) =>
      invoke(operation, input, { ...context, surface: 'rest', origin: { isPart: true }, engine: async () => engine }),
    ),
  ]
}
