import { onTestFinished } from 'vitest'
import { loadOperations } from '../../../../cli/src/load-operations.ts'
import { openServerLogin } from '../../../src/serve/server-login.ts'
import type { AuthSettings } from '@wuku/settings/server-settings'
import { noTeam } from '@wuku/settings/team-settings'
import type { AuditEntry } from '@wuku/core/ports/accounts'
import { identifyByAccounts } from '../../../src/http/accounts-identify.ts'
import { healthRoutes } from '../../../src/http/health-routes.ts'
import { localBackend } from '../../../src/http/local-backend.ts'
import { createLocalLogin, localLoginRoutes, newToken, userInfoRoute } from '../../../src/http/local-login.ts'
import { accessRoutes } from '../../../src/http/login/access-routes.ts'
import { sessionRoutes } from '../../../src/http/login/session-routes.ts'
import { mcpRoutes } from '../../../src/http/mcp-route.ts'
import { createHttpServer } from '../../../src/http/server.ts'
import { createMcpHttpHandler } from '@wuku/mcp/http-handler'
import { toolsets } from '@wuku/kernel/base/operation'
import { scratchFolder } from '../../../../../test/scratch.ts'
import { openTestStore } from '../../../../../test/test-store.ts'
import { engineWith } from '../../../../kernel/test/search/engine-with.ts'
import { loopback } from '../loopback.ts'
import { openBrowser } from './browser.ts'
import { clientSecret, reserveProvider } from './real-provider.ts'

export interface LoginServerOptions {
  readonly issuer?: string
  readonly oidc?: Partial<AuthSettings['oidc']>
  readonly auth?: Partial<AuthSettings>
}

export type LoginServer = Awaited<ReturnType<typeof openLoginServer>>
export type LoginHouse = Awaited<ReturnType<typeof openLoginHouse>>

/** A server in accounts mode, in this process. */
export async function openLoginServer({ issuer = '', oidc, auth }: LoginServerOptions = {}) {
  const home = scratchFolder()
  const { accounts } = openTestStore()
  const audit: AuditEntry[] = []
  /** Milliseconds that its clock goes before ours. */
  const clock = { ahead: 0 }
  const now = (): number => Date.now() + clock.ahead
  const login = openServerLogin({
    settings: { home, team: noTeam, auth: { ...plainAuth, ...auth, oidc: { ...plainAuth.oidc, issuer, ...oidc } } },
    accounts: async () => accounts,
    audit: (entry) => audit.push(entry),
    failed: () => {},
    now,
  })
  if (!login) throw new Error('There are no keys to sign with.')
  const local = createLocalLogin({ token: newToken() })
  const engine = await engineWith({})
  const operations = await loadOperations()
  const mcp = createMcpHttpHandler({
    operations,
    engine,
    options: { toolsets, readOnly: false },
    version: '1',
    log: () => {},
  })
  const identify = identifyByAccounts({
    accounts: async () => accounts,
    ownerOfToken: login.ownerOfToken,
    isPublicRead: false,
    isReadOnly: false,
    now,
    used: () => {},
  })
  const server = createHttpServer({
    routes: [
      ...healthRoutes({
        readiness: async () => ({ status: 'ready', checks: {} }),
        uptime: () => 1,
        issuer: login.issuer,
      }),
      ...localLoginRoutes({ login: local, isLocal: () => false }),
      ...sessionRoutes({ sessions: () => login.sessions, ended: login.ended }),
      ...login.routes,
      ...accessRoutes({
        accounts: async () => accounts,
        sessions: login.sessions,
        local,
        mode: { isLocal: false, mayUndo: false, hasAccounts: async () => true },
        keysPerUser: 20,
        audit: (entry) => void audit.push(entry),
        now,
      }),
      userInfoRoute(),
      ...mcpRoutes({ bodyBytes: 4_096, sessions: false }),
    ],
    context: {
      backend: localBackend({ engine, operations, mcp: mcp.answer }),
      waitMilliseconds: 1_000,
      version: '1',
    },
    identify,
    settings: loopback,
    log: () => {},
  })
  const { url } = await server.listen()
  onTestFinished(async () => {
    await server.stop()
    await mcp.close()
  })
  return {
    url,
    home,
    accounts,
    audit,
    clock,
    now,
    identify,
    post: (path: string, body?: object, headers?: Readonly<Record<string, string>>) =>
      fetch(url + path, {
        method: 'POST',
        headers: { ...(body && { 'content-type': 'application/json' }), ...headers },
        ...(body && { body: JSON.stringify(body) }),
      }),
    get: (path: string, token?: string) =>
      fetch(url + path, { headers: token === undefined ? {} : { authorization: `Bearer ${token}` } }),
  }
}

export const plainAuth: AuthSettings = {
  adminKey: () => '',
  anonymous: false,
  visibility: 'team',
  admins: [],
  role: 'reader',
  keysPerUser: 20,
  accessMinutes: 120,
  refreshDays: 7,
  signingKeys: () => [],
  oidc: {
    issuer: '',
    clientId: 'wuku',
    clientSecret: () => clientSecret,
    rolesClaim: 'groups',
    adminValues: [],
    writerValues: [],
    deviceLogin: 'write',
    domains: [],
  },
}

export interface Tokens {
  readonly access_token: string
  readonly refresh_token: string
  readonly expires_in: number
  readonly user: { readonly user_id: string; readonly name: string; readonly email: string; readonly role: string }
}

export async function openLoginHouse(options: Omit<LoginServerOptions, 'issuer'> = {}) {
  const provider = await reserveProvider()
  onTestFinished(() => provider.close())
  const server = await openLoginServer({ ...options, issuer: provider.issuer })
  await provider.open(server.url)
  provider.people.set('ann', { name: 'Ann', email: 'ann@team.example', email_verified: true, groups: ['docs'] })
  const browser = openBrowser()
  /** All of a login, through the forms of the provider; resolves with the last answer. */
  const logIn = async (subject: string, accept = 'text/html', own = browser): Promise<Response> => {
    const callback = `${server.url}/api/v1/auth/callback`
    const at = await provider.logIn(own, `${server.url}/api/v1/auth/login?redirect=/libraries`, subject, callback)
    return own.ask(at, { headers: { accept } })
  }
  return {
    ...server,
    provider,
    browser,
    logIn,
    tokens: async (subject: string) =>
      (await (await logIn(subject, 'application/json', openBrowser())).json()) as Tokens,
  }
}
