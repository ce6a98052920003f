import { readWord } from '@wuku/text/terms/word-terms'
import { symbolWeight, type FileRanks } from '../graph/rank.ts'
import { relatedFiles } from '../graph/related.ts'
import { isDefinition, unpackOutline, type CodeSymbol, type Outline } from '../outline.ts'
import { roleOf } from '../roles.ts'
import type { CodePlace } from '../graph/import-links.ts'

export interface MapRequest {
  /** Files around which the map is drawn, nearest first. */
  readonly seeds: readonly string[]
  readonly isWithin: (path: string) => boolean
  readonly gone: ReadonlySet<string>
}

export interface CentralFile {
  readonly path: string
  /** Share of all attention in the repository, 0 to 1. */
  readonly rank: number
  /** Steps from the nearest file that the map is about; absent where it is about none. */
  readonly distance?: number
  readonly symbols: readonly CodeSymbol[]
}

export interface MapPlace extends CodePlace {
  readonly ranks: FileRanks
}

/** More than any budget has room for. */
const MAX_FILES = 200
const RELATED = { files: 24, depth: 2, items: 8 }

/** Files in the order in which the map shows them: those it is about, their neighbours, then the most central ones. */
export async function centralFiles(request: MapRequest, place: MapPlace): Promise<readonly CentralFile[]> {
  const { view, context, ranks } = place
  const { gone } = request
  const seeds = request.seeds.filter((path) => !gone.has(path))
  const near = await relatedFiles(place, { seeds, limits: RELATED, gone })
  const distances = new Map(near.map(({ file, depth }) => [file.path, depth]))
  // Files asked about keep their order; neighbours are sorted by centrality.
  const weightOf = ([path, depth]: readonly [string, number]): number => (depth === 0 ? 0 : ranks.rankOf(path))
  const around = [...distances].toSorted((a, b) => a[1] - b[1] || weightOf(b) - weightOf(a)).map(([path]) => path)
  const paths = [...new Set([...around, ...centralPaths(request, ranks)])].slice(0, MAX_FILES)
  const outlines = await view.documents.outlines(paths.flatMap((path) => context.idOf(path) ?? []))
  const files = paths.map((path) => {
    const id = context.idOf(path)
    return { path, shown: shownSymbols(unpackOutline(id === undefined ? undefined : outlines.get(id))) }
  })
  const usesOf = await countUses(files.slice(0, MAX_COUNTED), place)
  return files.map(({ path, shown }) => {
    const distance = distances.get(path)
    return {
      path,
      rank: ranks.rankOf(path),
      ...(distance !== undefined && { distance }),
      symbols: rankSymbols(shown, { path, ranks, usesOf }),
    }
  })
}

/** Files whose names are counted; a map seldom has room for more. */
const MAX_COUNTED = 40
const MAX_NAMES = 4_000

/** C, Go and others take files without naming names: there, passages that hold a name say how much it is used. */
async function countUses(
  files: readonly { readonly path: string; readonly shown: readonly CodeSymbol[] }[],
  { view, context, ranks }: MapPlace,
): Promise<(name: string) => number> {
  const unnamed = files.filter(({ path, shown }) => shown.every(({ name }) => ranks.usageOf(path, name) === 0))
  const terms = new Set(unnamed.flatMap(({ shown }) => shown.flatMap(({ name }) => readWord(name).terms[0] ?? [])))
  const { holders } = await view.terms.stats([...terms].slice(0, MAX_NAMES), [context.source])
  return (name) => holders.get(readWord(name).terms[0] ?? '') ?? 0
}

/** Sources, or all files where there are none. */
function centralPaths({ isWithin, gone }: MapRequest, ranks: FileRanks): readonly string[] {
  const inside = ranks.paths.filter((path) => isWithin(path) && !gone.has(path))
  const sources = inside.filter((path) => roleOf(path) === 'source')
  return (sources.length > 0 ? sources : inside).slice(0, MAX_FILES)
}

/** Exported symbols; all top-level symbols of a file that exports none; each name once. */
function shownSymbols({ symbols }: Outline): readonly CodeSymbol[] {
  const open = symbols.filter((symbol) => symbol.isExported && isDefinition(symbol) && isOpen(symbols, symbol))
  const shown = open.length > 0 ? open : symbols.filter((symbol) => symbol.container < 0 && isDefinition(symbol))
  return [...new Map(shown.toReversed().map((symbol) => [`${symbol.container} ${symbol.name}`, symbol])).values()]
}

function rankSymbols(
  shown: readonly CodeSymbol[],
  { path, ranks, usesOf }: { path: string; ranks: FileRanks; usesOf: (name: string) => number },
): readonly CodeSymbol[] {
  const weights = new Map(shown.map((symbol) => [symbol, symbolWeight(symbol, path, ranks)]))
  return shown.toSorted(
    (a, b) =>
      (weights.get(b) ?? 0) - (weights.get(a) ?? 0) ||
      Number(isValue(a)) - Number(isValue(b)) ||
      usesOf(b.name) - usesOf(a.name) ||
      a.line - b.line,
  )
}

/** Functions and types say more than constants. */
const isValue = ({ kind, signature }: CodeSymbol): boolean =>
  /^(?:constant|macro|variable|field)$/.test(kind) || signature.startsWith('#')

/** Members of something hidden are hidden too, and a field says little. */
const isOpen = (symbols: readonly CodeSymbol[], { container, kind }: CodeSymbol): boolean =>
  container < 0 || (kind !== 'field' && kind !== 'variable' && (symbols[container]?.isExported ?? false))
