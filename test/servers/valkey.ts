import { execFileSync } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { provisionServers } from '../../scripts/provision-servers.ts'
import { plain, type ServerProcess, startServer } from './process.ts'

export interface Valkey extends ServerProcess {
  readonly url: string
  /** What a command of the administrator answers. */
  cli(...words: readonly string[]): string
}

export async function startValkey(settings: readonly string[] = []): Promise<Valkey> {
  const { program } = await provisionServers()
  const cli = (port: number, words: readonly string[]): string =>
    execFileSync(program('valkey-cli'), ['-h', '127.0.0.1', '-p', String(port), ...words], {
      encoding: 'utf8',
      env: plain('/'),
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim()
  const server = await startServer({
    name: 'valkey',
    program: program('valkey-server'),
    args: ({ port, folder }) => [
      ...['--port', String(port), '--bind', '127.0.0.1', '--dir', folder],
      ...['--save', '', '--appendonly', 'no', ...settings],
    ],
    isReady: async ({ port }) => {
      try {
        return /PONG|NOAUTH/.test(cli(port, ['PING']))
      } catch {
        return false
      }
    },
  })
  return Object.assign(server, {
    url: `redis://127.0.0.1:${server.port}`,
    cli: (...words: readonly string[]) => cli(server.port, words),
  })
}

export interface ValkeyCluster {
  readonly nodes: readonly Valkey[]
  close(): Promise<void>
}

/** Three leaders without followers: enough to show which keys may stand in one command. */
export async function startValkeyCluster(): Promise<ValkeyCluster> {
  const settings = ['--cluster-enabled', 'yes', '--cluster-node-timeout', '2000']
  const nodes = await Promise.all([1, 2, 3].map(() => startValkey(settings)))
  nodes[0]?.cli('--cluster', 'create', ...nodes.map(({ port }) => `127.0.0.1:${port}`), '--cluster-yes')
  while (!nodes.every((node) => node.cli('CLUSTER', 'INFO').includes('cluster_state:ok'))) await sleep(50)
  return { nodes, close: async () => void (await Promise.all(nodes.map((node) => node.close()))) }
}
