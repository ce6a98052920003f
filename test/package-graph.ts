import { fileOf, importsOf, ORDER, sources } from './product-sources.ts'

/** None of these imports another: what they share is in the kernel. */
const STOREHOUSES = ['code', 'notes', 'docs', 'pads', 'chats']

export const packageOf = (path: string): string => path.split('/')[1] ?? ''

/** A folder of a package, or a file beside its folders. */
export const partOf = (path: string): string => path.split('/').slice(0, 4).join('/')

export const edges = sources.flatMap(({ path, text }) =>
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
