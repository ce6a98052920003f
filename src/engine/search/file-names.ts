import type { NamedWord } from '../../ranking/names.ts'
import { splitCompound } from '../../text/terms/compounds.ts'

/** Names that every folder has say what the folder is called. */
const IMPERSONAL = /^(?:index|__init__|mod|main|lib|init)$/

export interface FileName {
  readonly stem: readonly string[]
  readonly folders: readonly string[]
}

/** `src/net/tcp_stream.rs` is `tcp`, `stream` in `src`, `net`. */
export const nameParts = (path: string): FileName =>
  readName(path, partsOf, (folders) => folders.split('/').flatMap(partsOf))

export type ReadName = (path: string) => FileName

/** Some megabytes each. */
const MOST_PATHS = 10_000
const MOST_PARTS = 20_000

/**
 * `nameParts` for many searches: hundreds of files are judged in each, and most lie in the same folders. The same stem and
 * the same folders are the same array, so that who compares them can tell.
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
    partsIn(`${folders}/`, () => folders.split('/').flatMap((name) => stemOf(name)))
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

const partsOf = (name: string): readonly string[] => splitCompound(name).map(({ text }) => text)

/** Words by which people ask for what is usually ranked behind. */
const roleWords: { readonly [role: string]: readonly string[] } = {
  test: ['test', 'tests', 'spec', 'specs', 'testing'],
  mock: ['mock', 'mocks', 'stub', 'stubs'],
  fixture: ['fixture', 'fixtures'],
  example: ['example', 'examples', 'demo', 'sample'],
  docs: ['docs', 'documentation', 'readme', 'guide', 'changelog'],
  config: ['config', 'configuration', 'settings'],
  lock: ['lockfile'],
}

export const rolesAsked = (words: readonly NamedWord[]): ReadonlySet<string> =>
  new Set(
    Object.entries(roleWords)
      .filter(([, said]) => words.some(({ forms }) => forms.some((form) => said.includes(form))))
      .map(([role]) => role),
  )
