import type { Operation } from '../engine/operation.ts'
import { engineOperations } from '../engine/operations/index.ts'
import { acceptArguments } from '../surfaces/arguments/accept.ts'
import { storehouses } from './storehouses.ts'

/** Every surface is made from this list. What is beyond the engine's takes a third of the time of a start: who needs none waits for none. */
export async function loadOperations(): Promise<readonly Operation[]> {
  const [
    ofStorehouses,
    { pushOperations },
    { userOperations },
    { keyOperations },
    { jobOperations },
    { createStartJob },
  ] = await Promise.all([
    Promise.all(storehouses.map((kind) => kind.operations())),
    import('../engine/push/operations.ts'),
    import('../engine/accounts/user-operations.ts'),
    import('../engine/accounts/key-operations.ts'),
    import('../engine/jobs/operations.ts'),
    import('../engine/jobs/start-job.ts'),
  ])
  const operations = [...engineOperations, ...pushOperations, ...ofStorehouses.flat()]
  return [
    ...operations,
    ...userOperations,
    ...keyOperations,
    ...jobOperations,
    createStartJob(operations, acceptArguments),
  ]
}
