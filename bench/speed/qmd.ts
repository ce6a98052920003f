import { execFile, spawn } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { bareEnvironment, type Peer, type Service } from './peer.ts'

const VERSION = '2.8.3'
const PACKAGE = `@tobilu/qmd@${VERSION}`

/** Installs qmd next to its earlier runs; throws when npm cannot. */
export async function installQmd(cache: string): Promise<string> {
  const folder = join(cache, `qmd-${VERSION}`)
  const installed = join(folder, 'node_modules', '@tobilu', 'qmd')
  if (existsSync(join(installed, 'package.json'))) return installed
  mkdirSync(folder, { recursive: true })
  await promisify(execFile)('npm', ['install', '--prefix', folder, '--no-audit', '--no-fund', '--save-exact', PACKAGE])
  return installed
}

/** Its keyword search alone: no model is downloaded and none is asked. */
export function qmdPeer(installed: string, home: string): Peer {
  const env = {
    ...bareEnvironment(home),
    XDG_CACHE_HOME: join(home, 'cache'),
    XDG_CONFIG_HOME: join(home, 'config'),
    XDG_DATA_HOME: join(home, 'data'),
  }
  const command = (...args: readonly string[]) => ({ args: [join(installed, 'bin', 'qmd'), ...args], env })
  return {
    name: `qmd ${VERSION}`,
    door: 'REST, keyword search; one server for all clients',
    storage: home,
    add: (folder) => command('collection', 'add', folder, '--name', 'bench'),
    update: () => command('update'),
    search: (query) => command('search', query, '--json', '-n', '10'),
    documentsIn: (output) => Number(/Indexed: (\d+) new/.exec(output)?.[1] ?? NaN),
    hitsIn: (output) => (JSON.parse(output.slice(output.indexOf('['))) as unknown[]).length,
    serve: (clients) => serve(join(installed, 'dist', 'cli', 'qmd.js'), env, clients),
  }
}

/** The program itself instead of its launcher, which would leave it behind when it is stopped. */
async function serve(program: string, env: Readonly<Record<string, string>>, clients: number): Promise<Service> {
  const port = await freePort()
  const child = spawn(process.execPath, [program, 'mcp', '--http', '--port', String(port)], { env, stdio: 'ignore' })
  const gone = new Promise<void>((settle) => child.once('exit', () => settle()))
  const url = `http://127.0.0.1:${port}`
  const close = async (): Promise<void> => {
    child.kill()
    await gone
  }
  await untilHealthy(url).catch(async (error: unknown) => {
    await close()
    throw error
  })
  const client = { ask: (query: string) => ask(url, query) }
  return { clients: Array.from({ length: clients }, () => client), pids: [child.pid ?? 0], url, close }
}

async function ask(url: string, query: string): Promise<number> {
  const body = JSON.stringify({ searches: [{ type: 'lex', query }], rerank: false, limit: 10 })
  const reply = await fetch(`${url}/query`, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  const { results } = (await reply.json()) as { results?: readonly unknown[] }
  return results?.length ?? 0
}

async function untilHealthy(url: string): Promise<void> {
  for (let attempt = 0; attempt < 300; attempt++) {
    if (
      await fetch(`${url}/health`).then(
        (reply) => reply.ok,
        () => false,
      )
    )
      return
    await sleep(100)
  }
  throw new Error('The server of qmd did not start within 30 seconds.')
}

function freePort(): Promise<number> {
  return new Promise((settle, fail) => {
    const server = createServer()
    server.once('error', fail)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => settle(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
