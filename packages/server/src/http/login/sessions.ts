import { createHash, randomBytes } from 'node:crypto'
import { newUlid } from '@wuku/kernel/ulid'
import { isInvitation, statusOf } from '@wuku/kernel/accounts/api-keys'
import {
  scopes,
  type Accounts,
  type AccountView,
  type ApiKey,
  type KnownKey,
  type KnownLogin,
  type Scope,
  type User,
} from '@wuku/core/ports/accounts'
import type { Signing } from './signing.ts'

/** Tokens of somebody who logged in. */
export interface Session {
  readonly user: SessionUser
  readonly access: string
  readonly accessSeconds: number
  readonly refresh: string
  readonly refreshSeconds: number
  /** The browser forgets it when it is closed. */
  readonly untilClosed?: boolean
}

export type SessionUser = Pick<User, 'id' | 'name' | 'email' | 'role'>

export interface SessionSource {
  /** Each refresh token counts once: a used one ends its session. */
  refresh(token: string, publicUrl: string): Promise<Session | undefined>
  /** Ends the session of an access token or of a refresh token; its user, when there was one. */
  end(token: string, publicUrl: string): Promise<SessionUser | undefined>
}

export interface Sessions extends SessionSource {
  /** `scope`: its access token never reaches further; absent: as far as the role of the user. */
  start(user: User, publicUrl: string, scope?: Scope): Promise<Session>
  /** A login by a key, which ends with the key and may no more than it: for a day, or until the browser is closed. */
  startByKey(known: KnownKey, stays: Stay, publicUrl: string): Promise<Session>
  /** The login of an access token, while it lasts, its user is active, and its key counts if it is by one. */
  ownerOf(token: string, publicUrl: string): Promise<LoginOwner | undefined>
}

export type Stay = 'day' | 'browser'

export interface LoginOwner extends KnownLogin {
  readonly key?: ApiKey
  readonly scope?: Scope
}

export interface SessionsInput {
  accounts(): Promise<Accounts>
  readonly signing: Signing
  readonly accessMinutes: number
  readonly refreshDays: number
  now(): number
}

const DAY_SECONDS = 24 * 3_600

/**
 * Logins as rows of the accounts: each request looks at the row, so a logout ends all tokens of a login at once. It lasts
 * `refreshDays` from its beginning; then the provider is asked again.
 */
export function createSessions(input: SessionsInput): Sessions {
  const { accounts, signing, now, accessMinutes, refreshDays } = input
  const tokensOf = async (user: User, { id, by, refresh, expiresAt }: LoginTerm, publicUrl: string, scope?: Scope) => {
    const accessSeconds = accessMinutes * 60
    const jti = randomBytes(9).toString('base64url')
    // A version that does not know logins by a key refuses them, since its user has another id.
    const claims = { sub: by?.key ?? user.id, sid: id, jti, ...(scope && { scope }) }
    return {
      user,
      access: await signing.sign(claims, { publicUrl, seconds: accessSeconds }),
      accessSeconds,
      refresh,
      refreshSeconds: Math.max(0, Math.round((expiresAt - now()) / 1_000)),
      ...(by?.stays === 'browser' && { untilClosed: true }),
    }
  }
  const begin = async (
    user: User,
    publicUrl: string,
    { days, by, scope }: { days: number; by?: ByKey; scope?: Scope },
  ): Promise<Session> => {
    const id = newUlid(now())
    const refresh = newRefreshToken(id, by, signing)
    const expiresAt = now() + days * DAY_SECONDS * 1_000
    await (
      await accounts()
    ).write(async (transaction) => {
      await transaction.removeLogins(now())
      const login = { id, user: user.id, refreshHash: hashOf(refresh), createdAt: now(), expiresAt, endedAt: null }
      await transaction.addLogin(login)
    })
    return tokensOf(user, { id, refresh, expiresAt, by }, publicUrl, scope)
  }
  return {
    ownerOf: (token, publicUrl) => ownerOf(token, publicUrl, input),
    start: (user, publicUrl, scope) => begin(user, publicUrl, { days: refreshDays, ...(scope && { scope }) }),
    startByKey: ({ key, user }, stays, publicUrl) =>
      begin(user, publicUrl, { days: stays === 'day' ? 1 : refreshDays, by: { key: key.id, stays } }),
    async refresh(sent, publicUrl) {
      const renewed = await renew(sent, input)
      return renewed && tokensOf(renewed.user, renewed, publicUrl)
    },
    async end(token, publicUrl) {
      const parts = partsOf(token, signing)
      const id = parts?.isOwn ? parts.login : (await signing.verify(token, { publicUrl }))?.['sid']
      if (typeof id !== 'string') return undefined
      return (await accounts()).write(async (transaction) => {
        const known = await transaction.login(id)
        if (!known || known.login.endedAt !== null) return undefined
        await transaction.changeLogin(id, { endedAt: now() })
        return known.user
      })
    },
  }
}

