import { addresses } from './addresses.ts'
import { assignedSecrets } from './assigned.ts'
import { commands } from './commands.ts'
import { hashes } from './hashes.ts'
import { headers } from './headers.ts'
import { issuedKeys } from './issued-keys.ts'
import { keyFiles } from './key-files.ts'
import type { SecretRule } from './rule.ts'

export type { SecretRule } from './rule.ts'

/** All that is known of secrets, in the order in which rules are tried at the same place. */
export const secretRules: readonly SecretRule[] = [
  ...keyFiles,
  ...issuedKeys,
  ...hashes,
  ...addresses,
  ...headers,
  ...commands,
  ...assignedSecrets,
]
