import { execFileSync } from 'node:child_process'
import { setImmediate as turn } from 'node:timers/promises'
import { provisionServers } from '../../scripts/provision-servers.ts'
import { asNobody, type Place, plain, type ServerProcess, startServer } from './process.ts'

export interface Redis extends ServerProcess {
  readonly url: string
}

export interface RedisCluster {
  readonly nodes: readonly Redis[]
  close(): Promise<void>
}

/** Valkey: what speaks to Redis speaks to it. Nothing is on the disk. */
export function startRedis(): Promise<Redis> {
  return startNode([])
}

/** Three nodes without copies. */
export async function startRedisCluster(): Promise<RedisCluster> {
  const { program } = await provisionServers()
  const settings = ['--cluster-enabled', 'yes', '--cluster-node-timeout', '2000']
  const nodes = await Promise.all([1, 2, 3].map(() => startNode(settings)))
  const ask = (port: number, ...words: readonly string[]): string => {
    const [command, ...rest] = asNobody([program('valkey-cli'), '-p', String(port), ...words])
    return execFileSync(command, rest, { encoding: 'utf8', env: plain('/') })
  }
  const [first] = nodes
  ask(Number(first?.port), '--cluster', 'create', ...nodes.map(({ port }) => `127.0.0.1:${port}`), '--cluster-yes')
  while (!nodes.every(({ port }) => ask(port, 'cluster', 'info').includes('cluster_state:ok'))) await turn()
  return { nodes, close: async () => void (await Promise.all(nodes.map((node) => node.close()))) }
}

async function startNode(settings: readonly string[]): Promise<Redis> {
  const { program } = await provisionServers()
  const server = await startServer({
    name: 'redis',
    program: program('valkey-server'),
    args: ({ folder, port }: Place) =>
      ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder, '--save', '', '--appendonly', 'no'].concat(
        settings,
      ),
    isReady: async ({ port }) => {
      const [command, ...rest] = asNobody([program('valkey-cli'), '-p', String(port), 'ping'])
      try {
        return execFileSync(command, rest, { encoding: 'utf8', stdio: 'pipe' }).trim() === 'PONG'
      } catch {
        return false
      }
    },
  })
  return Object.assign(server, { url: `redis://127.0.0.1:${server.port}` })
}
