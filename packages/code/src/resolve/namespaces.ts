import { once } from '@wuku/core/once'
import { fieldsOf, readJson, textsOf } from './configs.ts'
import { configsNamed, type ResolverContext, type LanguageResolver } from './resolver.ts'
import { folderOf, joinPath, nameOf, nearest, type PathIndex, stripExtension, within } from './path-index.ts'
import { type Importer, isUpper, readDotted, type ResolveRequest } from './path-hints.ts'

/** C#: a namespace is, by habit, a folder; an import gives its files, or the file of a type. */
export function cSharpFiles(paths: PathIndex, request: ResolveRequest): readonly string[] {
  const parts = request.specifier.split('.')
  const type = typeFile(paths, request, parts)
  return type ? [type] : namespaceFolder(paths, request, parts).flatMap((folder) => sourcesIn(paths, folder))
}

function typeFile(paths: PathIndex, request: ResolveRequest, parts: readonly string[]): string | undefined {
  const name = parts.at(-1) ?? ''
  return namespaceFolder(paths, request, parts.slice(0, -1))
    .map((folder) => within(folder, `${name}.cs`))
    .find((path) => paths.has(path))
}

const sourcesIn = (paths: PathIndex, folder: string) => paths.filesIn(folder).filter((path) => path.endsWith('.cs'))

/** `A.B.C` may be the folder `A.B.C`, `A.B/C` or `A/B/C`; below the root of the file's own namespace it is sought first. */
function namespaceFolder(paths: PathIndex, { from }: ResolveRequest, parts: readonly string[]): readonly string[] {
  if (parts.length === 0) return []
  const below = placeBelow(moduleRoot(from, '.'), parts)
  if (below !== undefined && sourcesIn(paths, below).length > 0) return [below]
  for (let at = parts.length; at > 0; at--) {
    const end = [parts.slice(0, at).join('.'), ...parts.slice(at)].join('/')
    const folders = paths.foldersEndingIn(end).filter((folder) => sourcesIn(paths, folder).length > 0)
    if (folders.length > 0)
      return nearest(
        from.path,
        folders.map((folder) => within(folder, '.')),
      ).map(folderOf)
  }
  return []
}

/** PHP: classes by the manifest's namespaces, and included files by their paths. */
export function createPhpResolver(context: ResolverContext): LanguageResolver {
  const roots = once(() => autoloaded(context))
  const { paths } = context
  return {
    resolve: (request) => {
      if (/\.(?:php|inc|phtml)$/i.test(request.specifier)) return included(paths, request)
      const written = request.specifier.replaceAll('\\', '/').replace(/^\/|\/+$/g, '')
      const all = request.names
        .filter((name) => name !== '*' && name !== nameOf(written))
        .map((name) => within(written, name))
      return [...new Set([written, ...all].flatMap((place) => classFile(paths, request, { place, roots: roots() })))]
    },
    aliasesOf: (path) => {
      const stem = stripExtension(path)
      return roots().flatMap(([prefix, folder]) => {
        const start = folder === '' ? '' : `${folder}/`
        return stem.startsWith(start) ? [prefix + stem.slice(start.length)] : []
      })
    },
  }
}

function classFile(
  paths: PathIndex,
  { from }: ResolveRequest,
  { place, roots }: { readonly place: string; readonly roots: readonly (readonly [prefix: string, folder: string])[] },
): readonly string[] {
  const mapped = roots
    .filter(([prefix]) => place.startsWith(prefix))
    .map(([prefix, folder]) => within(folder, place.slice(prefix.length)))
  const below = placeBelow(moduleRoot(from, '\\'), place.split('/'))
  const exact = [...mapped, ...(below === undefined ? [] : [below])]
    .map((each) => `${each}.php`)
    .filter((path) => paths.has(path))
  if (exact.length > 0) return exact.slice(0, 1)
  return place.includes('/') ? nearest(from.path, paths.endingIn(`${place}.php`)) : []
}

function included(paths: PathIndex, { from, specifier }: ResolveRequest): readonly string[] {
  const relative = joinPath(folderOf(from.path), specifier.replace(/^\/+/, ''))
  if (relative !== undefined && paths.has(relative)) return [relative]
  const end = joinPath('', specifier)
  return specifier.startsWith('.') || !end ? [] : nearest(from.path, paths.endingIn(end))
}

