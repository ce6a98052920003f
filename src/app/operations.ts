import type { Operation } from '../engine/operation.ts'
import { engineOperations } from '../engine/operations/index.ts'
import type { AskAgain } from '../engine/calls/replay-call.ts'
import { acceptArguments } from '../surfaces/arguments/accept.ts'
import { invoke } from '../surfaces/invoke.ts'
import { storehouses } from './storehouses.ts'

/**
 * Every surface is made from this list. Operations beyond those of the engine take a third of the time of a start, so they
 * load only on demand.
 */
export async function loadOperations(): Promise<readonly Operation[]> {
  const [ofStorehouses, ofServers, { createStartJob }, { showCall }, { createReplayCall }] = await Promise.all([
    Promise.all(storehouses.map((kind) => kind.operations())),
    loadOthers(),
    import('../engine/jobs/start-job.ts'),
    import('../engine/calls/show-call.ts'),
    import('../engine/calls/replay-call.ts'),
  ])
  const [pushes, ...others] = ofServers
  const operations = [...engineOperations, ...pushes, ...ofStorehouses.flat()]
  return [
    ...operations,
    ...others.flat(),
    createStartJob(operations, acceptArguments),
    showCall,
    createReplayCall(operations, askAgain),
  ]
}

/** The log has the call that asks again, and none of its own. */
const askAgain: AskAgain = (operation, input, { engine, ...context }) =>
  invoke(operation, input, { ...context, surface: 'rest', origin: { isPart: true }, engine: async () => engine })

/** Operations of pushes come first: they may run as jobs. */
async function loadOthers(): Promise<readonly [readonly Operation[], ...(readonly Operation[])[]]> {
  const [
    { pushOperations },
    { userOperations },
    { keyOperations },
    { invitationOperations },
    { jobOperations },
    { installationOperations },
  ] = await Promise.all([
    import('../engine/push/operations.ts'),
    import('../engine/accounts/user-operations.ts'),
    import('../engine/accounts/key-operations.ts'),
    import('../engine/accounts/invitations.ts'),
    import('../engine/jobs/operations.ts'),
    import('../engine/installation/operations.ts'),
  ])
  return [pushOperations, userOperations, keyOperations, invitationOperations, jobOperations, installationOperations]
}
