import { once } from '../../../core/once.ts'
import { fieldsOf, readJson, textsOf } from './configs.ts'
import { configsNamed, type Asked, type Land, type LanguageResolver } from './land.ts'
import { moduleRoot, placeBelow } from './modules.ts'
import { nearest, type PathIndex } from './path-index.ts'
import { folderOf, joinPath, nameOf, stripExtension, within } from './paths.ts'

/** C#: a namespace is, by habit, a folder; an import gives its files, or the file of a type. */
export const createCSharpResolver = ({ paths }: Land): LanguageResolver => ({
  resolve: (asked) => {
    const parts = asked.specifier.split('.')
    const type = typeFile(paths, asked, parts)
    return type ? [type] : namespaceFolder(paths, asked, parts).flatMap((folder) => sourcesIn(paths, folder))
  },
})

function typeFile(paths: PathIndex, asked: Asked, parts: readonly string[]): string | undefined {
  const name = parts.at(-1) ?? ''
  return namespaceFolder(paths, asked, parts.slice(0, -1))
    .map((folder) => within(folder, `${name}.cs`))
    .find((path) => paths.has(path))
}

const sourcesIn = (paths: PathIndex, folder: string): readonly string[] =>
  paths.filesIn(folder).filter((path) => path.endsWith('.cs'))

/** `A.B.C` may be the folder `A.B.C`, `A.B/C` or `A/B/C`; below the root of the file's own namespace it is sought first. */
function namespaceFolder(paths: PathIndex, { from }: Asked, parts: readonly string[]): readonly string[] {
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
export function createPhpResolver(land: Land): LanguageResolver {
  const roots = once(() => autoloaded(land))
  const { paths } = land
  return {
    resolve: (asked) => {
      if (/\.(?:php|inc|phtml)$/i.test(asked.specifier)) return included(paths, asked)
      const written = asked.specifier.replaceAll('\\', '/').replace(/^\/|\/+$/g, '')
      const all = asked.names
        .filter((name) => name !== '*' && name !== nameOf(written))
        .map((name) => within(written, name))
      return [...new Set([written, ...all].flatMap((place) => classFile(paths, asked, { place, roots: roots() })))]
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

interface Sought {
  readonly place: string
  readonly roots: readonly (readonly [prefix: string, folder: string])[]
}

function classFile(paths: PathIndex, { from }: Asked, { place, roots }: Sought): readonly string[] {
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

function included(paths: PathIndex, { from, specifier }: Asked): readonly string[] {
  const beside = joinPath(folderOf(from.path), specifier.replace(/^\/+/, ''))
  if (beside !== undefined && paths.has(beside)) return [beside]
  const end = joinPath('', specifier)
  return specifier.startsWith('.') || !end ? [] : nearest(from.path, paths.endingIn(end))
}

/** Longest namespace first. */
function autoloaded(land: Land): readonly (readonly [prefix: string, folder: string])[] {
  const manifests = configsNamed(land, (name) => name === 'composer.json')
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
