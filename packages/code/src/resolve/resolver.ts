import type { PathIndex } from './path-index.ts'
import type { ResolveRequest } from './path-hints.ts'

/** All that a resolver may know: which files there are, and the texts of those that configure imports. */
export interface ResolverContext {
  readonly paths: PathIndex
  readonly configs: ReadonlyMap<string, string>
}

/** How one language finds files. The configuration is evaluated once, at the first request. */
export interface LanguageResolver {
  resolve(request: ResolveRequest): readonly string[]
  /** Specifiers that configuration, not the path, gives to a file. */
  aliasesOf?(path: string): readonly string[]
}

/** Configurations of one name, by the folder that they lie in. */
export function configsNamed(
  context: ResolverContext,
  isNamed: (name: string) => boolean,
): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (const [path, text] of context.configs) {
    const slash = path.lastIndexOf('/')
    if (isNamed(path.slice(slash + 1))) found.set(path.slice(0, Math.max(0, slash)), text)
  }
  return found
}

/** The folder and those above it, up to the top. */
export function foldersAbove(folder: string): readonly string[] {
  if (folder === '') return ['']
  return [folder, ...foldersAbove(folder.slice(0, Math.max(0, folder.lastIndexOf('/'))))]
}