function autoloaded(context: ResolverContext): readonly (readonly [prefix: string, folder: string])[] {
  const manifests = configsNamed(context, 'composer.json')
  const roots = [...manifests].flatMap(([folder, text]) => {
    const fields = readJson(text)
    const tables = ['autoload', 'autoload-dev'].map((key) => fieldsOf(fieldsOf(fields[key])['psr-4']))
    return tables.flatMap((table) =>
      Object.entries(table).flatMap(([prefix, folders]) =>
        textsOf(folders).flatMap((each) => {
          const place = joinPath(folder, each)
          return place === undefined ? [] : [[prefix.replaceAll('\\', '/'), place] as const]
        }),
      ),
    )
  })
  return roots.toSorted(([a], [b]) => b.length - a.length)
}

/**
 * The root folder of a module, and the leading parts of its name that have no folder: `src/Flow/X.cs` of the namespace
 * `Acme.App.Flow`: `Acme.App` lies in `src`.
 */
export function moduleRoot({ path, module }: Importer, separator: string) {
  if (module === null) return undefined
  const parts = module.split(separator)
  const folders = folderOf(path) === '' ? [] : folderOf(path).split('/')
  let shared = 0
  while (shared < parts.length && same(parts.at(-1 - shared), folders.at(-1 - shared))) shared++
  const folder = folders.slice(0, folders.length - shared).join('/')
  return { folder, omitted: parts.slice(0, parts.length - shared) }
}

/** Folders may be written small where names are not. */
const same = (part: string | undefined, folder: string | undefined) => part?.toLowerCase() === folder?.toLowerCase()

/** The place below the root that has the name; `undefined` when the name begins otherwise. */
export function placeBelow(root: ReturnType<typeof moduleRoot>, parts: readonly string[]): string | undefined {
  if (!root?.omitted.every((part, at) => part === parts[at])) return undefined
  return within(root.folder, parts.slice(root.omitted.length).join('/'))
}

/**
 * Java, Kotlin, Scala: packages are folders and types are files. A name without a file may be in any file of its
 * package: then these are the answer, for the caller to look into.
 */
export function dottedFiles(paths: PathIndex, request: ResolveRequest): readonly string[] {
  const { path, hasType } = readDotted(request.specifier)
  const places = placesFor(request, path)
  if (hasType) return typeFiles(paths, request, places)
  const types = request.names.filter((name) => isUpper(name))
  const files = types.flatMap((name) =>
    typeFiles(
      paths,
      request,
      places.map((place) => `${place}/${name}`),
    ),
  )
  if (types.length > 0 && types.length === request.names.length) return [...new Set(files)]
  const own = packageFiles(paths, places)
  const isThing = request.names.length === 0 && own.length === 0
  if (isThing && request.from.language === 'java') return typeFiles(paths, request, places)
  return [...new Set([...files, ...(isThing ? packageFiles(paths, places.map(folderOf)) : own)])]
}

/** As it is written, below the root of a module that leaves folders out, and within the package of the file. */
function placesFor({ from }: ResolveRequest, path: string): readonly string[] {
  const root = moduleRoot(from, '.')
  const parts = path.split('/')
  const below = placeBelow(root, parts)
  const inside =
    from.language === 'scala' && from.module !== null ? [`${from.module.replaceAll('.', '/')}/${path}`] : []
  // Another root of the same module, such as the one of its platform or of what is tested, leaves out as much.
  const other = below === undefined || root?.omitted.length === 0 ? [] : [parts.slice(root?.omitted.length).join('/')]
  return [...(below === undefined ? [] : [below]), path, ...inside, ...other]
}

function typeFiles(paths: PathIndex, { from }: ResolveRequest, places: readonly string[]): readonly string[] {
  for (const place of places) {
    const exact = EXTENSIONS.map((extension) => place + extension).filter((path) => paths.has(path))
    if (exact.length > 0) return exact.slice(0, 1)
    const found = place.includes('/') ? EXTENSIONS.flatMap((extension) => paths.endingIn(place + extension)) : []
    if (found.length > 0) return nearest(from.path, found)
  }
  return from.language === 'java' ? [] : packageFiles(paths, places.map(folderOf))
}

const EXTENSIONS = ['.java', '.kt', '.scala', '.kts', '.groovy', '.sc']

/** Files from every folder of a package, since its tests and platforms have one each. */
function packageFiles(paths: PathIndex, places: readonly string[]): readonly string[] {
  const folders = places.filter((place) => place !== '').flatMap((place) => paths.foldersEndingIn(place))
  const files = [...new Set(folders)].flatMap((folder) => paths.filesIn(folder))
  return files.filter((path) => EXTENSIONS.some((extension) => nameOf(path).endsWith(extension))).slice(0, MAX_FILES)
}

const MAX_FILES = 200
