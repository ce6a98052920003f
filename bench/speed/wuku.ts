import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { bareEnvironment, type Client as Asking, type Peer, type Service } from './peer.ts'

export function wukuPeer(repository: string, home: string): Peer {
  const env = { ...bareEnvironment(home), WUKU_HOME: join(home, 'wuku') }
  const launcher = join(repository, 'bin', 'wuku.js')
  const command = (...args: readonly string[]) => ({ args: [launcher, ...args], env })
  return {
    name: `wuku ${readVersion(repository)}`,
    door: 'MCP over stdio, tool `recall`; a server process for each client',
    storage: join(home, 'wuku'),
    add: (folder) => command('add', folder, '--kind', 'notes', '--name', 'bench', '--json'),
    update: () => command('index', '--json'),
    search: (query) => command('recall', '--json', '--limit', '10', '--', query),
    documentsIn: (output) => (answerIn(output) as { added: number }).added,
    hitsIn: (output) => (answerIn(output) as { hits: readonly unknown[] }).hits.length,
    chunks: {
      command: command('sources', '--json'),
      in: (output) => (answerIn(output) as { sources: readonly { chunks: number }[] }).sources[0]?.chunks ?? NaN,
    },
    serve: (clients) => serve(launcher, env, clients),
  }
}

/** The last line; those before it report progress. */
const answerIn = (output: string): unknown => JSON.parse(output.trim().split('\n').at(-1) ?? '')

interface Connection extends Asking {
  readonly pid: number
  close(): Promise<void>
}

async function serve(launcher: string, env: Readonly<Record<string, string>>, clients: number): Promise<Service> {
  const connections = await Promise.all(Array.from({ length: clients }, () => connect(launcher, env)))
  return {
    clients: connections,
    pids: connections.map(({ pid }) => pid),
    close: async () => void (await Promise.all(connections.map((each) => each.close()))),
  }
}

async function connect(launcher: string, env: Readonly<Record<string, string>>): Promise<Connection> {
  const client = new Client({ name: 'wuku-bench', version: '1.0.0' })
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [launcher, 'mcp'],
    env,
    stderr: 'ignore',
  })
  await client.connect(transport)
  return {
    pid: transport.pid ?? 0,
    async ask(query) {
      const answer = await client.callTool({ name: 'recall', arguments: { query, limit: 10 } })
      const { hits } = (answer.structuredContent ?? {}) as { hits?: readonly unknown[] }
      return hits?.length ?? 0
    },
    close: () => client.close(),
  }
}

const readVersion = (repository: string): string =>
  (JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8')) as { version: string }).version
