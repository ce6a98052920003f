import { identityOf, type LoginRules } from '@wuku/kernel/accounts/login-user'
import { scopes, type Accounts, type ApiKey, type Scope, type User } from '@wuku/core/ports/accounts'
import type { Claims, IdentityProvider } from '@wuku/core/ports/identity-provider'
import { HttpFailure } from '@wuku/http-kit/http-failures'
import { unauthorized } from '@wuku/http-kit/guards'
import type { IdentifyRequest } from '../identify.ts'
import { userOf } from './login-routes.ts'
import type { Sessions } from './sessions.ts'

/**
 * The user whom a credential that is no key stands for at this moment: an access token of a login that has not ended, or at
 * `/mcp` a token of the issuer; its user is active. Throws the 401 of any unknown credential.
 */
export type OwnerOfToken = (token: string, request: Pick<IdentifyRequest, 'route' | 'publicUrl'>) => Promise<TokenOwner>

export interface TokenOwner {
  readonly user: User
  /** The login is by this key, and may no more than it. */
  readonly key?: ApiKey
  /** The widest that the token has; `null`: as far as the role of the user reaches. */
  readonly scope: Scope | null
  /** A person stands behind it, and may make keys within its scope; a token of the issuer is that of a program. */
  readonly via: 'login' | 'key'
  /** Same for all requests of one login: key of rate limits and of stored answers. */
  readonly credential: string
}

export interface LoginTokensInput {
  readonly sessions: Sessions
  /** Absent: no issuer has tokens of its own. */
  readonly issuer?: { readonly provider: IdentityProvider; readonly rules: LoginRules }
  accounts(): Promise<Accounts>
  now(): number
}

/** Users by what the issuer calls them: their ids stay, and all else is read at each request. */
const MAX_REMEMBERED = 10_000

export function createLoginTokens(input: LoginTokensInput): OwnerOfToken {
  const { sessions, issuer } = input
  const ids = new Map<string, string>()
  return async (token, { route, publicUrl }) => {
    const known = await sessions.ownerOf(token, publicUrl)
    if (known) return { ...known, scope: known.scope ?? null, via: 'login', credential: `login:${known.login.id}` }
    const claims = route === '/mcp' ? await issuer?.provider.claimsOf(token, `${publicUrl}/mcp`) : undefined
    if (!issuer || !claims) throw unauthorized()
    const user = await userOfIssuer(claims, ids, { ...input, ...issuer })
    if (user.status !== 'active') throw unauthorized()
    return { user, scope: widestScope(claims), via: 'key', credential: `issuer:${user.id}` }
  }
}

type IssuerInput = Pick<LoginTokensInput, 'accounts' | 'now'> & { readonly rules: LoginRules }

async function userOfIssuer(claims: Claims, ids: Map<string, string>, input: IssuerInput): Promise<User> {
  const accounts = await input.accounts()
  const remembered = ids.get(claims.sub)
  const found = remembered === undefined ? undefined : await accounts.read((view) => view.user(remembered))
  const user = found ?? (await knownOrNew(claims, accounts, input))
  if (ids.size >= MAX_REMEMBERED) ids.clear()
  ids.set(claims.sub, user.id)
  return user
}

/** A program may come before its user ever logged in with a browser. */
async function knownOrNew(claims: Claims, accounts: Accounts, input: IssuerInput): Promise<User> {
  const { rules } = input
  const users = await accounts.read((view) => view.users())
  const known = users.find(({ issuer, subject }) => issuer === rules.issuer && subject === claims.sub)
  return known ?? userOf(identityOf(claims, rules), input)
}

function widestScope({ scope }: Claims): Scope {
  const granted = typeof scope === 'string' ? scope.split(' ') : []
  const widest = scopes.findLast((each) => granted.includes(each))
  if (widest) return widest
  throw new HttpFailure(
    'forbidden',
    'The token has no scope of this server.',
    'Ask the issuer for "read" or "write".',
    { headers: { 'WWW-Authenticate': 'Bearer error="insufficient_scope", scope="read"' } },
  )
}
