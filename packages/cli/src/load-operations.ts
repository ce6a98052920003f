import type { Operation } from '@wuku/kernel/base/operation'
import { engineOperations } from '@wuku/kernel/operations'
import type { AskAgain } from '@wuku/kernel/calls/replay-call'
import { acceptArguments } from '@wuku/kernel/arguments/accept'
import { invoke } from '@wuku/kernel/invoke/invoke'
import { storehouses } from '@wuku/storehouses/storehouses'

/**
 * Every surface is made from this list. Operations beyond those of the engine take a third of the time of a start, so they
 * load only on demand.
 */
export async function loadOperations(): Promise<readonly Operation[]> {
  const [ofStorehouses, ofServers, { hookOperations }, { createStartJob }, { showCall }, { createReplayCall }] =
    await Promise.all([
      Promise.all(storehouses.map((kind) => kind.operations())),
      loadOthers(),
      import('@wuku/hook/hook-operations'),
      import('@wuku/kernel/jobs/start-job'),
      import('@wuku/kernel/calls/show-call'),
      import('@wuku/kernel/calls/replay-call'),
    ])
  const [pushes, ...others] = ofServers
  const operations = [...engineOperations, ...pushes, ...ofStorehouses.flat(), ...hookOperations]
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
    import('@wuku/kernel/push/push-operations'),
    import('@wuku/kernel/accounts/user-operations'),
    import('@wuku/kernel/accounts/key-operations'),
    import('@wuku/kernel/accounts/invitations'),
    import('@wuku/kernel/jobs/job-operations'),
    import('@wuku/kernel/installation/installation-operations'),
  ])
  return [pushOperations, userOperations, keyOperations, invitationOperations, jobOperations, installationOperations]
}
