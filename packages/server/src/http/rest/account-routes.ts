import { createdAt, type OperationRow } from './operation-route.ts'

const USERS = '/api/v1/users'
const KEYS = '/api/v1/api-keys'
const INVITATIONS = '/api/v1/invitations'

/** Users and their keys, as other servers name the paths; showing and changing one has the route of its operation. */
export const accountRows: readonly OperationRow[] = [
  { operation: 'create-user', method: 'POST', path: USERS, status: 201, answer: createdAt(USERS, 'user_id') },
  { operation: 'delete-user', method: 'DELETE', path: `${USERS}/{user_id}`, status: 204 },
  {
    operation: 'create-key',
    method: 'POST',
    path: KEYS,
    aliases: [`${KEYS}/create`],
    status: 201,
    answer: createdAt(KEYS, 'key_id'),
  },
  {
    operation: 'create-invitation',
    method: 'POST',
    path: INVITATIONS,
    status: 201,
    answer: createdAt(INVITATIONS, 'invitation_id'),
  },
  { operation: 'revoke-invitation', method: 'DELETE', path: `${INVITATIONS}/{invitation_id}`, status: 204 },
  { operation: 'list-keys', method: 'GET', path: KEYS, aliases: [`${KEYS}/list`] },
  { operation: 'revoke-key', method: 'DELETE', path: `${KEYS}/{key_id}`, status: 204 },
]
