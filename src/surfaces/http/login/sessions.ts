import { createHash, randomBytes } from 'node:crypto'
import { newUlid } from '../../../engine/ulid.ts'
import { scopes, type Accounts, type KnownLogin, type Scope, type User } from '../../../ports/accounts.ts'
import type { Signing } from './signing.ts'

/** Tokens of somebody who logged in. */
export interface Session {
  readonly user: SessionUser
  readonly access: string
  readonly accessSeconds: number
  readonly refresh: string
  readonly refreshSeconds: number
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
  /** The login of an access token, while it lasts and its user is active. */
  holderOf(token: string, publicUrl: string): Promise<(KnownLogin & { readonly scope?: Scope }) | undefined>
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
  const tokensOf = async (user: User, login: LoginTerm, publicUrl: string, scope?: Scope): Promise<Session> => {
    const accessSeconds = accessMinutes * 60
    const claims = { sub: user.id, sid: login.id, jti: randomBytes(9).toString('base64url'), ...(scope && { scope }) }
    return {
      user,
      access: await signing.sign(claims, { publicUrl, seconds: accessSeconds }),
      accessSeconds,
      refresh: login.refresh,
      refreshSeconds: Math.max(0, Math.round((login.expiresAt - now()) / 1_000)),
    }
  }
  const holderOf: Sessions['holderOf'] = async (token, publicUrl) => {
    const claims = await signing.verify(token, { publicUrl })
    if (!claims) return undefined
    const known = await (await accounts()).read((view) => view.login(String(claims['sid'])))
    if (!known || !isOpen(known, now()) || known.user.id !== claims.sub) return undefined
    const scope = scopes.find((each) => each === claims['scope'])
    return { ...known, ...(scope && { scope }) }
  }
  return {
    holderOf,
    async start(user, publicUrl, scope) {
      const id = newUlid(now())
      const refresh = newRefreshToken(id, signing)
      const expiresAt = now() + refreshDays * DAY_SECONDS * 1_000
      await (
        await accounts()
      ).write(async (transaction) => {
        await transaction.removeLogins(now())
        const login = { id, user: user.id, refreshHash: hashOf(refresh), createdAt: now(), expiresAt, endedAt: null }
        await transaction.addLogin(login)
      })
      return tokensOf(user, { id, refresh, expiresAt }, publicUrl, scope)
    },
    async refresh(sent, publicUrl) {
      const renewed = await renew(sent, input)
      return renewed && tokensOf(renewed.user, renewed, publicUrl)
    },
    async end(token, publicUrl) {
      const parts = partsOf(token, signing)
      const id = parts?.isOurs ? parts.login : (await signing.verify(token, { publicUrl }))?.['sid']
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

interface LoginTerm {
  readonly id: string
  readonly refresh: string
  readonly expiresAt: number
}

/** In one transaction: of two requests with one token, one gets the next, and the other ends the login. */
async function renew(
  sent: string,
  { accounts, signing, now }: SessionsInput,
): Promise<(LoginTerm & { readonly user: User }) | undefined> {
  const parts = partsOf(sent, signing)
  if (!parts) return undefined
  return (await accounts()).write(async (transaction) => {
    const known = await transaction.login(parts.login)
    if (!known || !isOpen(known, now())) return undefined
    const { login, user } = known
    if (login.refreshHash !== hashOf(sent)) {
      // It came from here, and is not the one that counts: it was used, and somebody has a copy.
      if (parts.isOurs) await transaction.changeLogin(login.id, { endedAt: now() })
      return undefined
    }
    const refresh = newRefreshToken(login.id, signing)
    await transaction.changeLogin(login.id, { refreshHash: hashOf(refresh) })
    return { id: login.id, refresh, expiresAt: login.expiresAt, user }
  })
}

const isOpen = ({ login, user }: KnownLogin, now: number): boolean =>
  login.endedAt === null && login.expiresAt > now && user.status === 'active'

/** `<login>.<chance>.<mark>`: with the mark nobody can end the login of another by making one up. */
function newRefreshToken(login: string, signing: Signing): string {
  const text = `${login}.${randomBytes(32).toString('base64url')}`
  return `${text}.${signing.mark(text)}`
}

const REFRESH_TOKEN = /^([0-9A-Z]{26})\.[\w-]{43}\.([\w-]{43})$/

function partsOf(token: string, signing: Signing): { readonly login: string; readonly isOurs: boolean } | undefined {
  const [, login, mark] = REFRESH_TOKEN.exec(token) ?? []
  if (login === undefined || mark === undefined) return undefined
  return { login, isOurs: signing.isMarked(token.slice(0, -mark.length - 1), mark) }
}

const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex')
