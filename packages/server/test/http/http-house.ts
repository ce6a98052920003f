import { connect, type Socket } from 'node:net'
import { engineOperations } from '@wuku/kernel/operations'
import { consoleRoutes, type ConsoleFile } from '../../src/http/console-routes.ts'
import { healthRoutes } from '../../src/http/health-routes.ts'
import { identifyLocally, type Identify } from '../../src/http/identify.ts'
import { localBackend } from '../../src/http/local-backend.ts'
import { createLocalLogin, localLoginRoutes, newToken, userInfoRoute } from '../../src/http/local-login.ts'
import { sessionRoutes } from '../../src/http/login/session-routes.ts'
import type { Route } from '@wuku/http-kit/route'
import {
  createHttpServer,
  type HttpServer,
  type HttpServerInput,
  type HttpSettings,
  type LogLine,
} from '../../src/http/server.ts'
import { loopback } from './loopback.ts'
import { engineWith } from '../../../kernel/test/search/engine-with.ts'

export interface HttpHouse {
  readonly server: HttpServer
  readonly port: number
  readonly token: string
  readonly lines: readonly LogLine[]
  /** How often the route that writes has done so. */
  readonly written: readonly string[]
  code(): string
  /** Resolves once so many lines of the log fulfil this. */
  logged(count: number, wanted: (line: LogLine) => boolean): Promise<void>
  /** From an address of this machine; by default the first. */
  connect(localAddress?: string): Socket
  /** Sends these bytes on a connection of its own; resolves with the answers that came when the server closes it. */
  raw(bytes: string | Uint8Array): Promise<Reply>
  /** One request, on a connection that is closed after it. */
  ask(request: Ask): Promise<Reply>
}

export interface Ask {
  readonly method?: string
  readonly target: string
  /** By default with the token; `''`: without. */
  readonly credential?: string
  readonly headers?: readonly string[]
  readonly body?: string
}

export interface Reply {
  /** Of the first answer; 0: none came. */
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly text: string
}

export interface HouseOptions {
  readonly settings?: Partial<HttpSettings>
  readonly isOpen?: boolean
  readonly routes?: readonly Route[]
  /** Files of the console; by default it is not built. */
  readonly console?: readonly ConsoleFile[]
  readonly observe?: HttpServerInput['observe']
  readonly denied?: HttpServerInput['denied']
  /** By default the local user alone is let in. */
  readonly identify?: Identify
}

export async function openHttpHouse({
  settings,
  isOpen = false,
  routes = [],
  console = [],
  observe,
  denied,
  identify,
}: HouseOptions = {}): Promise<HttpHouse> {
  const token = newToken()
  const login = createLocalLogin({ token })
  const lines: LogLine[] = []
  const waiting = new Set<() => void>()
  const written: string[] = []
  const engine = await engineWith({ handbook: { 'tides.md': '# Tides\n\nThe ebb follows the moon.\n' } })
  const server = createHttpServer({
    routes: [
      ...healthRoutes({ readiness: async () => ({ status: 'ready', checks: { store: 'ok' } }), uptime: () => 1 }),
      ...consoleRoutes(console),
      ...localLoginRoutes({ login, isLocal: () => true }),
      ...sessionRoutes({ sessions: () => login }),
      userInfoRoute(),
      ...testRoutes(written),
      ...routes,
    ],
    context: { backend: localBackend({ engine, operations: engineOperations }), waitMilliseconds: 1_000, version: '1' },
    identify: identify ?? identifyLocally({ ...login, isReadOnly: settings?.readOnly ?? false, isOpen }),
    settings: { ...defaults, ...settings },
    ...(observe && { observe }),
    ...(denied && { denied }),
    log: (line) => {
      lines.push(line)
      for (const look of waiting) look()
    },
  })
  const { port } = await server.listen()
  const raw = (bytes: string | Uint8Array): Promise<Reply> => exchange(connect(port, '127.0.0.1'), bytes)
  return {
    server,
    port,
    token,
    lines,
    written,
    raw,
    code: () => login.newCode().code,
    connect: (localAddress = '127.0.0.1') => connect({ port, host: '127.0.0.1', localAddress }).on('error', () => {}),
    logged: (count, wanted) =>
      new Promise((resolve) => {
        const look = (): void => {
          if (lines.filter(wanted).length < count) return
          waiting.delete(look)
          resolve()
        }
        waiting.add(look)
        look()
      }),
    ask: (request) => raw(requestBytes(request, port, token)),
  }
}

