import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { bareEnvironment } from '../../speed/peer.ts'
import { connect, type Connection, type Reply } from './connect.ts'
import type { Peer, Spent } from './peer.ts'

export interface Build {
  /** scythe-context-mcp, built. */
  readonly folder: string
  /** The Node that it was built for. */
  readonly node: string
}

export const isBuilt = ({ folder }: Build): boolean => existsSync(serverOf(folder))

/** Metadata alone, without a key: nothing is sent anywhere. It has no command line, so every run is a server of its own. */
export function scythePeer(build: Build, tree: string, home: string): Peer {
  const env = { ...bareEnvironment(home), GEMINI_BASE_URL: 'http://127.0.0.1:9' }
  const start = () => connect([build.node, serverOf(build.folder)], env, tree)
  const reindex = (server: Connection) => server.call('repo_reindex', { project_path: tree, dry_run: false })
  const search = (server: Connection, query: string) =>
    server.call('repo_semantic_search', { query, project_path: tree, max_results: 10 })
  return {
    name: `scythe-context-mcp ${versionIn(build.folder)} (Node ${nodeVersion(build.node)})`,
    storage: join(tree, '.scythe-context'),
    cold: async () => (await timed(start, reindex)).spent,
    again: async () => (await timed(start, reindex)).spent,
    async find(word) {
      const { spent, answer } = await timed(start, async (server) => {
        await reindex(server)
        return resultsIn(await search(server, word))
      })
      return answer > 0 ? spent : undefined
    },
    async files() {
      const { answer } = await timed(start, (server) => server.call('repo_index_status', { project_path: tree }))
      return (JSON.parse(answer.text) as { index: { files: number } }).index.files
    },
    async serve() {
      const server = await start()
      return {
        search: async (query) => resultsIn(await search(server, query)),
        update: async () => void (await reindex(server)),
        pack: async (query) => (await server.call('repo_context_pack', { query, project_path: tree })).text,
        usage: server.usage,
        close: server.close,
      }
    },
  }
}

/** From the start of the process to the answer. */
async function timed<T>(start: () => Promise<Connection>, work: (server: Connection) => Promise<T>) {
  const started = performance.now()
  const server = await start()
  try {
    const answer = await work(server)
    const seconds = (performance.now() - started) / 1_000
    return { answer, spent: { seconds, ...server.usage() } satisfies Spent }
  } finally {
    await server.close()
  }
}

const resultsIn = ({ text }: Reply): number => (JSON.parse(text) as { resultCount?: number }).resultCount ?? 0

const serverOf = (folder: string): string => join(folder, 'dist', 'index.js')

const versionIn = (folder: string): string =>
  (JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string }).version

const nodeVersion = (node: string): string => execFileSync(node, ['--version'], { encoding: 'utf8' }).trim().slice(1)
