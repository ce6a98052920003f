import { once } from '@wuku/core/once'
import { configsNamed, type ResolverContext, type LanguageResolver } from './resolver.ts'
import { folderOf, joinPath, nameOf, nearest, type PathIndex, within } from './path-index.ts'
import { createScriptResolver } from './script.ts'
import { isUpper, plainSpecifier, type ResolveRequest, shellPath } from './path-hints.ts'

/** Languages whose imports name a path or a module that is a path by convention. */

export function rubyFiles(paths: PathIndex, { from, specifier }: ResolveRequest): readonly string[] {
  const file = specifier.endsWith('.rb') ? specifier : `${specifier}.rb`
  if (specifier.startsWith('.')) return present(paths, joinPath(folderOf(from.path), file))
  const found = paths.endingIn(joinPath('', file) ?? '')
  // A gem of that name is likelier than a file that lies just anywhere.
  const isReachable = (path: string) => /^(?:|lib|app|test|spec|ext)$/.test(nameOf(path.slice(0, -file.length - 1)))
  return nearest(from.path, file.includes('/') ? found : found.filter(isReachable))
}

export function luaFiles(paths: PathIndex, { from, specifier }: ResolveRequest): readonly string[] {
  const place =
    joinPath('', specifier.includes('/') ? specifier.replace(/\.lua$/, '') : specifier.replaceAll('.', '/')) ?? ''
  if (place === '') return []
  const ends = [`${place}.lua`, `${place}/init.lua`]
  const relative = ends.map((end) => within(folderOf(from.path), end)).filter((path) => paths.has(path))
  const found = ends.flatMap((end) => paths.endingIn(end))
  const isReachable = (path: string): boolean =>
    ends.some((end) => /^(?:|lua|src|lib)$/.test(nameOf(path.slice(0, -end.length - 1))))
  const reachable = place.includes('/') ? found : found.filter(isReachable)
  return relative.length > 0 && !place.includes('/') ? relative.slice(0, 1) : nearest(from.path, reachable)
}

export function haskellFiles(paths: PathIndex, { from, specifier }: ResolveRequest): readonly string[] {
  const place = specifier.replaceAll('.', '/')
  return nearest(
    from.path,
    ['.hs', '.lhs', '.hsc'].flatMap((extension) => paths.endingIn(place + extension)),
  )
}

export function elixirFiles(paths: PathIndex, { from, specifier, names }: ResolveRequest): readonly string[] {
  const inner = names.filter((name) => isUpper(name)).map((name) => `${specifier}.${name}`)
  return [...new Set([specifier, ...inner].flatMap((module) => elixirFile(paths, from.path, module)))]
}

function elixirFile(paths: PathIndex, from: string, module: string): readonly string[] {
  const parts = module.split('.').map(underscored)
  const byPath = ['.ex', '.exs'].flatMap((extension) => paths.endingIn(parts.join('/') + extension))
  if (byPath.length > 0 || parts.length < 2) return nearest(from, byPath)
  // Phoenix puts a folder for the kind of module between: `my_app_web/controllers/user_controller.ex`.
  const file = `${parts.at(-1) ?? ''}.ex`
  return nearest(
    from,
    paths.endingIn(file).filter((path) => isInFolders(path, parts.slice(0, -1))),
  )
}

/** Whether its folders are these, but for one more right above the file. */
const isInFolders = (path: string, parts: readonly string[]): boolean =>
  `/${folderOf(folderOf(path))}`.endsWith(`/${parts.join('/')}`)

