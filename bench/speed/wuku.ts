import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { bareEnvironment, type Peer, type Server } from './peer.ts'

export function wukuPeer(repository: string, home: string): Peer {
  const env = { ...bareEnvironment(home), WUKU_HOME: join(home, 'wuku') }
  const launcher = join(repository, 'bin', 'wuku.js')
  const command = (...args: readonly string[]) => ({ args: [launcher, ...args], env })
  return {
    name: `wuku ${readVersion(repository)}`,
    door: 'MCP over stdio',
    storage: join(home, 'wuku'),
    add: (folder) => command('add', folder, '--kind', 'notes', '--name', 'bench', '--json'),
    update: () => command('index', '--json'),
    search: (query) => command('recall', '--json', '--limit', '10', '--', query),
    documentsIn: (output) => (answerIn(output) as { added: number }).added,
    hitsIn: (output) => (answerIn(output) as { hits: readonly unknown[] }).hits.length,
    serve: () => serve(launcher, env),
  }
}

/** The last line; those before it tell the progress. */
const answerIn = (output: string): unknown => JSON.parse(output.trim().split('\n').at(-1) ?? '')

async function serve(launcher: string, env: Readonly<Record<string, string>>): Promise<Server> {
  const client = new Client({ name: 'wuku-bench', version: '1.0.0' })
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [launcher, 'mcp'],
    env,
    stderr: 'ignore',
  })
  await client.connect(transport)
  return {
    async ask(query) {
      const answer = await client.callTool({ name: 'search', arguments: { query, limit: 10 } })
      const { results } = (answer.structuredContent ?? {}) as { results?: readonly unknown[] }
      return results?.length ?? 0
    },
    close: () => client.close(),
  }
}

const readVersion = (repository: string): string =>
  (JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8')) as { version: string }).version
