import type { NamedWord } from '../../ranking/names.ts'
import { splitCompound } from '../../text/compounds.ts'

/** Names that every folder has say what the folder is called. */
const IMPERSONAL = /^(?:index|__init__|mod|main|lib|init)$/

/** `src/net/tcp_stream.rs` is `tcp`, `stream` in `src`, `net`. */
export function nameParts(path: string): { readonly stem: readonly string[]; readonly folders: readonly string[] } {
  const segments = path.split('/')
  const file = segments.pop() ?? ''
  const stem = file.replace(/(?<=.)\..*$/, '')
  const named = IMPERSONAL.test(stem) ? (segments.pop() ?? stem) : stem
  return { stem: partsOf(named), folders: segments.slice(-3).flatMap(partsOf) }
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
