import { z } from 'zod'
import { WukuError } from '@wuku/core/errors'
import { msg, tr } from '@wuku/messages/kernel'
import type { AccountView, ApiKey, User } from '@wuku/core/ports/accounts'
import { isoTime } from '../day.ts'
import { integerBetween } from '../base/operation-shapes.ts'
import { defineOperation, type Operation } from '../base/operation.ts'
import {
  addFirstKey,
  DAY_MS,
  hashOfKey,
  isInvitation,
  keyFrom,
  newSecret,
  revokeKey,
  statusOf,
  type MadeKey,
  type Making,
} from './api-keys.ts'
import { idShape, pageInput, pageOf, describeUser, userNamed, userShape } from './account-shapes.ts'
import { newUserInput, role } from './user-operations.ts'
import { addUser, findUser, hasAdmin } from './users.ts'

/** An invitation is not how the first administrator comes: nobody would be in to see whether it was used. */
async function requireAdmin(view: AccountView): Promise<void> {
  if (await hasAdmin(view)) return
  throw new WukuError('conflict', msg('thisServerHasNoAdministratorWho'))
}

/**
 * Makes a code that its person exchanges once for a login and a key, and that nobody knows afterwards. It is stored as a key
 * without scopes.
 */
export async function addInvitation(user: User, days: number, { transaction, now }: Omit<Making, 'keysPerUser'>) {
  if (user.status !== 'active') throw new WukuError('inactive', msg('userIsDisabled', { name: user.name }))
  const code = newSecret()
  const requested = { name: 'invitation', scopes: [], rateLimit: null, expiresAt: now + days * DAY_MS }
  const invitation = keyFrom(code, requested, user, now)
  await transaction.addKey(invitation)
  return { invitation, code }
}

async function findInvitation(id: string, view: AccountView): Promise<ApiKey> {
  const found = await view.key(id)
  if (found && isInvitation(found)) return found
  throw new WukuError('not-found', msg('thereIsNoInvitation', { id: id.slice(0, 100) }))
}

/** A used invitation is revoked as well; its use count is the difference. */
const invitationStatus = (invitation: ApiKey, now: number): 'open' | 'used' | 'expired' | 'revoked' => {
  const status = statusOf(invitation, now)
  if (status === 'revoked') return invitation.usageCount > 0 ? 'used' : 'revoked'
  return status === 'expired' ? 'expired' : 'open'
}

export interface Accepted extends MadeKey {
  readonly user: User
  readonly invitation: ApiKey
}

/** `undefined` for a code that is unknown, used, revoked or expired, or whose user is disabled. */
export async function acceptInvitation(code: string, making: Making): Promise<Accepted | undefined> {
  const { transaction, now } = making
  const known = await transaction.keyWithHash(hashOfKey(code))
  if (!known || !isInvitation(known.key) || statusOf(known.key, now) !== 'active') return undefined
  const { key: invitation, user } = known
  if (user.status !== 'active') return undefined
  await revokeKey(invitation, transaction, now)
  await transaction.noteUse({ keys: [{ id: invitation.id, count: 1, at: now }] })
  return { ...(await addFirstKey(user, making)), user, invitation }
}

const [DEFAULT_INVITATION_DAYS, MAX_INVITATION_DAYS] = [7, 30]

const invitationShape = z.strictObject({
  invitation_id: z.string(),
  user_id: z.string(),
  status: z.enum(['open', 'used', 'expired', 'revoked']),
  created_at: z.string(),
  expires_at: z.string(),
})
type Invitation = z.output<typeof invitationShape>

const describeInvitation = (invitation: ApiKey, now: number): Invitation => ({
  invitation_id: invitation.id,
  user_id: invitation.user,
  status: invitationStatus(invitation, now),
  created_at: new Date(invitation.createdAt).toISOString(),
  expires_at: isoTime(invitation.expiresAt) ?? '',
})

const text = ({ invitation_id: id, user_id: user, status, expires_at: until }: Invitation): string =>
  `${id}  for ${user}: ${status}, until ${until.slice(0, 10)}`

const newOutput = z.strictObject({
  ...invitationShape.shape,
  user: userShape,
  link: z.string().describe('Path and fragment, to follow the address of the server. It is shown this once.'),
})
export type InvitationOutput = z.output<typeof newOutput>

