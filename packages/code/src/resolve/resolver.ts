import { folderOf, nameOf, type PathIndex } from './path-index.ts'
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
export const configsNamed = ({ configs }: ResolverContext, name: string): ReadonlyMap<string, string> =>
  new Map([...configs].filter(([path]) => nameOf(path) === name).map(([path, text]) => [folderOf(path), text]))

export function foldersAbove(folder: string): readonly string[] {
  if (folder === '') return ['']
  return [folder, ...foldersAbove(folderOf(folder))]
}
