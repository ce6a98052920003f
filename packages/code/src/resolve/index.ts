import { onceFor } from '@wuku/core/once'
import { createGoResolver } from './go.ts'
import type { ResolverContext, LanguageResolver } from './resolver.ts'
import * as named from './named.ts'
import { createPhpResolver, cSharpFiles, dottedFiles } from './namespaces.ts'
import { createPythonResolver } from './python.ts'
import { createRustResolver } from './rust.ts'
import { createScriptResolver } from './script.ts'
import { type Importer, maxSpecifierChars, type ResolveRequest } from './path-hints.ts'
import type { PathIndex } from './path-index.ts'

export type Resolver = ReturnType<typeof createResolver>

export function createResolver(context: ResolverContext) {
  const made = onceFor((make: Make) => make(context))
  const resolverFor = (language: string | null): LanguageResolver =>
    made(byLanguage.get(language ?? '') ?? createScriptResolver)
  return {
    /**
     * The files of the source that an import means: usually one; for a language that imports packages all files of it;
     * none when it lies outside.
     */
    resolve: (from: Importer, specifier: string, names: readonly string[] = []): readonly string[] => {
      const written = specifier.trim()
      if (written === '' || written.length > maxSpecifierChars) return []
      const found = resolverFor(from.language).resolve({ from, specifier: written, names })
      return [...new Set(found)].filter((path) => path !== from.path)
    },
    /** Specifiers that configuration gives to a file, by which others may import it: for `exportKeys`. */
    aliasesOf: (path: string, language: string | null): readonly string[] =>
      resolverFor(language).aliasesOf?.(path) ?? [],
  }
}

type Make = (context: ResolverContext) => LanguageResolver

/** For a language that needs no configuration. */
const byPaths =
  (filesFor: (paths: PathIndex, request: ResolveRequest) => readonly string[]): Make =>
  ({ paths }) => ({ resolve: (request) => filesFor(paths, request) })

const includes = byPaths(named.includedFiles)
const dotted = byPaths(dottedFiles)
const none = byPaths(() => [])

/** All others import as JavaScript does: its dialects, and what holds scripts. */
const byLanguage: ReadonlyMap<string, Make> = new Map<string, Make>([
  ['python', createPythonResolver],
  ['ruby', byPaths(named.rubyFiles)],
  ['php', createPhpResolver],
  ['bash', byPaths(named.shellFiles)],
  ['lua', byPaths(named.luaFiles)],
  ['css', named.createStyleResolver],
  ['go', createGoResolver],
  ['rust', createRustResolver],
  ['java', dotted],
  ['kotlin', dotted],
  ['scala', dotted],
  ['c#', byPaths(cSharpFiles)],
  ['c', includes],
  ['c++', includes],
  ['elixir', byPaths(named.elixirFiles)],
  ['haskell', byPaths(named.haskellFiles)],
  ['dart', named.createDartResolver],
  ['zig', byPaths(named.zigFiles)],
  ['swift', none],
  ['sql', none],
  ['markdown', none],
])
