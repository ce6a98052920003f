import type { Operation } from '../engine/operation.ts'
import { engineOperations } from '../engine/operations/index.ts'
import { storehouses } from './storehouses.ts'

/**
 * Every surface is made from this list. Operations beyond those of the engine take a third of the time of a start, so they
 * load only on demand.
 */
export async function loadOperations(): Promise<readonly Operation[]> {
  const [ofStorehouses, { pushOperations }, { userOperations }, { keyOperations }, { jobOperations }, startJob] =
    await Promise.all([
      Promise.all(storehouses.map((kind) => kind.operations())),
      import('../engine/push/operations.ts'),
      import('../engine/accounts/user-operations.ts'),
      import('../engine/accounts/key-operations.ts'),
      import('../engine/jobs/operations.ts'),
      loadStartJob(),
    ])
  const operations = [...engineOperations, ...pushOperations, ...ofStorehouses.flat()]
  return [...operations, ...userOperations, ...keyOperations, ...jobOperations, startJob(operations)]
}

async function loadStartJob(): Promise<(operations: readonly Operation[]) => Operation> {
  const [{ createStartJob }, { acceptArguments }] = await Promise.all([
    import('../engine/jobs/start-job.ts'),
    import('../surfaces/arguments/accept.ts'),
  ])
  return (operations) => createStartJob(operations, acceptArguments)
}
