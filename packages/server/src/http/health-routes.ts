import { HttpFailure } from '@wuku/http-kit/http-failures'
import type { Route } from '@wuku/http-kit/route'
import { buildRoute } from './build-route.ts'

export interface Readiness {
  readonly status: 'ready' | 'starting' | 'stopping' | 'failed'
  readonly checks: Readonly<Record<string, string>>
}

export interface HealthInput {
  /** Says `stopping` as soon as the stop begins. */
  readiness(): Promise<Readiness>
  /** Seconds since the start. */
  uptime(): number
  /** Issuer whose tokens `/mcp` takes. */
  readonly issuer?: string | undefined
}

const mcpRevisions = ['2026-07-28', '2025-11-25', '2025-06-18']

export function healthRoutes({ readiness, uptime, issuer }: HealthInput): readonly Route[] {
  return [
    get('/healthz', 'Liveness', async () => ({ body: { status: 'ok' } }), ['/livez']),
    get('/readyz', 'Readiness', async () => {
      const ready = await readiness()
      return { status: ready.status === 'ready' ? 200 : 503, body: ready }
    }),
    get('/health', 'Liveness, with the uptime', async () => ({ body: { status: 'ok', uptime: uptime() } }), [
      '/api/base/health',
    ]),
    get('/version', 'Versions of the program, of this interface and of MCP', async (_, { version }) => ({
      body: { name: 'wuku', version, api: 'v1', mcp: mcpRevisions },
    })),
    get(
      '/.well-known/oauth-protected-resource',
      'Metadata of the protected resource, for MCP clients',
      async (_, { publicUrl }) => ({ body: protectedResource(publicUrl, issuer) }),
      ['/.well-known/oauth-protected-resource/mcp'],
    ),
  ]
}

/** Addresses at which a worker answers too. */
const ofWorkers: ReadonlySet<string> = new Set(['/healthz', '/readyz', '/metrics'])

/** The routes of a worker. All others say that it is one, to anybody: a balancer sent the request there by mistake. */
export const routesOfWorker = (routes: readonly Route[]): readonly Route[] =>
  routes.map((route) => (ofWorkers.has(route.path) ? route : { ...route, ...refusedByWorker }))

const isWorker = new HttpFailure(
  'wrong-instance',
  'This instance runs jobs, and answers no requests.',
  'Send it to an instance of the role web or all, or start this one with: wuku serve --role all',
)

const refusedByWorker: Pick<Route, 'level' | 'changes' | 'body' | 'demands' | 'answer'> = {
  level: 'open',
  changes: false,
  body: 'raw',
  demands: () => ({ level: 'open', changes: false }),
  answer: () => Promise.reject(isWorker),
}

const get = (path: string, title: string, answer: Route['answer'], aliases: readonly string[] = []): Route =>
  buildRoute('GET', path, { tag: 'health', title, aliases, answer })

/** RFC 9728: how an MCP client finds where to get a token. */
const protectedResource = (publicUrl: string, issuer: string | undefined) => ({
  resource: `${publicUrl}/mcp`,
  ...(issuer !== undefined && { authorization_servers: [issuer] }),
  scopes_supported: ['read', 'write', 'admin'],
  bearer_methods_supported: ['header'],
  resource_name: 'wuku',
})