async function ownerOf(token: string, publicUrl: string, { accounts, signing, now }: SessionsInput) {
  const claims = await signing.verify(token, { publicUrl })
  if (!claims) return undefined
  return (await accounts()).read(async (view) => {
    const known = await view.login(String(claims['sid']))
    if (!known || !isOpen(known, now())) return undefined
    const scope = scopes.find((each) => each === claims['scope'])
    if (known.user.id === claims.sub) return { ...known, ...(scope && { scope }) }
    const key = await keyBehind(String(claims.sub), known, { view, now: now() })
    return key && { ...known, key }
  })
}

interface LoginTerm {
  readonly id: string
  readonly refresh: string
  readonly expiresAt: number
  readonly by: ByKey | undefined
}

interface ByKey {
  /** Id of the key. */
  readonly key: string
  readonly stays: Stay
}

/** The key of a login, if it still counts. */
async function keyBehind(
  id: string,
  { user }: KnownLogin,
  { view, now }: { readonly view: AccountView; readonly now: number },
): Promise<ApiKey | undefined> {
  const key = await view.key(id)
  return key && key.user === user.id && !isInvitation(key) && statusOf(key, now) === 'active' ? key : undefined
}

/** In one transaction: of two requests with one token, one gets the next, and the other ends the login. */
async function renew(sent: string, { accounts, signing, now }: SessionsInput) {
  const parts = partsOf(sent, signing)
  if (!parts) return undefined
  return (await accounts()).write(async (transaction) => {
    const known = await transaction.login(parts.login)
    if (!known || !isOpen(known, now())) return undefined
    const { login, user } = known
    if (login.refreshHash !== hashOf(sent)) {
      // It came from here, and is not the one that counts: it was used, and somebody has a copy.
      if (parts.isOwn) await transaction.changeLogin(login.id, { endedAt: now() })
      return undefined
    }
    const { by } = parts
    if (by && !(await keyBehind(by.key, known, { view: transaction, now: now() }))) return undefined
    const refresh = newRefreshToken(login.id, by, signing)
    await transaction.changeLogin(login.id, { refreshHash: hashOf(refresh) })
    return { id: login.id, refresh, expiresAt: login.expiresAt, user, by }
  })
}

const isOpen = ({ login, user }: KnownLogin, now: number): boolean =>
  login.endedAt === null && login.expiresAt > now && user.status === 'active'

/**
 * `<login>.<chance>.<mark>`: with the mark nobody can end the login of another by making one up. A login by a key has
 * `<d or b><key>` before the mark.
 */
function newRefreshToken(login: string, by: ByKey | undefined, signing: Signing): string {
  const key = by ? `.${by.stays === 'day' ? 'd' : 'b'}${by.key}` : ''
  const text = `${login}.${randomBytes(32).toString('base64url')}${key}`
  return `${text}.${signing.mark(text)}`
}

const REFRESH_TOKEN = /^([0-9A-Z]{26})\.[\w-]{43}(?:\.([db])([0-9A-Z]{26}))?\.([\w-]{43})$/

function partsOf(token: string, signing: Signing) {
  const [, login, stays, key, mark] = REFRESH_TOKEN.exec(token) ?? []
  if (login === undefined || mark === undefined) return undefined
  const by = key === undefined ? undefined : ({ key, stays: stays === 'd' ? 'day' : 'browser' } as const)
  return { login, by, isOwn: signing.isMarked(token.slice(0, -mark.length - 1), mark) }
}

const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex')