const defaults = { ...loopback, allowHosts: ['wuku.team'], allowOrigins: ['https://docs.example'], graceSeconds: 5 }

export const row = (route: Pick<Route, 'method' | 'path' | 'answer'> & Partial<Route>): Route => ({
  level: 'read',
  changes: false,
  description: { tag: 'test', title: route.path },
  ...route,
})

function testRoutes(written: string[]): readonly Route[] {
  return [
    row({
      method: 'POST',
      path: '/api/v1/operations/{name}',
      async answer({ params, body, caller, id, signal }, { backend }) {
        const call = {
          operation: params['name'] ?? '',
          input: body,
          caller,
          requestId: id,
          signal,
          surface: 'rest',
        } as const
        return { body: (await backend.run(call)).output as object }
      },
    }),
    row({
      method: 'GET',
      path: '/things/{name}',
      description: { tag: 'test', title: 'a thing', query: { properties: { limit: {}, query: {} } } },
      answer: async ({ params, query }) => ({ body: { name: params['name'], query }, etag: `${written.length}` }),
    }),
    row({
      method: 'PUT',
      path: '/things/{name}',
      level: 'write',
      changes: true,
      answer: async ({ params }) => ({ body: { count: written.push(params['name'] ?? '') } }),
    }),
    row({
      method: 'POST',
      path: '/things',
      level: 'write',
      changes: true,
      answer: async ({ body }) => ({ status: 201, body: { count: written.push(JSON.stringify(body)) } }),
    }),
    row({
      method: 'GET',
      path: '/broken',
      answer: async () => {
        throw new TypeError('SELECT secret FROM /home/ann/index.sqlite')
      },
    }),
  ]
}

export function requestBytes(
  { method = 'GET', target, credential, headers = [], body }: Ask,
  port: number,
  token: string,
): string {
  const sent = credential ?? `Authorization: Bearer ${token}`
  const lines = [
    `${method} ${target} HTTP/1.1`,
    ...(headers.some((line) => /^host:/i.test(line)) ? [] : [`Host: 127.0.0.1:${port}`]),
    ...(sent === '' ? [] : [sent]),
    ...(body === undefined || headers.some((line) => /^(content-type|transfer-encoding):/i.test(line))
      ? []
      : ['Content-Type: application/json']),
    ...(body === undefined || headers.some((line) => /^(content-length|transfer-encoding):/i.test(line))
      ? []
      : [`Content-Length: ${Buffer.byteLength(body)}`]),
    ...headers,
    'Connection: close',
  ]
  return `${lines.join('\r\n')}\r\n\r\n${body ?? ''}`
}

/** Also what comes after the end of an answer is read: nothing may. */
function exchange(socket: Socket, bytes: string | Uint8Array): Promise<Reply> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    socket.on('data', (chunk) => chunks.push(chunk))
    socket.on('error', () => {})
    socket.on('close', () => resolve(parseReply(Buffer.concat(chunks).toString('utf8'))))
    socket.write(bytes)
  })
}

export function parseReply(text: string): Reply {
  const end = text.indexOf('\r\n\r\n')
  const [first = '', ...lines] = text.slice(0, end < 0 ? text.length : end).split('\r\n')
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  )
  return { status: Number(first.split(' ')[1] ?? 0), headers, body: end < 0 ? '' : text.slice(end + 4), text }
}
