import { randomBytes } from 'node:crypto'
import { onTestFinished } from 'vitest'
import { compose } from '../../../src/app/compose.ts'
import { loadOperations } from '../../../src/app/operations.ts'
import { readSettings } from '../../../src/app/settings.ts'
import type { Engine } from '../../../src/engine/engine.ts'
import { identifyLocally, isSameSecret } from '../../../src/surfaces/http/identify.ts'
import { localBackend } from '../../../src/surfaces/http/local-backend.ts'
import { mcpRoutes } from '../../../src/surfaces/http/mcp-route.ts'
import { createHttpServer, type HttpServer, type LogLine } from '../../../src/surfaces/http/server.ts'
import { createMcpHttpHandler, type McpHttpInput } from '../../../src/surfaces/mcp/http-handler.ts'
import type { Home } from '../mcp-home.ts'

export interface McpHttpServer {
  /** Of `/mcp`. */
  readonly url: string
  readonly token: string
  readonly lines: readonly LogLine[]
  stop(): Promise<void>
}

export interface ServeOptions {
  /** Whoever asks is the local user, browsers too: for programs that bring no credential. */
  readonly admitsAll?: boolean
}

/** The HTTP server with `/mcp` alone, in this process. */
export async function serveMcp(input: McpHttpInput, { admitsAll = false }: ServeOptions = {}): Promise<McpHttpServer> {
  const token = `wuku_${randomBytes(32).toString('base64url')}`
  const lines: LogLine[] = []
  const handler = createMcpHttpHandler(input)
  const identify = identifyLocally({
    isValid: (credential) => isSameSecret(credential, token),
    isReadOnly: input.options.readOnly,
    isOpen: admitsAll,
  })
  const server: HttpServer = createHttpServer({
    routes: mcpRoutes({ bodyBytes: 4 * 2 ** 20, sessions: Boolean(input.sessions) }),
    context: {
      backend: localBackend({ engine: input.engine, operations: input.operations, mcp: handler.answer }),
      waitMilliseconds: 1_000,
      version: input.version,
    },
    identify: (asking) =>
      identify(admitsAll ? { ...asking, headers: { ...asking.headers, authorization: `Bearer ${token}` } } : asking),
    settings: {
      host: '127.0.0.1',
      port: 0,
      allowHosts: [],
      allowOrigins: [],
      bodyBytes: 4 * 2 ** 20,
      graceSeconds: 1,
      readOnly: input.options.readOnly,
    },
    log: (line) => lines.push(line),
  })
  const { url } = await server.listen()
  return {
    url: `${url}/mcp`,
    token,
    lines,
    stop: async () => void (await Promise.all([server.stop(), handler.close()])),
  }
}

/** All operations over what this user has indexed. */
export async function serveHome(
  home: Home,
  { env = {}, ...options }: Partial<McpHttpInput> & ServeOptions & { readonly env?: NodeJS.ProcessEnv } = {},
): Promise<McpHttpServer & { readonly engine: Engine }> {
  const surroundings = {
    env: { ...home.env, ...env },
    platform: process.platform,
    userFolder: home.folder,
  }
  const settings = await readSettings(surroundings)
  const engine = await compose(
    { ...settings, code: { ...settings.code, startedIn: '', shellFolder: '' } },
    surroundings,
  )
  const server = await serveMcp(
    {
      operations: await loadOperations(),
      engine,
      options: { toolsets: ['default'], readOnly: false },
      version: '0',
      log: () => {},
      ...options,
    },
    options,
  )
  return {
    ...server,
    engine,
    async stop() {
      await server.stop()
      await engine.close()
    },
  }
}

export function stopAfterTest<Stopped extends { stop(): Promise<void> }>(server: Stopped): Stopped {
  onTestFinished(() => server.stop())
  return server
}
