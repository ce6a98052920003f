import { folderOf, joinPath, nameOf, stripExtension } from './path-index.ts'

/** `use a::b::C`, read without knowing which files there are. */
export interface RustUse {
  /** `crate`, `self`, `super`, or the name of a crate or module. */
  readonly first: string
  readonly path: readonly string[]
  /** `mod x;`, which stands as `mod x`. */
  readonly isDeclared: boolean
  /** Its last part may be no file: a function in the one before it, or a module that stands there. */
  readonly mayBeInside: boolean
}

export function readUse(specifier: string, names: readonly string[]): RustUse {
  const isDeclared = /^mod\s/.test(specifier)
  const [first = '', ...rest] = specifier
    .replace(/^mod\s+/, 'self::')
    .replace(/^::/, '')
    .split('::')
  const end = rest.findIndex((part) => /^\p{Lu}/u.test(part) || part === '*')
  const path = end < 0 ? rest : rest.slice(0, end)
  const modules = path.filter(isModule).length
  const endsInModule = names.length > 0 || end >= 0
  return { first, path, isDeclared, mayBeInside: !isDeclared && modules > (endsInModule ? 1 : 0) }
}

export const isModule = (part: string): boolean => part !== 'super' && part !== 'self'

/**
 * Folders that `crate`, `self` and `super` stand for; several if only the manifest could decide. `undefined` for a path
 * that begins with another name.
 */
export function rustFolders(path: string, use: RustUse): readonly string[] | undefined {
  if (use.first === 'crate') return [crateFolder(path)]
  if (isModule(use.first)) return undefined
  const parts = [use.first, ...use.path]
  const climbs = parts.findIndex(isModule)
  const ups = parts.slice(0, climbs < 0 ? undefined : climbs).filter((part) => part === 'super').length
  const [own = '', ...others] = moduleFolders(path)
  const starts = [own, ...(use.isDeclared ? others : [])].map((folder) => joinPath(folder, '../'.repeat(ups)))
  return starts.filter((start) => start !== undefined)
}

/** `src/net.rs` has its modules in `src/net`; `src/net/mod.rs` too, and `src/lib.rs` in `src`. */
export function moduleFolders(path: string): readonly string[] {
  const folder = folderOf(path)
  if (/^(?:mod|lib|main|build)\.rs$/.test(nameOf(path))) return [folder]
  const own = stripExtension(path)
  return STARTS_CRATES.test(nameOf(folder)) ? [folder, own] : [own, folder]
}

const STARTS_CRATES = /^(?:tests|examples|benches|bin)$/

/** A crate's sources lie in `src`, and every file of `tests` or `src/bin` is a crate of its own. */
export function crateFolder(path: string): string {
  const folder = folderOf(path)
  if (STARTS_CRATES.test(nameOf(folder))) return folder
  return /^(?:.*\/)?(?:src|tests|examples|benches)(?=\/|$)/.exec(folder)?.[0] ?? folder
}
