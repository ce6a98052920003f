import { WukuError } from '@wuku/core/errors'
import { msg } from '@wuku/messages/kernel'
import type { AccountTransaction, Role, User } from '@wuku/core/ports/accounts'
import type { Claims } from '@wuku/core/ports/identity-provider'
import { displayNameOf } from './users.ts'

/** How a server makes users of what its login provider says of them. */
export interface LoginRules {
  readonly issuer: string
  /** E-mails in lower case that make an administrator. */
  readonly admins: readonly string[]
  /** Role of a new user if nothing else decides it. */
  readonly role: Role
  /** Claim, or path of one as in `realm_access.roles`, that holds the groups. */
  readonly rolesClaim: string
  readonly adminValues: readonly string[]
  readonly writerValues: readonly string[]
  /** In lower case; every domain when empty. */
  readonly domains: readonly string[]
}

/** Somebody whom the provider vouches for. */
export interface Identity {
  readonly subject: string
  readonly name: string
  readonly email: string | null
  readonly isVerified: boolean
  readonly groups: readonly string[]
}

const [LONGEST_NAME, LONGEST_GROUP, MAX_GROUPS] = [100, 200, 500]

export function identityOf(claims: Claims, { rolesClaim }: Pick<LoginRules, 'rolesClaim'>): Identity {
  const { sub, email_verified: verified } = claims
  const email = textOf(claims['email'])?.toLowerCase() ?? null
  const names = [claims['name'], claims['preferred_username'], claims['nickname'], email, sub]
  return {
    subject: sub,
    name: names.map(nameIn).find((name) => name !== undefined) ?? 'User',
    email,
    // Some providers write it as a text.
    isVerified: email !== null && (verified === true || verified === 'true'),
    groups: groupsIn(claims, rolesClaim),
  }
}

const nameIn = (value: unknown): string | undefined => (typeof value === 'string' ? displayNameOf(value) : undefined)

/** On one line, of a length that can be shown; `undefined` where nothing is left. */
function textOf(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined
  const text = value
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
    .slice(0, LONGEST_NAME)
    .trim()
  return text === '' ? undefined : text
}

function groupsIn(claims: Claims, claim: string): readonly string[] {
  const found = claims[claim] ?? claim.split('.').reduce<unknown>((inner, key) => Object(inner)[key], claims)
  const values: readonly unknown[] = Array.isArray(found) ? found : [found]
  const texts = values.filter(
    (value): value is string => typeof value === 'string' && value !== '' && value.length <= LONGEST_GROUP,
  )
  return [...new Set(texts)].slice(0, MAX_GROUPS)
}

/**
 * The user of an identity: the one that logged in with it before, or one that an administrator added with this e-mail
 * and that never logged in, else a new one. Throws `forbidden` if the identity may not log in here.
 */
export async function userFor(
  identity: Identity,
  { rules, newId, now }: { rules: LoginRules; newId: () => string; now: number },
  transaction: AccountTransaction,
): Promise<User> {
  const users = await transaction.users()
  const known = users.find(({ issuer, subject }) => issuer === rules.issuer && subject === identity.subject)
  const added = known ?? users.find(({ issuer, email }) => issuer === null && sameEmail(email, identity.email))
  requireAdmission(identity, rules, added !== undefined && added !== known)
  if (added?.status === 'disabled') throw new WukuError('forbidden', msg('disabled'))
  const name = freeName(
    identity.name,
    users.filter((user) => user !== added),
  )
  const { email, isVerified: emailVerified, subject, groups } = identity
  const role = roleOf(identity, rules, added?.role)
  const follows = {
    name,
    email,
    emailVerified,
    role,
    issuer: rules.issuer,
    subject,
    claimedGroups: groups,
    lastSeenAt: now,
  }
  if (added) return transaction.changeUser(added.id, follows)
  const user: User = { id: newId(), status: 'active', groups: [], createdAt: now, ...follows }
  await transaction.addUser(user)
  return user
}

const sameEmail = (one: string | null, other: string | null): boolean =>
  one !== null && other !== null && one.toLowerCase() === other

/** An e-mail that nobody verified decides nothing: anybody could have written it. */
function requireAdmission({ email, isVerified }: Identity, { domains, admins }: LoginRules, isAdded: boolean): void {
  const decides = domains.length > 0 || isAdded || (email !== null && admins.includes(email))
  if (!decides) return
  if (!isVerified) throw new WukuError('forbidden', msg('yourLoginProviderDoes'))
  const domain = email?.slice(email.lastIndexOf('@') + 1) ?? ''
  if (domains.length > 0 && !domains.includes(domain)) throw new WukuError('forbidden', msg('eMailsOfYourDomain'))
}

/** As the provider says, where the settings know values of it; else as an administrator said by hand. */
function roleOf({ email, isVerified, groups }: Identity, rules: LoginRules, before: Role | undefined): Role {
  const { admins, adminValues, writerValues, role } = rules
  const holds = (values: readonly string[]): boolean => values.some((value) => groups.includes(value))
  if (holds(adminValues) || (email !== null && isVerified && admins.includes(email))) return 'admin'
  if (holds(writerValues)) return role === 'admin' ? 'admin' : 'writer'
  return adminValues.length + writerValues.length > 0 ? role : (before ?? role)
}

/** Names are unique without case: a second Ann is "Ann 2". */
function freeName(preferred: string, others: readonly User[]): string {
  const usedNames = new Set(others.map(({ name }) => name.toLowerCase()))
  const names = Array.from({ length: others.length + 1 }, (_, at) => {
    const ending = at === 0 ? '' : ` ${at + 1}`
    return preferred.slice(0, LONGEST_NAME - ending.length) + ending
  })
  return names.find((name) => !usedNames.has(name.toLowerCase())) ?? preferred
}
