import type { NamedWord } from '../../ranking/names.ts'
import { splitCompound } from '../../text/compounds.ts'

/** Names that every folder has say what the folder is called. */
const IMPERSONAL = /^(?:index|__init__|mod|main|lib|init)$/

export interface FileName {
  readonly stem: readonly string[]
  readonly folders: readonly string[]
}

/** `src/net/tcp_stream.rs` is `tcp`, `stream` in `src`, `net`. */
export const nameParts = (path: string): FileName => readName(path, partsOf)

/** `nameParts` for the files of one search: most of them lie in the same folders. */
export function createNameReader(): (path: string) => FileName {
  const known = new Map<string, readonly string[]>()
  return (path) =>
    readName(path, (name) => {
      const parts = known.get(name) ?? partsOf(name)
      known.set(name, parts)
      return parts
    })
}

function readName(path: string, read: (name: string) => readonly string[]): FileName {
  const segments = path.split('/')
  const file = segments.pop() ?? ''
  const dot = file.indexOf('.', 1)
  const stem = dot < 0 ? file : file.slice(0, dot)
  const named = IMPERSONAL.test(stem) ? (segments.pop() ?? stem) : stem
  return { stem: read(named), folders: segments.slice(-3).flatMap((name) => read(name)) }
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
