import { isDefinition, unpackOutline, type CodeSymbol, type Outline } from '../outline.ts'
import { nameOf, nearest } from '../resolve/path-index.ts'
import { roleOf } from '../roles.ts'
import { resolvedImports, type CodeContext, type CodePlace, type ResolvedImport } from './import-links.ts'

/** How central the files of a source are, by the files that import them. All ranks add up to 1. */
export type FileRanks = Awaited<ReturnType<typeof rankFiles>>

/** Reads every outline of the source once; what it answers is kept with the context. */
export async function rankFiles(place: CodePlace) {
  const paths = place.context.paths.all
  const graph: Graph = {
    numbers: new Map(paths.map((path, at) => [path, at])),
    edges: { from: [], to: [], weights: [] },
    usage: new Map(),
  }
  for (let at = 0; at < paths.length; at += FILES_AT_ONCE)
    await addFiles(place, graph, paths.slice(at, at + FILES_AT_ONCE))
  const ranks = pageRank(paths.length, graph.edges)
  const rankOf = (path: string): number => ranks[graph.numbers.get(path) ?? -1] ?? 0
  return {
    paths: paths.toSorted((a, b) => rankOf(b) - rankOf(a) || (a < b ? -1 : 1)),
    rankOf,
    usageOf: (path: string, name: string) => graph.usage.get(path)?.get(name) ?? 0,
  }
}

/** Bounds the memory that outlines take. */
const FILES_AT_ONCE = 1_000

/** Weight of a symbol relative to others: its file's rank, whether it is exported, and how many files take it by name. */
export function symbolWeight(symbol: CodeSymbol, path: string, ranks: FileRanks): number {
  if (!isDefinition(symbol)) return 0
  const usage = Math.log2(2 + ranks.usageOf(path, symbol.name))
  return ranks.rankOf(path) * usage * (symbol.isExported ? 1 : HIDDEN) * (symbol.container < 0 ? 1 : INNER)
}

const HIDDEN = 0.2
const INNER = 0.5

interface Graph {
  readonly numbers: ReadonlyMap<string, number>
  readonly edges: Edges
  readonly usage: Map<string, Map<string, number>>
}

async function addFiles({ view, context }: CodePlace, graph: Graph, paths: readonly string[]): Promise<void> {
  const outlines = await view.documents.outlines(paths.flatMap((path) => context.idOf(path) ?? []))
  for (const [id, packed] of outlines) {
    const path = context.pathOf(id)
    if (path !== undefined) addFile(context, graph, path, unpackOutline(packed))
  }
}

function addFile(context: CodeContext, graph: Graph, path: string, outline: Outline): void {
  const weight = roleOf(path) === 'source' ? 1 : TEST_WEIGHT
  for (const each of resolvedImports(context, { path, outline })) {
    addEdges(graph, path, each.paths, weight / each.paths.length)
    if (each.paths.length === 1 && weight === 1) addUsage(graph, each)
  }
  // As much as to all that the header includes.
  addEdges(graph, path, bodiesOf(path, context), Math.max(1, outline.imports.length))
}

/** Nothing includes the source of a C header: what leads to the header leads to it. */
function bodiesOf(path: string, { paths }: CodeContext): readonly string[] {
  const stem = HEADER.exec(nameOf(path))?.[1]
  return stem === undefined
    ? []
    : nearest(
        path,
        BODIES.flatMap((end) => paths.endingIn(`${stem}${end}`)),
      )
}

const HEADER = /^(.+)\.(?:h|hh|hpp|hxx)$/
const BODIES = ['.c', '.cc', '.cpp', '.cxx', '.m', '.mm']

/** A test's import says less of what matters than a source's. */
const TEST_WEIGHT = 0.2

function addEdges({ numbers, edges }: Graph, path: string, targets: readonly string[], weight: number): void {
  const from = numbers.get(path)
  for (const target of targets) {
    const to = numbers.get(target)
    if (from === undefined || to === undefined) continue
    edges.from.push(from)
    edges.to.push(to)
    edges.weights.push(weight)
  }
}

/** An import that names nothing may mean the last part of its specifier, as for a Java class. */
function addUsage({ usage }: Graph, { paths: [path = ''], names, specifier }: ResolvedImport): void {
  const counts = usage.get(path) ?? new Map<string, number>()
  usage.set(path, counts)
  for (const name of names.length > 0 ? names : [specifier.split(/[.:\\]/).at(-1) ?? ''])
    counts.set(name, (counts.get(name) ?? 0) + 1)
}

/** Edges of a graph whose nodes are numbers from 0; an edge may stand several times. */
interface Edges {
  readonly from: number[]
  readonly to: number[]
  readonly weights: number[]
}

/** The share of attention that follows an import; the rest falls on any file. */
const DAMPING = 0.85
const MAX_ROUNDS = 50
/** Total change in all ranks below which another round is not worthwhile. */
const ENOUGH = 1e-7

/** PageRank: a node is as central as those that point at it, each sharing what it has. Adds up to 1; no chance in it. */
export function pageRank(count: number, { from, to, weights }: Edges): Float64Array {
  const sums = new Float64Array(count)
  for (const [at, node] of from.entries()) sums[node] = (sums[node] ?? 0) + (weights[at] ?? 0)
  // The share of its node's rank that each edge passes on.
  const shares = Float64Array.from(from, (node, at) => (weights[at] ?? 0) / (sums[node] ?? 1))
  const spread = (ranks: Float64Array): Float64Array<ArrayBuffer> => {
    // A node that points nowhere shares with all.
    const loose = ranks.reduce((sum, rank, at) => (sums[at] === 0 ? sum + rank : sum), 0)
    const next = new Float64Array(count).fill((1 - DAMPING + DAMPING * loose) / count)
    for (let at = 0; at < from.length; at++) {
      const target = to[at] ?? 0
      next[target] = (next[target] ?? 0) + DAMPING * (ranks[from[at] ?? 0] ?? 0) * (shares[at] ?? 0)
    }
    return next
  }
  let ranks = new Float64Array(count).fill(1 / Math.max(1, count))
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const next = spread(ranks)
    const change = next.reduce((sum, rank, at) => sum + Math.abs(rank - (ranks[at] ?? 0)), 0)
    ranks = next
    if (change < ENOUGH) break
  }
  return ranks
}
