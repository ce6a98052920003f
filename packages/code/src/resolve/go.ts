import { once } from '@wuku/core/once'
import { linesOf } from './configs.ts'
import { configsNamed, foldersAbove, type ResolverContext, type LanguageResolver } from './resolver.ts'
import { folderOf, joinPath, nameOf, nearest, type PathIndex, within } from './path-index.ts'

interface Module {
  readonly name: string
  readonly folder: string
}

/** A package is a folder: an import gives all of its files but the tests. */
export function createGoResolver(context: ResolverContext): LanguageResolver {
  const modules = once(() =>
    [...configsNamed(context, 'go.mod')].flatMap(([folder, text]) => readModules(folder, text)),
  )
  const { paths } = context
  return {
    resolve: ({ from, specifier }) => {
      if (specifier.endsWith('/')) return []
      for (const folder of [...moduleFolders(modules(), specifier, from.path), ...vendored(paths, specifier)]) {
        const files = packageFiles(paths, folder)
        if (files.length > 0) return files
      }
      return []
    },
    aliasesOf: (path) => {
      const above = foldersAbove(folderOf(path))
      const place = above.find((folder) => modules().some((module) => module.folder === folder))
      if (place === undefined) return []
      const inside = folderOf(path).slice(place === '' ? 0 : place.length + 1)
      return modules()
        .filter(({ folder }) => folder === place)
        .map(({ name }) => within(name, inside))
    },
  }
}

/** The file that is called like the package first: it is where one begins to read. */
function packageFiles(paths: PathIndex, folder: string): readonly string[] {
  const files = paths.filesIn(folder).filter((path) => path.endsWith('.go') && !path.endsWith('_test.go'))
  const namesake = within(folder, `${nameOf(folder)}.go`)
  return [...files.filter((path) => path === namesake), ...files.filter((path) => path !== namesake)]
}

/** Its own name, and folders of the source that stand for other modules. */
function readModules(folder: string, text: string): readonly Module[] {
  return linesOf(text).flatMap((line) => {
    const [first = '', ...words] = line.trim().split(/\s+/)
    if (first === 'module') return [{ name: (words[0] ?? '').replaceAll('"', ''), folder }]
    const all = first === 'replace' ? words : [first, ...words]
    const target = all[all.indexOf('=>') + 1] ?? ''
    const place = /^\.\.?\//.test(target) ? joinPath(folder, target) : undefined
    return all.includes('=>') && place !== undefined ? [{ name: all[0] ?? '', folder: place }] : []
  })
}

/** By the module with the longest name; of several with one name the nearest. */
function moduleFolders(modules: readonly Module[], specifier: string, from: string): readonly string[] {
  const fitting = modules.filter(({ name }) => specifier === name || specifier.startsWith(`${name}/`))
  const longest = Math.max(...fitting.map(({ name }) => name.length), 0)
  const folders = fitting.filter(({ name }) => name.length === longest).map(({ folder }) => within(folder, 'go.mod'))
  const inside = specifier.slice(longest + 1)
  return nearest(from, [...new Set(folders)]).map((path) => within(folderOf(path), inside))
}

/**
 * Packages without a module of their own: below `vendor`, or as in a GOPATH. The standard library has no dot in its
 * first part.
 */
const vendored = (paths: PathIndex, specifier: string): readonly string[] =>
  /^[^/]*\./.test(specifier) ? paths.foldersEndingIn(specifier).slice(0, 1) : []
