import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { fileOf, importsOf, manifests, ORDER, sources } from './product-sources.ts'

/** None of these imports another: what they share is in the kernel. */
const STOREHOUSES = ['code', 'notes', 'docs', 'pads', 'chats']

const packageOf = (path: string): string => path.split('/')[1] ?? ''

/** A folder of a package, or a file beside its folders. */
const partOf = (path: string): string => path.split('/').slice(0, 4).join('/')

const nameOf = (specifier: string): string => /^(?:@[^/]+\/)?[^/]+/.exec(specifier)?.[0] ?? ''

/** Packages that the sources of one import, ours and those of others; types of Node need none. */
function importedBy(name: string): string[] {
  const names = sources
    .filter(({ path }) => packageOf(path) === name)
    .flatMap(({ text }) => importsOf(text))
    .filter((specifier) => !specifier.startsWith('.') && !specifier.startsWith('node:'))
    .map(nameOf)
  return [...new Set(names)].toSorted()
}

const edges = sources.flatMap(({ path, text }) =>
  importsOf(text).flatMap((specifier) => {
    const to = fileOf(path, specifier)
    return to ? [{ from: path, to, specifier }] : []
  }),
)

/** Imports between packages that point up, or from one storehouse to another; relative ones that leave their package. */
function crossings(): string[] {
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
function circlesIn(graph: ReadonlyMap<string, ReadonlySet<string>>): string[] {
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
function graphOf(nodeOf: (path: string) => string): ReadonlyMap<string, ReadonlySet<string>> {
  const graph = new Map<string, Set<string>>()
  for (const { from, to } of edges) {
    const [source, target] = [nodeOf(from), nodeOf(to)]
    if (source !== target) graph.set(source, (graph.get(source) ?? new Set()).add(target))
  }
  return graph
}

describe('the packages', () => {
  it('are all named in the order', () => {
    const folders = readdirSync('packages').filter((name) => name !== 'console')
    expect(folders.toSorted()).toEqual(ORDER.toSorted())
  })
  it('import only packages below them, by name, and no storehouse imports another', () =>
    expect(crossings()).toEqual([]))
  it('export every file that another package imports, and no file that none does', () => {
    const ofConsole = importsOf(readFileSync('packages/console/src/text/server-words.ts', 'utf8'))
    const imported = new Set([...ofConsole, ...edges.map(({ specifier }) => specifier)])
    const exported = [...manifests].flatMap(([name, { exports }]) =>
      Object.keys(exports).map((subpath) => `@wuku/${name}${subpath.slice(1)}`),
    )
    expect(exported.filter((name) => !imported.has(name))).toEqual([])
  })
  it.each(ORDER)('%s declares the packages that it imports, and no others', (name) =>
    expect(Object.keys(manifests.get(name)?.dependencies ?? {}).toSorted()).toEqual(importedBy(name)),
  )
  it('have no import cycle between files', () => expect(circlesIn(graphOf((path) => path))).toEqual([]))
  it('have no circle between the folders of a package', () => expect(circlesIn(graphOf(partOf))).toEqual([]))
})
