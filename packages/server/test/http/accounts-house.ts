import { loadOperations } from '../../../cli/src/load-operations.ts'
import { addKey } from '@wuku/kernel/accounts/api-keys'
import { addUser } from '@wuku/kernel/accounts/users'
import type { Engine } from '@wuku/kernel/base/engine'
import type { ApiKey, Role, Scope } from '@wuku/core/ports/accounts'
import { identifyByAccounts } from '../../src/http/accounts-identify.ts'
import { localBackend } from '../../src/http/local-backend.ts'
import { userInfoRoute } from '../../src/http/local-login.ts'
import { mcpRoutes } from '../../src/http/mcp-route.ts'
import { restRoutes } from '../../src/http/rest/routes.ts'
import type { HttpCaller } from '@wuku/http-kit/route'
import { loopback } from './loopback.ts'
import { createHttpServer, type HttpServer } from '../../src/http/server.ts'
import { createMcpHttpHandler } from '@wuku/mcp/http-handler'
import { unauthorized } from '@wuku/http-kit/guards'
import { engineWith } from '../../../kernel/test/search/engine-with.ts'
import { row } from './http-house.ts'

export type House = Awaited<ReturnType<typeof openHouse>>

/** A moment of the clock that keys are looked at with; that of the engine stands at 0. */
export const NOW = 1_000_000

export async function openHouse({ isPublicRead = false } = {}) {
  const engine = await engineWith({ handbook: { 'tides.md': '# Tides\n\nThe ebb follows the moon.\n' } })
  const users = await engine.accounts.write(async (transaction) => ({
    admin: await addUser({ name: 'root', role: 'admin' }, transaction, 3),
    reader: await addUser({ name: 'ben', role: 'reader', groups: ['sea'] }, transaction, 1),
    writer: await addUser({ name: 'ann', role: 'writer', email: 'ann@example.com' }, transaction, 2),
  }))
  const uses: object[] = []
  const server = await listen(engine, { isPublicRead, uses })
  let made = 0
  return {
    url: server.url,
    engine,
    users,
    uses,
    /** A new key of the user with this role. */
    key: (
      role: Role,
      scopes: readonly Scope[],
      { expiresAt = null, rateLimit = null }: Partial<Pick<ApiKey, 'expiresAt' | 'rateLimit'>> = {},
    ) =>
      engine.accounts.write(async (transaction) => {
        const wanted = { name: `key ${made++}`, scopes, rateLimit, expiresAt }
        // The scope may be wider than the role: as when a role was taken back.
        const user = { ...users[role], role: 'admin' } as const
        return (await addKey(wanted, user, { transaction, now: 1, keysPerUser: 1_000 })).text
      }),
    close: () => server.stop(),
  }
}

async function listen(
  engine: Engine,
  { isPublicRead, uses }: { readonly isPublicRead: boolean; readonly uses: object[] },
): Promise<HttpServer & { readonly url: string }> {
  const operations = await loadOperations()
  const mcp = createMcpHttpHandler({
    engine,
    operations,
    options: { toolsets: ['core', 'pads'], readOnly: false },
    version: '1',
  })
  const own = [
    userInfoRoute({ requestsPerMinute: 600, callsPerDay: 7, uploadBytesPerDay: 9 }),
    ...mcpRoutes({ bodyBytes: 10_000, sessions: false }),
    row({ method: 'GET', path: '/caller', answer: async ({ caller }) => ({ body: seenOf(caller) }) }),
    row({ method: 'PUT', path: '/written', level: 'write', changes: true, answer: async () => ({ body: {} }) }),
    row({ method: 'PUT', path: '/ruled', level: 'admin', changes: true, answer: async () => ({ body: {} }) }),
  ]
  const server = createHttpServer({
    routes: [...own, ...restRoutes(operations, own)],
    context: { backend: localBackend({ engine, operations, mcp: mcp.answer }), waitMilliseconds: 1_000, version: '1' },
    identify: identifyByAccounts({
      accounts: async () => engine.accounts,
      async ownerOfToken(token, { route }) {
        if (token !== 'a-token' && !(token === 'for-mcp' && route === '/mcp')) throw unauthorized()
        const user = (await engine.accounts.read((view) => view.users())).find(({ name }) => name === 'ann')
        if (!user) throw unauthorized()
        return {
          user,
          scope: token === 'for-mcp' ? 'read' : null,
          via: token === 'for-mcp' ? 'key' : 'login',
          credential: 'login:1',
        }
      },
      isPublicRead,
      isReadOnly: false,
      now: () => NOW,
      used: (use) => void uses.push(use),
    }),
    settings: { ...loopback, bodyBytes: 10_000 },
    log: () => {},
  })
  const { url } = await server.listen()
  return { ...server, url }
}

const seenOf = ({ level, sees, via, isRemote, actorName, credential }: HttpCaller) => ({
  level,
  sees: sees === 'all' ? 'all' : { ...sees },
  via,
  isRemote,
  actorName,
  hasCredential: credential.startsWith('key:'),
})

export interface Ask {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
}

export async function ask(url: string, path: string, { method, headers = {}, body }: Ask = {}) {
  const answer = await fetch(url + path, {
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  return {
    status: answer.status,
    headers: answer.headers,
    body: (text === '' ? undefined : JSON.parse(text)) as Answer,
  }
}

export interface Answer {
  readonly error?: { readonly code: string }
  readonly [key: string]: unknown
}

export const bearer = (credential: string): Ask['headers'] => ({ authorization: `Bearer ${credential}` })