const createInvitation = defineOperation({
  name: 'create-invitation',
  title: 'Invite a person',
  description:
    'Add a user, or take one that is here, and make a link that logs its person in once and shows them a key. Only its hash is kept.',
  effect: 'write',
  level: 'admin',
  input: z.strictObject({
    ...newUserInput.partial().shape,
    role: role.optional().describe('Role of a new user; by default reader.'),
    user_id: userNamed
      .optional()
      .describe('A user that is here already, instead of a name: for somebody without a key.'),
    expires_in_days: integerBetween(1, MAX_INVITATION_DAYS)
      .default(DEFAULT_INVITATION_DAYS)
      .describe('Days after which the link expires.'),
  }),
  output: newOutput,
  route: { method: 'POST', path: '/invitations' },
  examples: [{ label: 'A new user who may also change', input: { name: 'ann', role: 'writer' } }],
  async run({ user_id: named, name, role: requested, email, groups, expires_in_days: days }, { engine }) {
    if ((named === undefined) === (name === undefined))
      throw new WukuError('bad-input', msg('invitationIsForOnePerson'))
    if (named !== undefined && (requested ?? email ?? groups) !== undefined)
      throw new WukuError('bad-input', msg('thatUserIsHereAlready'))
    const now = engine.now()
    const { user, invitation, code } = await engine.accounts.write(async (transaction) => {
      await requireAdmin(transaction)
      const invited =
        named === undefined
          ? await addUser(
              { name: name ?? '', role: requested ?? 'reader', email: email ?? null, groups: groups ?? [] },
              transaction,
              now,
            )
          : await findUser(named, transaction)
      return { user: invited, ...(await addInvitation(invited, days, { transaction, now })) }
    })
    return { ...describeInvitation(invitation, now), user: describeUser(user), link: `/#invite=${code}` }
  },
  table: ({ link, user, expires_at: until }) => ({
    above: [{ text: link, look: 'bold', fits: 'kept' }],
    foot: [
      ...(link.startsWith('/') ? [tr(msg('putAddressBefore'))] : []),
      tr(msg('linkLogsOnceUntilShows', { name: user.name, until: until.slice(0, 10) })),
    ],
  }),
})

const listInvitations = defineOperation({
  name: 'list-invitations',
  title: 'List invitations',
  description: 'List invitations, newest first, with what became of them. No link is shown again.',
  effect: 'read',
  level: 'admin',
  input: z.strictObject(pageInput),
  output: pageOf(invitationShape),
  route: { method: 'GET', path: '/invitations' },
  examples: [{ label: 'All', input: {} }],
  async run({ page, page_size }, { engine }) {
    const request = { kind: 'invitation', limit: page_size, offset: (page - 1) * page_size } as const
    const { items, total } = await engine.accounts.read((view) => view.keys(request))
    return { list: items.map((each) => describeInvitation(each, engine.now())), total, page, page_size }
  },
  render: ({ list }) => (list.length === 0 ? 'There are no invitations.' : list.map(text).join('\n')),
})

const revokeInvitation = defineOperation({
  name: 'revoke-invitation',
  title: 'Revoke an invitation',
  description: 'Revoke an invitation: its link opens nothing any more. The user stays.',
  effect: 'delete',
  level: 'admin',
  idempotent: true,
  input: z.strictObject({ invitation_id: idShape.describe('Id of the invitation.') }),
  output: invitationShape,
  aliases: { id: 'invitation_id' },
  route: { method: 'DELETE', path: '/invitations/{invitation_id}' },
  examples: [{ label: 'An invitation', input: { invitation_id: '01JD8Z3N7V6K0M4P2Q9R5S1T8W' } }],
  run: async ({ invitation_id: id }, { engine }) =>
    describeInvitation(
      await engine.accounts.write(async (transaction) =>
        revokeKey(await findInvitation(id, transaction), transaction, engine.now()),
      ),
      engine.now(),
    ),
  render: (invitation) => text(invitation),
})

export const invitationOperations: readonly Operation[] = [createInvitation, listInvitations, revokeInvitation]
