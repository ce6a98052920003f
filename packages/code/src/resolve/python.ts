import { once } from '@wuku/core/once'
import { readTables } from './configs.ts'
import { foldersAbove, type ResolverContext, type LanguageResolver } from './resolver.ts'
import { folderOf, joinPath, nameOf, nearest, type PathIndex, within } from './path-index.ts'
import type { ResolveRequest } from './path-hints.ts'

export function createPythonResolver(context: ResolverContext): LanguageResolver {
  const { paths } = context
  const hinted = once(() => hintedRoots(context))
  return {
    resolve: ({ from, specifier, names }) => {
      const dots = /^\.*/.exec(specifier)?.[0].length ?? 0
      const place = specifier.slice(dots).replaceAll('.', '/')
      if (dots > 0) return filesAt(paths, joinPath(folderOf(from.path), `${'../'.repeat(dots - 1)}${place}`), names)
      if (place === '') return []
      for (const root of rootsFor(from, paths, hinted())) {
        const found = filesAt(paths, joinPath(root, place), names)
        if (found.length > 0) return found
      }
      return packageOutsideRoots(paths, from.path, place, names)
    },
  }
}

/** `from a import b` means the module `a.b` if there is one, else a name in `a`. */
function filesAt(paths: PathIndex, base: string | undefined, names: readonly string[]): readonly string[] {
  if (base === undefined) return []
  const inner = names.map((name) => (name === '*' ? undefined : moduleAt(paths, within(base, name))))
  const modules = inner.filter((path) => path !== undefined)
  const own = moduleAt(paths, base)
  return own === undefined || (names.length > 0 && modules.length === names.length) ? modules : [own, ...modules]
}

function moduleAt(paths: PathIndex, base: string): string | undefined {
  const moduleFiles = base === '' ? [] : [`${base}.py`, `${base}.pyi`]
  return [...moduleFiles, within(base, '__init__.py'), within(base, '__init__.pyi')].find((path) => paths.has(path))
}

/** Roots of a file's absolute imports: above its outermost package, folders from the manifests, and the usual folders. */
function rootsFor(from: ResolveRequest['from'], paths: PathIndex, hinted: readonly string[]): readonly string[] {
  const folders = foldersAbove(folderOf(from.path))
  const outside = folders.slice(folders.findIndex((folder) => !isPackage(paths, folder)))
  const defaultFolders = outside.flatMap((folder) => ['src', 'lib', 'python'].map((name) => within(folder, name)))
  return [...new Set([...outside, ...hinted, ...defaultFolders])]
}

const isPackage = (paths: PathIndex, folder: string): boolean =>
  folder !== '' && (paths.has(`${folder}/__init__.py`) || paths.has(`${folder}/__init__.pyi`))

/** A package of the source below none of the roots. A single name might as well be one of Python's own. */
function packageOutsideRoots(paths: PathIndex, from: string, place: string, names: readonly string[]) {
  if (!place.includes('/') && !/^(?:src|lib|python)$/.test(place)) {
    const known = paths
      .endingIn(`${place}/__init__.py`)
      .filter((path) => isRoot(paths, rootOf(path, `${place}/__init__.py`)))
    const sourced = known.filter((path) => /^(?:src|lib|python)$/.test(nameOf(rootOf(path, `${place}/__init__.py`))))
    return nearest(from, sourced).flatMap((path) => filesAt(paths, folderOf(path), names))
  }
  const ends = [`${place}.py`, `${place}/__init__.py`, `${place}.pyi`]
  const found = ends.flatMap((end) => paths.endingIn(end).filter((path) => isRoot(paths, rootOf(path, end))))
  return nearest(from, found).flatMap((path) =>
    filesAt(paths, nameOf(path).startsWith('__init__.') ? folderOf(path) : path.replace(/\.pyi?$/, ''), names),
  )
}

const rootOf = (path: string, end: string): string => path.slice(0, Math.max(0, path.length - end.length - 1))

const isRoot = (paths: PathIndex, folder: string): boolean => !isPackage(paths, folder)

/** `where = ["lib"]`, `package-dir = {"" = "lib"}`, and their like. */
function hintedRoots(context: ResolverContext): readonly string[] {
  return [...context.configs].flatMap(([path, text]) => {
    if (!/^(?:pyproject\.toml|setup\.cfg)$/.test(nameOf(path))) return []
    const tables = readTables(text)
    const hints = ROOT_KEYS.flatMap((key) => tables.get(key) ?? [])
    return hints.flatMap((hint) => joinPath(folderOf(path), hint.replace(/^=\s*/, '')) ?? [])
  })
}

const ROOT_KEYS = [
  'tool.setuptools.packages.find.where',
  'tool.setuptools.package-dir',
  'tool.setuptools.package-dir.',
  'tool.pytest.ini_options.pythonpath',
  'tool.pdm.build.package-dir',
  'tool.poetry.packages',
  'options.packages.find.where',
  'options.package_dir.',
]
