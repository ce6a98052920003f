import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { onTestFinished } from 'vitest'
import { compose } from '../../../packages/cli/src/compose.ts'
import { loadOperations } from '../../../packages/cli/src/load-operations.ts'
import { readSettings } from '@wuku/settings/app-settings'
import { identifyLocally, isSameSecret } from '../../../packages/server/src/http/identify.ts'
import { localBackend } from '@wuku/server/http/local-backend'
import { mcpRoutes } from '../../../packages/server/src/http/mcp-route.ts'
import { createHttpServer, type HttpServer, type LogLine } from '../../../packages/server/src/http/server.ts'
import { createMcpHttpHandler, type McpHttpInput } from '@wuku/mcp/http-handler'
import { loopback } from '../../../packages/server/test/http/loopback.ts'
import { wuku, type Home } from '../mcp-home.ts'

export interface McpHttpServer {
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
    settings: { ...loopback, bodyBytes: 4 * 2 ** 20, readOnly: input.options.readOnly },
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

/** All operations over what this user has indexed, in this process: for programs that bring no credential. */
export async function serveHomeToAll(home: Home): Promise<McpHttpServer> {
  const surroundings = { env: home.env, platform: process.platform, userFolder: home.folder }
  const settings = await readSettings(surroundings)
  const engine = await compose(
    { ...settings, code: { ...settings.code, startedIn: '', shellFolder: '' } },
    surroundings,
  )
  const options = { toolsets: ['default'], readOnly: false } as const
  const operations = await loadOperations()
  const server = await serveMcp({ operations, engine, options, version: '0', log: () => {} }, { admitsAll: true })
  return {
    ...server,
    async stop() {
      await server.stop()
      await engine.close()
    },
  }
}

export async function serveHome(home: Home, ...args: readonly string[]): Promise<McpHttpServer> {
  const child = spawn(process.execPath, [wuku, 'serve', '--port', '0', '--json', ...args], {
    env: home.env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const lines: LogLine[] = []
  createInterface({ input: child.stderr }).on('line', (line) => lines.push(JSON.parse(line) as LogLine))
  const ended = once(child, 'close')
  const [first] = (await Promise.race([once(createInterface({ input: child.stdout }), 'line'), ended])) as [unknown]
  if (typeof first !== 'string') throw new Error(`wuku serve ended: ${JSON.stringify(lines)}`)
  const { url } = JSON.parse(first) as { readonly url: string }
  const token = await readFile(join(home.env['WUKU_HOME'] ?? '', 'server-token'), 'utf8')
  return {
    url: `${url}/mcp`,
    token: token.trim(),
    lines,
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
  }
}

export function stopAfterTest<Stopped extends { stop(): Promise<void> }>(server: Stopped): Stopped {
  onTestFinished(() => server.stop())
  return server
}
