import { createGoResolver } from './go.ts'
import type { ResolverContext, LanguageResolver } from './resolver.ts'
import {
  createDartResolver,
  createElixirResolver,
  createHaskellResolver,
  createIncludeResolver,
  createLuaResolver,
  createRubyResolver,
  createShellResolver,
  createStyleResolver,
  createZigResolver,
} from './named.ts'
import { createCSharpResolver, createDottedResolver, createPhpResolver } from './namespaces.ts'
import { createPythonResolver } from './python.ts'
import { createRustResolver } from './rust.ts'
import { createScriptResolver } from './script.ts'
import { type Importer, maxSpecifierChars } from './path-hints.ts'

export interface Resolver {
  /**
   * The files of the source that an import means: usually one; for a language that imports packages all files of it;
   * none when it lies outside.
   */
  resolve(from: Importer, specifier: string, names?: readonly string[]): readonly string[]
  /** Specifiers that configuration gives to a file, by which others may import it: for `exportKeys`. */
  aliasesOf(path: string, language: string | null): readonly string[]
}

export function createResolver(context: ResolverContext): Resolver {
  const made = new Map<Make, LanguageResolver>()
  const resolverFor = (language: string | null): LanguageResolver => {
    const make = byLanguage.get(language ?? '') ?? createScriptResolver
    const known = made.get(make) ?? make(context)
    made.set(make, known)
    return known
  }
  return {
    resolve: (from, specifier, names = []) => {
      const written = specifier.trim()
      if (written === '' || written.length > maxSpecifierChars) return []
      const found = resolverFor(from.language).resolve({ from, specifier: written, names })
      return [...new Set(found)].filter((path) => path !== from.path)
    },
    aliasesOf: (path, language) => resolverFor(language).aliasesOf?.(path) ?? [],
  }
}

type Make = (context: ResolverContext) => LanguageResolver

const noResolver: Make = () => ({ resolve: () => [] })

/** All others import as JavaScript does: its dialects, and what holds scripts. */
const byLanguage: ReadonlyMap<string, Make> = new Map<string, Make>([
  ['python', createPythonResolver],
  ['ruby', createRubyResolver],
  ['php', createPhpResolver],
  ['bash', createShellResolver],
  ['lua', createLuaResolver],
  ['css', createStyleResolver],
  ['go', createGoResolver],
  ['rust', createRustResolver],
  ['java', createDottedResolver],
  ['kotlin', createDottedResolver],
  ['scala', createDottedResolver],
  ['c#', createCSharpResolver],
  ['c', createIncludeResolver],
  ['c++', createIncludeResolver],
  ['elixir', createElixirResolver],
  ['haskell', createHaskellResolver],
  ['dart', createDartResolver],
  ['zig', createZigResolver],
  ['swift', noResolver],
  ['sql', noResolver],
  ['markdown', noResolver],
])
