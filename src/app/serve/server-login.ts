import { openIdentityProvider } from '../../adapters/oidc/provider.ts'
import { WukuError } from '../../core/errors.ts'
import type { LoginRules } from '../../engine/accounts/login-user.ts'
import type { SharedNotes } from '../../ports/instances.ts'
import type { Accounts, AuditEntry } from '../../ports/accounts.ts'
import { deviceRoutes } from '../../surfaces/http/login/device-routes.ts'
import { loginEntry, loginRoutes } from '../../surfaces/http/login/login-routes.ts'
import { createLoginTokens, type LoginTokens } from '../../surfaces/http/login/login-tokens.ts'
import { createSessions, type Sessions, type SessionUser } from '../../surfaces/http/login/sessions.ts'
import { createSigning } from '../../surfaces/http/login/signing.ts'
import type { HttpRequest, Route } from '../../surfaces/http/route.ts'
import type { Settings } from '../settings.ts'
import { openSigningKeys } from './signing-keys.ts'

/** Login of people to a server that has a provider. */
export interface ServerLogin {
  readonly issuer: string
  readonly tokens: LoginTokens
  readonly sessions: Sessions
  readonly routes: readonly Route[]
  /** Somebody logged out. */
  ended(user: SessionUser, request: HttpRequest): void
}

export interface ServerLoginInput {
  readonly settings: Pick<Settings, 'home' | 'auth' | 'team'>
  accounts(): Promise<Accounts>
  notes?(): Promise<SharedNotes | undefined>
  audit(entry: AuditEntry): void
  /** For the log: why a login failed. */
  failed(error: unknown, requestId: string): void
  now(): number
}

/** `undefined` without a provider: then nobody logs in, and nothing of it is loaded. */
export function openServerLogin(input: ServerLoginInput): ServerLogin | undefined {
  const { settings, accounts, now } = input
  const { home, auth } = settings
  const { issuer, clientId, clientSecret, rolesClaim, adminValues, writerValues, deviceLogin, domains } = auth.oidc
  if (issuer === '') return undefined
  if (clientId === '')
    throw new WukuError(
      'usage',
      'The setting auth.oidc.issuer is set, and auth.oidc.clientId is not.',
      'Set the id of this server at the provider, in settings.yaml or in WUKU_AUTH_OIDC_CLIENT_ID.',
    )
  if (settings.team.database.url() !== '' && auth.signingKeys().length === 0)
    throw new WukuError(
      'usage',
      'Instances that share a database must sign logins with the same keys, and auth.signingKeys is not set.',
      'Make one with: openssl rand -base64 32, and give it to all of them in WUKU_AUTH_SIGNING_KEYS.',
    )
  const rules: LoginRules = {
    issuer,
    admins: auth.admins,
    role: auth.role,
    rolesClaim,
    adminValues,
    writerValues,
    domains,
  }
  const wanted = ['email', 'name', rolesClaim]
  const provider = openIdentityProvider({ issuer, clientId, clientSecret, wanted })
  const signing = createSigning(openSigningKeys({ home, given: auth.signingKeys(), now }), now)
  const { accessMinutes, refreshDays } = auth
  const sessions = createSessions({ accounts, signing, accessMinutes, refreshDays, now })
  const routesInput = { ...input, provider, sessions, signing, rules }
  return {
    issuer,
    sessions,
    tokens: createLoginTokens({ sessions, provider, rules, accounts, now }),
    ended: (user, request) => input.audit(loginEntry('logout', user, request, input)),
    routes: [
      ...loginRoutes(routesInput),
      ...(deviceLogin === 'off' ? [] : deviceRoutes({ ...routesInput, scope: deviceLogin })),
    ],
  }
}
