import type { Operation } from '../operation.ts'
import { checkInstallation } from './check.ts'
import { connectClients } from './connect-clients.ts'

/** Operations on the program as it is set up: `wuku doctor`, `wuku connect` and `wuku settings` are their commands. */
export const installationOperations: readonly Operation[] = [checkInstallation, connectClients]
