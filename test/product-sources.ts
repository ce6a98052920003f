import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** From the bottom up: a package imports those before it. */
export const ORDER = [
  'messages',
  'core',
  'text',
  'index-core',
  'kernel',
  'formats',
  'folders',
  'guarded-fetch',
  'connectors',
  'store-sql',
  'store-sqlite',
  'store-postgres',
  'search-engine',
  'models',
  'http-kit',
  'settings',
  'instances',
  'code',
  'notes',
  'docs',
  'pads',
  'chats',
  'claims',
  'storehouses',
  'hook',
  'terminal',
  'transfer',
  'mcp',
  'server',
  'remote',
  'connect',
  'cli',
]

/** Every file of the product but the console. */
export const sources = ORDER.flatMap((name) => filesIn(`packages/${name}/src`)).map((path) => ({
  path,
  text: readFileSync(path, 'utf8'),
}))

function filesIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted()
}

export const importsOf = (text: string): string[] =>
  [
    ...text.matchAll(
      /(?:^|\n)\s*(?:import|export)\s[^'"]*?from\s*'([^']+)'|import\('([^']+)'\)|(?:^|\n)import '([^']+)'/g,
    ),
  ].map((found) => found[1] ?? found[2] ?? found[3] ?? '')

export const withoutComments = (text: string): string => text.replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '')

interface Manifest {
  readonly name: string
  readonly exports: Readonly<Record<string, string>>
  readonly dependencies?: Readonly<Record<string, string>>
}

const manifestOf = (name: string): Manifest => JSON.parse(readFileSync(`packages/${name}/package.json`, 'utf8'))

export const manifests = new Map(ORDER.map((name) => [name, manifestOf(name)]))

/** The file that a specifier means, for files of ours. */
export function fileOf(path: string, specifier: string): string | undefined {
  if (specifier.startsWith('.')) return join(dirname(path), specifier)
  const [, name = '', rest] = /^@wuku\/([^/]+)(?:\/(.+))?$/.exec(specifier) ?? []
  const file = manifests.get(name)?.exports[rest ? `./${rest}` : '.']
  return file && join('packages', name, file)
}
