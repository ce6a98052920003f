import { openIdentityProvider } from '../oidc/provider.ts'
import { WukuError } from '@wuku/core/errors'
import { msg } from '@wuku/messages/server'
import type { LoginRules } from '@wuku/kernel/accounts/login-user'
import type { Scope } from '@wuku/core/ports/accounts'
import { deviceRoutes } from '../http/login/device-routes.ts'
import { loginEntry, loginRoutes, type LoginRoutesInput } from '../http/login/login-routes.ts'
import { createLoginTokens, type OwnerOfToken } from '../http/login/login-tokens.ts'
import { createSessions, type Sessions, type SessionUser } from '../http/login/sessions.ts'
import { createSigning } from '../http/login/signing.ts'
import type { HttpRequest, Route } from '@wuku/http-kit/route'
import type { Settings } from '@wuku/settings/app-settings'
import { needsSigningKeys, openSigningKeys } from './signing-keys.ts'

/** Logins of people to a server with accounts. */
export interface ServerLogin {
  /** Absent without a provider. */
  readonly issuer?: string
  readonly ownerOfToken: OwnerOfToken
  readonly sessions: Sessions
  /** None without a provider. */
  readonly routes: readonly Route[]
  /** Somebody logged out. */
  ended(user: SessionUser, request: HttpRequest): void
}

export interface ServerLoginInput extends Pick<LoginRoutesInput, 'accounts' | 'notes' | 'audit' | 'failed' | 'now'> {
  readonly settings: Pick<Settings, 'home' | 'auth' | 'team'>
}

/** `undefined` where instances have nothing in common to sign with: then a key is all there is. */
export function openServerLogin(input: ServerLoginInput): ServerLogin | undefined {
  const { settings, accounts, now } = input
  const { home, auth } = settings
  const provided = providerOf(input)
  if (!provided && needsSigningKeys(settings)) return undefined
  const signing = createSigning(openSigningKeys({ home, given: auth.signingKeys(), now }), now)
  const { accessMinutes, refreshDays } = auth
  const sessions = createSessions({ accounts, signing, accessMinutes, refreshDays, now })
  const routesInput = provided && { ...input, ...provided, sessions, signing }
  return {
    ...(provided && { issuer: provided.rules.issuer }),
    sessions,
    ownerOfToken: createLoginTokens({ sessions, accounts, now, ...(provided && { issuer: provided }) }),
    ended: (user, request) => input.audit(loginEntry('logout', user, request, input)),
    routes: routesInput ? [...loginRoutes(routesInput), ...deviceRoutesFor(routesInput, auth.oidc.deviceLogin)] : [],
  }
}

const deviceRoutesFor = (input: LoginRoutesInput, scope: Scope | 'off'): readonly Route[] =>
  scope === 'off' ? [] : deviceRoutes({ ...input, scope })

function providerOf({ settings }: Pick<ServerLoginInput, 'settings'>) {
  const { auth } = settings
  const { issuer, clientId, clientSecret, rolesClaim, adminValues, writerValues, domains } = auth.oidc
  if (issuer === '') return undefined
  if (clientId === '') throw new WukuError('usage', msg('settingAuthOidcIssuer'))
  if (needsSigningKeys(settings)) throw new WukuError('usage', msg('instancesThatShareDatabaseMust'))
  const { admins, role } = auth
  const rules: LoginRules = { issuer, admins, role, rolesClaim, adminValues, writerValues, domains }
  const claimNames = ['email', 'name', rolesClaim]
  return { provider: openIdentityProvider({ issuer, clientId, clientSecret, wanted: claimNames }), rules }
}
