import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { measure } from '../../speed/command.ts'
import { bareEnvironment } from '../../speed/peer.ts'
import { repository } from '../places.ts'
import { connect } from './connect.ts'
import { together, type Peer, type Server } from './peer.ts'

const SOURCE = 'bench'

/** As it is built, in a data folder of its own. */
export function wukuPeer(tree: string, home: string): Peer {
  const env = { ...bareEnvironment(home), WUKU_HOME: join(home, 'wuku') }
  const launcher = join(repository, 'bin', 'wuku.js')
  const run = (...args: readonly string[]) => measure({ args: [launcher, ...args], env })
  return {
    name: `wuku ${readVersion()}`,
    storage: join(home, 'wuku'),
    cold: () => run('add', tree, '--kind', 'code', '--name', SOURCE, '--json'),
    again: () => run('index', '--json'),
    async find(word) {
      const index = await run('index', '--json')
      const search = await run('recall', '--json', '--limit', '10', '--', word)
      const { hits } = answerIn(search.output) as { hits: readonly unknown[] }
      return hits.length > 0 ? together([index, search]) : undefined
    },
    async files() {
      const { output } = await run('index', '--json')
      return (answerIn(output) as { unchanged: number }).unchanged
    },
    serve: () => serve([process.execPath, launcher, 'mcp'], env, tree),
  }
}

async function serve(command: readonly string[], env: Readonly<Record<string, string>>, tree: string): Promise<Server> {
  const { call, usage, close } = await connect(command, env, tree)
  return {
    async search(query) {
      const { structured } = await call('repo_semantic_search', { query, project_path: tree, max_results: 10 })
      return (structured['results'] as readonly unknown[] | undefined)?.length ?? 0
    },
    update: async () => void (await call('repo_reindex', { project_path: tree, dry_run: false })),
    pack: async (query) => (await call('repo_context_pack', { query, project_path: tree })).text,
    usage,
    close,
  }
}

/** The last line; those before it report progress. */
const answerIn = (output: string): unknown => JSON.parse(output.trim().split('\n').at(-1) ?? '')

const readVersion = (): string =>
  (JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8')) as { version: string }).version
