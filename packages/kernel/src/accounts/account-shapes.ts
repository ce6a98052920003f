import { z } from 'zod'
import { WukuError } from '@wuku/core/errors'
import { msg, tr } from '@wuku/messages/kernel'
import { isViewer } from '@wuku/core/ports/access'
import { roles, scopes, type ApiKey, type User } from '@wuku/core/ports/accounts'
import { actorOf, type Caller } from '../base/caller.ts'
import { isoTime } from '../day.ts'
import { count } from '../base/operation-shapes.ts'
import { statusOf } from './api-keys.ts'
import { commandLine } from '@wuku/text/show/shell-words'

const NAME_CHARS = 100
// oxlint-disable-next-line no-control-regex
const VISIBLE = /^[^\u0000-\u001F\u007F-\u009F]+$/

export const nameShape = z.string().trim().min(1).max(NAME_CHARS).regex(VISIBLE, 'must hold no control characters')
export const emailShape = z
  .string()
  .trim()
  .max(254)
  .regex(/^[^\s@]+@[^\s@]+$/, 'must be an e-mail address')
export const groupsShape = z.array(nameShape).max(1_000)
/** An id is longer than any that is given out, and a name is too. */
export const userNamed = z.string().trim().min(1).max(NAME_CHARS).describe('Id or name of the user.')
export const idShape = z.string().trim().min(1).max(200)

export const userShape = z.strictObject({
  user_id: z.string(),
  name: z.string(),
  email: z.string().nullable(),
  role: z.enum(roles),
  status: z.enum(['active', 'disabled']),
  groups: z.array(z.string()).describe('Groups that an administrator put the user in.'),
  claimed_groups: z.array(z.string()).describe('Groups that the last login claimed.'),
  created_at: z.string(),
  last_seen_at: z.string().nullable(),
})
export type UserOutput = z.output<typeof userShape>

export const describeUser = (user: User): UserOutput => ({
  user_id: user.id,
  name: user.name,
  email: user.email,
  role: user.role,
  status: user.status,
  groups: [...user.groups],
  claimed_groups: [...user.claimedGroups],
  created_at: new Date(user.createdAt).toISOString(),
  last_seen_at: isoTime(user.lastSeenAt),
})

const keyFields = {
  key_id: z.string(),
  name: z.string(),
  suffix: z.string().describe('Its last four characters.'),
  scopes: z.array(z.enum(scopes)),
  status: z.enum(['active', 'expired', 'revoked']),
  rate_limit: z.number().int().nullable().describe('Requests a minute; null: as the settings say.'),
  user_id: z.string(),
  created_at: z.string(),
  expires_at: z.string().nullable().describe('null: never.'),
}

export const newKeyShape = z.strictObject({
  ...keyFields,
  key: z.string().describe('The key. It is shown this once.'),
})

export type NewKeyOutput = z.output<typeof newKeyShape>

export const keyShape = z.strictObject({
  ...keyFields,
  display: z.string(),
  usage_count: count,
  last_used_at: z.string().nullable(),
  revoked_at: z.string().nullable(),
})
export type KeyOutput = z.output<typeof keyShape>

export const describeKeyFields = (key: ApiKey, now: number) => ({
  key_id: key.id,
  name: key.name,
  suffix: key.suffix,
  scopes: [...key.scopes],
  status: statusOf(key, now),
  rate_limit: key.rateLimit,
  user_id: key.user,
  created_at: new Date(key.createdAt).toISOString(),
  expires_at: isoTime(key.expiresAt),
})

export const describeKey = (key: ApiKey, now: number): KeyOutput => ({
  ...describeKeyFields(key, now),
  display: `****${key.suffix}`,
  usage_count: key.usageCount,
  last_used_at: isoTime(key.lastUsedAt),
  revoked_at: isoTime(key.revokedAt),
})

export const pageInput = {
  page: z.number().int().min(1).max(100_000).default(1).describe('From 1.'),
  page_size: z.number().int().min(1).max(1_000).default(50).describe('Entries per page.'),
}

export const pageOf = <Shape extends z.ZodType>(each: Shape) =>
  z.strictObject({ list: z.array(each), total: count, page: z.number().int(), page_size: z.number().int() })

/** Says so where a list goes on. */
export const moreOf = (
  { total, page, page_size: size }: { total: number; page: number; page_size: number },
  command: string,
): readonly string[] =>
  page * size < total
    ? [tr(msg('allNextOnes', { total, command: commandLine`wuku ${command} --page ${String(page + 1)}` }))]
    : []

export const isAdministrator = ({ level = 'admin' }: Caller): boolean => level === 'admin'

/** The id of the user that asks; without an account there is none. */
export function requireUser(caller: Caller): string {
  if (isViewer(caller.sees) && caller.sees.user === null) throw new WukuError('unauthorized', msg('thisNeedsAccount'))
  return actorOf(caller)
}
