import type { NamedWord } from '../../ranking/names.ts'
import { rarity } from '../../core/strength.ts'
import type { WeightedTerm } from '../../ports/index-view.ts'
import type { StoreView } from '../../ports/store.ts'
import { splitCompound } from '../../text/terms/compounds.ts'
import { markTerm } from '../../text/terms/marks.ts'

/** Names that every folder has say what the folder is called. */
const IMPERSONAL = /^(?:index|__init__|mod|main|lib|init)$/

export interface FileName {
  readonly stem: readonly string[]
  readonly folders: readonly string[]
}

/** `src/net/tcp_stream.rs` is `tcp`, `stream` in `src`, `net`. */
export const nameParts = (path: string): FileName =>
  readName(path, partsOf, (folders) => folders.split('/').flatMap((name) => withWhole(partsOf(name))))

export type ReadName = (path: string) => FileName

/** Some megabytes each. */
const MOST_PATHS = 10_000
const MOST_PARTS = 20_000

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
    if (parts.size === MOST_PARTS) parts.clear()
    const made = read(names)
    parts.set(names, made)
    return made
  }
  const stemOf = (stem: string): readonly string[] => partsIn(stem, partsOf)
  const foldersOf = (folders: string): readonly string[] =>
    partsIn(`${folders}/`, () => folders.split('/').flatMap((name) => withWhole(stemOf(name))))
  return (path) => {
    const before = known.get(path)
    if (before) return before
    if (known.size === MOST_PATHS) known.clear()
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
const withWhole = (parts: readonly string[]): readonly string[] =>
  parts.length > 1 ? [...parts, parts.join('')] : parts

const partsOf = (name: string): readonly string[] => splitCompound(name).map(({ text }) => text)

/** Names of files that begin with a word of the query; past these the word says nothing about any of them. */
const MOST_NAMES = 12
/** Beginnings of a word of the query that may be the name of a file: `auth` of `authentication`. */
const SHORTEST = 3

/** Index terms of files whose name begins with one of the words, or is a beginning of one, each weighed by how rare it is. */
export async function termsOfNames(words: readonly string[], view: StoreView): Promise<readonly WeightedTerm[]> {
  const long = [...new Set(words)].filter((word) => word.length >= SHORTEST)
  if (long.length === 0) return []
  const [longer, { chunks, holders }] = await Promise.all([
    view.terms.vocabulary(
      long.map((word) => markTerm('stem', word)),
      MOST_NAMES,
    ),
    view.terms.stats([...new Set(long.flatMap(beginningsOf))]),
  ])
  const held = new Map([...holders, ...longer.flat().map((each) => [each.term, each.holders] as const)])
  return [...held].map(([term, count]) => ({ term, weight: rarity(count, chunks) }))
}

function beginningsOf(word: string): readonly string[] {
  const beginnings: string[] = []
  for (let end = SHORTEST; end <= word.length; end++) beginnings.push(markTerm('stem', word.slice(0, end)))
  return beginnings
}

/** Words by which people ask for what is usually ranked behind. */
const roleWords: { readonly [role: string]: readonly string[] } = {
  test: ['test', 'tests', 'spec', 'specs', 'testing'],
  mock: ['mock', 'mocks', 'stub', 'stubs'],
  fixture: ['fixture', 'fixtures'],
  example: ['example', 'examples', 'demo', 'sample'],
  docs: 'doc docs documentation readme guide guides changelog tutorial tutorials contributing contribute faq typo typos'.split(
    ' ',
  ),
  config: ['config', 'configuration', 'settings'],
  lock: ['lockfile'],
}

export const rolesAsked = (words: readonly NamedWord[]): ReadonlySet<string> =>
  new Set(
    Object.entries(roleWords)
      .filter(([, said]) => words.some(({ forms }) => forms.some((form) => said.includes(form))))
      .map(([role]) => role),
  )
