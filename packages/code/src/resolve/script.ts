import { type ResolveRequest, foldersAbove, type ResolverContext, type LanguageResolver } from './resolver.ts'
import { createPackages } from './packages.ts'
import { folderOf, joinPath, nameOf, type PathIndex, stripExtension, within } from './path-index.ts'
import { createProjects } from './tsconfig.ts'
import { plainSpecifier } from './path-hints.ts'

/** JavaScript, TypeScript and what is bundled with them. */
export function createScriptResolver(context: ResolverContext): LanguageResolver {
  const packages = createPackages(context)
  const projects = createProjects(context, packages.foldersOf)
  const basesOf = ({ from, specifier }: ResolveRequest): Iterable<string> => {
    const plain = plainSpecifier(specifier)
    const relative = /^\.\.?(?:\/|$)/.test(plain) ? joinPath(folderOf(from.path), plain) : undefined
    if (relative !== undefined) return [relative, ...packages.entriesOf(relative), ...packages.originsOf(relative)]
    if (/^[@~#]?\/*$/.test(plain) || plain.startsWith('.') || /^[a-z]+:/i.test(plain)) return []
    const above = foldersAbove(folderOf(from.path))
    if (plain.startsWith('/')) return above.map((folder) => within(folder, plain.slice(1)))
    const siblings = from.language === 'html' ? [within(folderOf(from.path), plain)] : []
    return [...siblings, ...projects.basesFor(from.path, plain), ...packages.basesFor(from.path, plain)]
  }
  const resolveFile = (request: ResolveRequest): readonly string[] => {
    for (const base of basesOf(request)) {
      const found = scriptFileAt(context.paths, base, request.from.language)
      if (found !== undefined) return [found]
    }
    return []
  }
  /** All files of a folder mean the same by a specifier, and most folders import the same packages. */
  const known = new Map<string, readonly string[]>()
  return {
    resolve: (request) => {
      const key = [request.from.language, folderOf(request.from.path), request.specifier].join('\n')
      const found = known.get(key) ?? resolveFile(request)
      if (known.size >= MAX_CACHED) known.clear()
      known.set(key, found)
      return found
    },
    aliasesOf: (path) => {
      const stems = stemsOf(path)
      return [...projects.aliasesOf(stems), ...packages.aliasesOf(path, stems)]
    },
  }
}

const MAX_CACHED = 20_000

function stemsOf(path: string): readonly string[] {
  const stem = stripExtension(path)
  return nameOf(stem) === 'index' ? [path, stem, folderOf(path)] : [path, stem]
}

/** The file that is meant by a path that may lack its extension, have another one, or name a folder. */
function scriptFileAt(paths: PathIndex, base: string, language: string | null): string | undefined {
  const extensions = language === 'javascript' ? javascriptFirst : typescriptFirst
  return (
    [base, ...written(base), ...extensions.map((extension) => base + extension)].find((path) => paths.has(path)) ??
    extensions.map((extension) => within(base, `index${extension}`)).find((path) => paths.has(path))
  )
}

const typescript = ['.ts', '.tsx', '.d.ts', '.mts', '.cts', '.d.mts', '.d.cts']
const javascript = ['.js', '.jsx', '.mjs', '.cjs']
const others = ['.vue', '.svelte', '.astro', '.json']
const typescriptFirst = [...typescript, ...javascript, ...others]
const javascriptFirst = [...javascript, ...typescript, ...others]

/** TypeScript imports the file that will be there once it is compiled. */
function written(base: string): readonly string[] {
  const [, stem = '', kind = '', isJsx = ''] = /^(.*)\.([cm]?)js(x?)$/s.exec(base) ?? []
  if (stem === '') return []
  return isJsx ? [`${stem}.tsx`] : [`${stem}.${kind}ts`, `${stem}.tsx`, `${stem}.d.${kind}ts`]
}
