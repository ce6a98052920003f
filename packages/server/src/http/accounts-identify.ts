import { hashOfKey, isInvitation, statusOf } from '@wuku/kernel/accounts/api-keys'
import { groupsOf } from '@wuku/kernel/accounts/email-groups'
import { scopeOfRole } from '@wuku/kernel/accounts/users'
import { levels, type Level } from '@wuku/kernel/base/caller'
import type { Accounts, ApiKey, KnownKey, Role, Scope } from '@wuku/core/ports/accounts'
import { unauthorized } from '@wuku/http-kit/guards'
import {
  anonymousCaller,
  credentialOf,
  hasCredentialInAddress,
  type IdentifyRequest,
  type Identify,
} from './identify.ts'
import type { OwnerOfToken, TokenOwner } from './login/login-tokens.ts'
import { clientOf } from '@wuku/http-kit/request-headers'
import type { HttpCaller } from '@wuku/http-kit/route'

export interface AccountsIdentifyInput {
  /** Asked once for each request: a revoked key or another role counts on the next one. */
  accounts(): Promise<Pick<Accounts, 'read'>>
  readonly ownerOfToken?: OwnerOfToken | undefined
  /** Without a credential, what is public may be read. */
  readonly isPublicRead: boolean
  readonly isReadOnly: boolean
  now(): number
  /** Hears which key or login was used; it never waits. */
  used(use: { readonly user: string; readonly key?: string; readonly at: number }): void
}

/** Accounts mode: a caller is the user of its key or login. */
export function identifyByAccounts(input: AccountsIdentifyInput): Identify {
  return async (request) => {
    const credential = credentialOf(request.headers)
    if (credential === undefined)
      return input.isPublicRead && !hasCredentialInAddress(request.query) ? visitorOf(request) : anonymousCaller
    const known = (await ownerOfKey(credential, input)) ?? (await byToken(credential, request, input))
    const { user, key } = known
    if (!request.isAgain) input.used({ user: user.id, at: input.now(), ...(key && { key: key.id }) })
    return callerFor(known, request, input)
  }
}

interface KnownOwner extends Omit<TokenOwner, 'scope' | 'key'> {
  readonly scopes: readonly Scope[]
  readonly key?: ApiKey
}

async function ownerOfKey(credential: string, { accounts, now }: AccountsIdentifyInput) {
  const store = await accounts()
  const known = await store.read((view) => view.keyWithHash(hashOfKey(credential)))
  if (!known || known.user.status !== 'active' || isInvitation(known.key)) return undefined
  return statusOf(known.key, now()) === 'active' ? byKey(known) : undefined
}

const byKey = ({ key, user }: KnownKey): KnownOwner => ({
  user,
  key,
  scopes: key.scopes,
  credential: `key:${key.id}`,
  via: 'key',
})

async function byToken(token: string, request: IdentifyRequest, input: AccountsIdentifyInput): Promise<KnownOwner> {
  if (!input.ownerOfToken || token.startsWith('wuku_')) throw unauthorized()
  const { user, key, scope, credential, via } = await input.ownerOfToken(token, request)
  if (key) return byKey({ key, user })
  return { user, credential, scopes: [scope ?? scopeOfRole[user.role]], via }
}

/** The role decides again on each request, whatever the key was made for. */
function levelOf(scopes: readonly Scope[], role: Role): Level {
  const widest = Math.max(0, ...scopes.map((scope) => levels.indexOf(scope)))
  return levels[Math.min(widest, levels.indexOf(scopeOfRole[role]))] ?? 'open'
}

function callerFor(
  { user, key, scopes, credential, via }: KnownOwner,
  { headers }: IdentifyRequest,
  { isReadOnly }: AccountsIdentifyInput,
): HttpCaller {
  const level = levelOf(scopes, user.role)
  return {
    actor: user.id,
    actorName: user.name,
    client: clientOf(headers),
    level,
    credential,
    mayWrite: !isReadOnly,
    sees: level === 'admin' ? 'all' : { user: user.id, groups: groupsOf(user) },
    via,
    isRemote: true,
    account: { email: user.email, role: user.role, scopes, keyId: key?.id ?? null, rateLimit: key?.rateLimit ?? null },
  }
}

const visitorOf = ({ headers }: IdentifyRequest): HttpCaller => ({
  ...anonymousCaller,
  client: clientOf(headers),
  level: 'read',
  sees: { user: null, groups: [] },
  isRemote: true,
})