const underscored = (part: string): string =>
  part.replaceAll(/(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/gu, '_').toLowerCase()

export function createDartResolver(context: ResolverContext): LanguageResolver {
  const { paths } = context
  const packages = once(() =>
    [...configsNamed(context, 'pubspec.yaml')].map(([folder, text]) => ({
      folder,
      name: /^name:[ \t]*['"]?([\w-]+)/m.exec(text)?.[1] ?? '',
    })),
  )
  return {
    resolve: ({ from, specifier }) => {
      const [, name, part = ''] = /^package:([^/]+)\/(.*)$/s.exec(specifier) ?? []
      if (name === undefined) return present(paths, joinPath(folderOf(from.path), specifier))
      const places = packages().filter((each) => each.name === name)
      const found = places.flatMap(({ folder }) => present(paths, joinPath(folder, `lib/${part}`)))
      return nearest(from.path, found)
    },
    aliasesOf: (path) =>
      packages().flatMap(({ folder, name }) => {
        const root = within(folder, 'lib/')
        return path.startsWith(root) ? [`package:${name}/${path.slice(root.length)}`] : []
      }),
  }
}

/** Files in the same folder; and modules named by the build, in their usual folders. */
export function zigFiles(paths: PathIndex, { from, specifier }: ResolveRequest): readonly string[] {
  if (specifier.endsWith('.zig')) return present(paths, joinPath(folderOf(from.path), specifier))
  if (!/^[\w-]+$/.test(specifier)) return []
  return ['', 'src/', 'lib/'].flatMap((root) => present(paths, joinPath('', `${root}${specifier}.zig`))).slice(0, 1)
}

export const present = (paths: PathIndex, path: string | undefined): readonly string[] =>
  path !== undefined && paths.has(path) ? [path] : []

/** Languages that import files by path: relative to the file, else wherever the end of the path fits. */

export function includedFiles(paths: PathIndex, { from, specifier }: ResolveRequest): readonly string[] {
  const isAngled = specifier.startsWith('<')
  const path = specifier.replace(/^[<"]|[>"]$/g, '')
  const relative = isAngled ? [] : present(paths, joinPath(folderOf(from.path), path))
  if (relative.length > 0 || path.startsWith('.')) return relative
  const found = paths.endingIn(joinPath('', path) ?? '')
  return nearest(from.path, isAngled && !path.includes('/') ? found.filter(isHeader) : found)
}

/** `<string.h>` is the compiler's, unless a folder of headers has one. */
const isHeader = (path: string): boolean => /^(?:include|inc|headers)$/i.test(nameOf(folderOf(path)))

export function shellFiles(paths: PathIndex, { from, specifier }: ResolveRequest): readonly string[] {
  const path = shellPath(specifier)
  const relative = present(paths, joinPath(folderOf(from.path), path))
  const end = joinPath('', path.replace(/^(?:\.{0,2}\/)+/, '')) ?? ''
  return relative.length > 0 || end === '' ? relative : nearest(from.path, paths.endingIn(end))
}

/** Style sheets are imported from the same folder, with or without extension; Sass partials begin with an underscore. */
export function createStyleResolver(context: ResolverContext): LanguageResolver {
  const script = createScriptResolver(context)
  return {
    resolve: (request) => {
      const plain = plainSpecifier(request.specifier.replace(/^~/, ''))
      if (plain === '' || /^[a-z]+:|^\/\//i.test(plain)) return []
      const relative = joinPath(folderOf(request.from.path), plain)
      const found = relative === undefined ? undefined : styleAt(context.paths, relative)
      if (found !== undefined) return [found]
      const end = joinPath('', plain.replace(/^[@~#]\//, ''))
      const suffixMatches = end?.includes('/') && !plain.startsWith('.') ? context.paths.endingIn(end) : []
      return suffixMatches.length > 0
        ? nearest(request.from.path, suffixMatches)
        : script.resolve({ ...request, specifier: plain })
    },
    aliasesOf: (path) => script.aliasesOf?.(path) ?? [],
  }
}

function styleAt(paths: PathIndex, base: string): string | undefined {
  const partial = within(folderOf(base), `_${nameOf(base)}`)
  const bases = [base, partial, within(base, '_index'), within(base, 'index')]
  return bases.flatMap((each) => ['', ...STYLES].map((extension) => each + extension)).find((path) => paths.has(path))
}

const STYLES = ['.css', '.scss', '.sass', '.less']
