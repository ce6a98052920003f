import { execFileSync, spawnSync } from 'node:child_process'
import { globSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { sha1 } from '../corpus.ts'

const launcher = join(import.meta.dirname, '../../bin/wuku.js')

/** A clone of a public repository, and a data folder in which it is indexed. */
export interface Workshop {
  readonly name: string
  readonly root: string
  readonly home: string
}

export interface JudgedLine {
  readonly text: string
  readonly kind: string
  readonly state: string
  readonly now?: string
  readonly commit?: string
  readonly line: number
}

export function openWorkshop(name: string, mirror: string, folder: string): Workshop {
  const root = join(folder, name)
  const home = join(folder, `${name}-home`)
  mkdirSync(home, { recursive: true })
  execFileSync('git', ['clone', '-q', '--no-hardlinks', mirror, root])
  // The mirror holds everything, but says that it is a partial clone: of such a one, no patches are read.
  for (const mark of globSync('.git/objects/pack/*.promisor', { cwd: root })) rmSync(join(root, mark))
  return { name, root, home }
}

/** The author is the same everywhere, and the user's settings of git change nothing. */
export const gitIn = ({ root }: Workshop, ...args: readonly string[]): string =>
  execFileSync('git', ['-c', 'user.name=Bench', '-c', 'user.email=bench@example.org', ...args], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' },
    maxBuffer: 2 ** 29,
  })

export function wuku({ root, home }: Workshop, ...args: readonly string[]): string {
  const env = { PATH: process.env['PATH'], HOME: home, WUKU_HOME: join(home, 'data'), NO_COLOR: '1' }
  const { stdout, stderr } = spawnSync(process.execPath, [launcher, ...args], {
    cwd: root,
    env,
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  })
  if (stdout === '' && stderr.includes('Error')) throw new Error(`wuku ${args.join(' ')}: ${stderr}`)
  return stdout
}

export const verify = (shop: Workshop, what: string): readonly JudgedLine[] =>
  (JSON.parse(wuku(shop, 'verify', what, '--project', shop.name, '--json')) as { claims: readonly JudgedLine[] }).claims

export const isNews = ({ state }: JudgedLine): boolean => state !== 'holds' && state !== 'unknown'

/** The same order in every run, and none that a folder or an alphabet has. */
export const shuffled = <Item>(items: readonly Item[], nameOf: (item: Item) => string): readonly Item[] =>
  items
    .map((item) => [sha1(nameOf(item)), item] as const)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([, item]) => item)
