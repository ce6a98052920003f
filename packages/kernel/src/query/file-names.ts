import { policy } from '@wuku/core/policy'
import { rarity } from '@wuku/core/strength'
import type { WeightedTerm } from '@wuku/core/ports/index-view'
import type { StoreView } from '@wuku/core/ports/store'
import type { QueryWord } from '@wuku/text/terms/query'
import { splitCompound } from '@wuku/text/terms/compounds'
import { markTerm } from '@wuku/text/terms/mark-terms'

/** Names that every folder has say what the folder is called. */
const IMPERSONAL = /^(?:index|__init__|mod|main|lib|init)$/

export interface FileName {
  readonly stem: readonly string[]
  readonly folders: readonly string[]
}

/** `src/net/tcp_stream.rs` is `tcp`, `stream` in `src`, `net`. */
export const nameParts = (path: string): FileName =>
  readName(path, partsOf, (folders) => folders.split('/').flatMap((name) => withFullName(partsOf(name))))

export type ReadName = (path: string) => FileName

/** Some megabytes each. */
const MAX_PATHS = 10_000
const MAX_PARTS = 20_000

/**
 * `nameParts` with a cache, for many searches: each judges hundreds of files, and most lie in the same folders. Equal stems
 * and equal folders are the same array, so that callers may compare by identity.
 */
export function rememberNames(): ReadName {
  const known = new Map<string, FileName>()
  const parts = new Map<string, readonly string[]>()
  const partsIn = (names: string, read: (names: string) => readonly string[]): readonly string[] => {
    const before = parts.get(names)
    if (before) return before
    if (parts.size === MAX_PARTS) parts.clear()
    const made = read(names)
    parts.set(names, made)
    return made
  }
  const stemOf = (stem: string): readonly string[] => partsIn(stem, partsOf)
  const foldersOf = (folders: string): readonly string[] =>
    partsIn(`${folders}/`, () => folders.split('/').flatMap((name) => withFullName(stemOf(name))))
  return (path) => {
    const before = known.get(path)
    if (before) return before
    if (known.size === MAX_PATHS) known.clear()
    const name = readName(path, stemOf, foldersOf)
    known.set(path, name)
    return name
  }
}

type ReadParts = (name: string) => readonly string[]

/** `foldersOf` is given them as they stand in the path. */
function readName(path: string, stemOf: ReadParts, foldersOf: ReadParts): FileName {
  const segments = path.split('/')
  const file = segments.pop() ?? ''
  const dot = file.indexOf('.', 1)
  const stem = dot < 0 ? file : file.slice(0, dot)
  const named = IMPERSONAL.test(stem) ? (segments.pop() ?? stem) : stem
  return { stem: stemOf(named), folders: foldersOf(segments.slice(-3).join('/')) }
}

/** A folder `SQLite` is asked for as `sqlite`, which neither of its parts begins. */
const withFullName = (parts: readonly string[]): readonly string[] =>
  parts.length > 1 ? [...parts, parts.join('')] : parts

const partsOf = (name: string): readonly string[] => splitCompound(name).map(({ text }) => text)

/** Index terms of files whose name begins with one of the words, or is a beginning of one, each weighed by how rare it is. */
export async function termsOfNames(
  { words, fullNames }: { readonly words: readonly string[]; readonly fullNames: readonly string[] },
  view: StoreView,
): Promise<readonly WeightedTerm[]> {
  const long = [...new Set(words)].filter((word) => word.length >= policy.fileNames.shortestBeginning)
  if (long.length === 0) return []
  const [longer, { chunks, holders: chunkCounts }] = await Promise.all([
    view.terms.vocabulary(
      long.map((word) => markTerm('stem', word)),
      policy.fileNames.maxNames,
    ),
    view.terms.stats([...new Set([...long.flatMap(beginningsOf), ...fullNames.map((name) => markTerm('stem', name))])]),
  ])
  const counts = new Map([...chunkCounts, ...longer.flat().map((each) => [each.term, each.holders] as const)])
  return [...counts].map(([term, count]) => ({ term, weight: rarity(count, chunks) }))
}

function beginningsOf(word: string): readonly string[] {
  const beginnings: string[] = []
  for (let end = policy.fileNames.shortestBeginning; end <= word.length; end++)
    beginnings.push(markTerm('stem', word.slice(0, end)))
  return beginnings
}

/**
 * Names that words of the query make, their parts joined, with their share of it: `has parameters` is `hasparameters`.
 * Words that only hold a sentence together count nothing.
 */
export function fullNamesIn(
  words: readonly QueryWord[],
  weighted: readonly { readonly raw: string; readonly ideal: number }[],
): ReadonlyMap<string, number> {
  const ideals = new Map(weighted.map(({ raw, ideal }) => [raw, ideal]))
  const sumOf = (run: readonly QueryWord[]): number => run.reduce((sum, { raw }) => sum + (ideals.get(raw) ?? 0), 0)
  const all = sumOf(words)
  return new Map(
    runsOf(words)
      .map((run) => [run.flatMap(({ raw }) => partsOf(raw)).join(''), sumOf(run) / all] as const)
      .filter(([, share]) => share > 0),
  )
}

/** The same of several words, as the names of files are written. */
export const writtenNames = (words: readonly QueryWord[]): readonly string[] =>
  runsOf(words)
    .filter((run) => run.length > 1 && run.some(({ weight }) => weight > 0))
    .flatMap((run) => ['', '_', '-'].map((sign) => run.map(({ raw }) => raw.toLowerCase()).join(sign)))

function runsOf(words: readonly QueryWord[]): readonly (readonly QueryWord[])[] {
  if (words.length > policy.fileNames.maxWords) return []
  const counts = Array.from({ length: policy.fileNames.maxJoined }, (_, at) => at + 1)
  return words
    .flatMap((_, at) =>
      counts.filter((count) => at + count <= words.length).map((count) => words.slice(at, at + count)),
    )
    .filter((run) => run.every(({ script }) => script !== 'cjk'))
}
