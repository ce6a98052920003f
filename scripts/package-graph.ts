import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** From the bottom up: a package imports those before it. */
export const ORDER = [
  'core',
  'text',
  'index-core',
  'messages',
  'kernel',
  'formats',
  'folders',
  'guarded-fetch',
  'store-sql',
  'store-sqlite',
  'store-postgres',
  'models',
  'http-kit',
  'settings',
  'instances',
  'code',
  'notes',
  'docs',
  'pads',
  'chats',
  'storehouses',
  'terminal',
  'transfer',
  'mcp',
  'server',
  'remote',
  'connect',
  'cli',
]

/** None of these imports another: what they share is in the kernel. */
const STOREHOUSES = ['code', 'notes', 'docs', 'pads', 'chats']

export interface SourceFile {
  readonly path: string
  readonly text: string
}

export interface Import {
  readonly from: string
  readonly to: string
  readonly specifier: string
}

interface Manifest {
  readonly name: string
  readonly exports: Readonly<Record<string, string>>
  readonly dependencies?: Readonly<Record<string, string>>
}

export const sources: readonly SourceFile[] = ORDER.flatMap((name) => filesIn(`packages/${name}/src`)).map((path) => ({
  path,
  text: readFileSync(path, 'utf8'),
}))

function filesIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted()
}

export const manifests: ReadonlyMap<string, Manifest> = new Map(
  ORDER.map((name) => [name, JSON.parse(readFileSync(`packages/${name}/package.json`, 'utf8')) as Manifest]),
)

export const importsOf = (text: string): string[] =>
  [
    ...text.matchAll(
      /(?:^|\n)\s*(?:import|export)\s[^'"]*?from\s*'([^']+)'|import\('([^']+)'\)|(?:^|\n)import '([^']+)'/g,
    ),
  ].map((found) => found[1] ?? found[2] ?? found[3] ?? '')

export const packageOf = (path: string): string => path.split('/')[1] ?? ''

/** A folder of a package, or a file beside its folders. */
export const partOf = (path: string): string => path.split('/').slice(0, 4).join('/')

/** The file that a specifier means, for files of ours. */
export function fileOf(path: string, specifier: string): string | undefined {
  if (specifier.startsWith('.')) return join(dirname(path), specifier)
  const [, name = '', rest] = /^@wuku\/([^/]+)(?:\/(.+))?$/.exec(specifier) ?? []
  const file = manifests.get(name)?.exports[rest ? `./${rest}` : '.']
  return file && join('packages', name, file)
}

export const edges: readonly Import[] = sources.flatMap(({ path, text }) =>
  importsOf(text).flatMap((specifier) => {
    const to = fileOf(path, specifier)
    return to ? [{ from: path, to, specifier }] : []
  }),
)

/** Imports between packages that point up, or from one storehouse to another; relative ones that leave their package. */
export function crossings(): string[] {
  return edges
    .filter(({ from, to, specifier }) => {
      const [source, target] = [packageOf(from), packageOf(to)]
      if (specifier.startsWith('.')) return source !== target
      const isSibling = STOREHOUSES.includes(source) && STOREHOUSES.includes(target)
      return isSibling || ORDER.indexOf(target) >= ORDER.indexOf(source)
    })
    .map(({ from, to }) => `${from} -> ${to}`)
}

/** Circles of a graph, each as the path round it. */
export function circlesIn(graph: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  const done = new Set<string>()
  const found: string[] = []
  const visit = (node: string, path: readonly string[]): void => {
    if (path.includes(node)) return void found.push([...path.slice(path.indexOf(node)), node].join(' -> '))
    if (done.has(node)) return
    for (const next of graph.get(node) ?? []) visit(next, [...path, node])
    done.add(node)
  }
  for (const node of graph.keys()) visit(node, [])
  return found
}

/** Imports of types count too: two files that each need the other are one topic. */
export function graphOf(nodeOf: (path: string) => string): ReadonlyMap<string, ReadonlySet<string>> {
  const graph = new Map<string, Set<string>>()
  for (const { from, to } of edges) {
    const [source, target] = [nodeOf(from), nodeOf(to)]
    if (source !== target) graph.set(source, (graph.get(source) ?? new Set()).add(target))
  }
  return graph
}
