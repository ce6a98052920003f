import { once } from '../../../core/once.ts'
import { foldersAbove, type Land } from './land.ts'
import {
  entryBases,
  importBases,
  inFolder,
  manifestsOf,
  originsOf,
  partBases,
  type Manifest,
  BUILDS,
  type Mapping,
} from './manifests.ts'
import { nearest } from './path-index.ts'
import { folderOf, within, stripExtension } from './paths.ts'
import { starOf, withStar } from './patterns.ts'

/** Packages of JavaScript whose manifests lie in the source. */
export interface Packages {
  /** Paths that `name`, `name/part` or, inside a package, `#part` may mean, likeliest first. */
  basesFor(path: string, specifier: string): readonly string[]
  /** What a folder with a manifest is when it is imported by its path. */
  entriesOf(folder: string): readonly string[]
  /** What a path into a package's build was built from. */
  originsOf(path: string): readonly string[]
  foldersOf(name: string): readonly string[]
  aliasesOf(path: string, stems: readonly string[]): readonly string[]
}

export function createPackages(land: Land): Packages {
  const manifests = once(() => manifestsOf(land))
  const byName = once(() => Map.groupBy(manifests().values(), ({ name }) => name))
  const around = (path: string): Manifest | undefined =>
    foldersAbove(folderOf(path))
      .map((folder) => manifests().get(folder))
      .find((each) => each !== undefined)
  return {
    basesFor: (path, specifier) => {
      if (specifier.startsWith('#')) return importBases(around(path), specifier)
      const [name, part] = splitName(specifier)
      const folders = (byName().get(name) ?? []).map(({ folder }) => within(folder, 'package.json'))
      return nearest(path, folders).flatMap((each) => partBases(manifests().get(folderOf(each)), part))
    },
    entriesOf: (folder) => entryBases(manifests().get(folder)),
    originsOf: (path) => {
      const manifest = around(path)
      const inside = manifest && path.slice(manifest.folder === '' ? 0 : manifest.folder.length + 1)
      return manifest && inside ? inFolder(manifest, originsOf(inside)) : []
    },
    foldersOf: (name) => (byName().get(name) ?? []).map(({ folder }) => folder),
    aliasesOf: (path, stems) =>
      foldersAbove(folderOf(path)).flatMap((folder) => packageAliases(manifests().get(folder), stems)),
  }
}

function splitName(specifier: string): readonly [name: string, part: string] {
  const [, name = specifier, part = ''] = /^((?:@[^/]+\/)?[^/]+)(?:\/(.*))?$/s.exec(specifier) ?? []
  return [name, part]
}

/** From inside or outside of its package: `name/part`, `name` for its entry, and what `exports` and `imports` call it. */
function packageAliases(manifest: Manifest | undefined, stems: readonly string[]): readonly string[] {
  if (!manifest) return []
  const { folder, name, exports, imports } = manifest
  const parts = stems.filter((stem) => stem.startsWith(start(folder))).map((stem) => stem.slice(start(folder).length))
  const inner = parts.map((part) => part.replace(INNER, ''))
  const built = parts.filter((part) => part.startsWith('src/')).flatMap(asBuilt)
  const isEntry = entryBases(manifest).some((base) => stems.includes(stripExtension(base)))
  const outside = [
    ...(isEntry ? [name] : []),
    ...[...parts, ...inner, ...built].map((part) => `${name}/${part}`),
    ...mapped(exports, [...parts, ...inner]).map((key) => name + key.slice(1)),
  ]
  return [
    ...(name === '' ? [] : outside),
    ...(isEntry ? [`./${folder}`] : []),
    ...built.map((part) => `./${within(folder, part)}`),
    ...mapped(imports, [...parts, ...inner]),
  ]
}

const start = (folder: string): string => (folder === '' ? '' : `${folder}/`)

/** `src/x` may be imported from where it will be built. */
const asBuilt = (part: string): readonly string[] => BUILDS.map((build) => build + part.slice('src'.length))

const INNER = /^(?:(?:src|dist|lib|build|out|esm?|cjs|types|umd)\/)+/

/** Keys of which some target, built or not, is one of the parts. */
const mapped = (mappings: readonly Mapping[], parts: readonly string[]): readonly string[] =>
  mappings.flatMap(([pattern, targets]) => {
    const plain = targets.map((target) => stripExtension(target.replace(/^\.\//, '')))
    const stars = [...plain, ...plain.map((target) => target.replace(INNER, ''))].flatMap((target) =>
      parts.flatMap((part) => starOf(target, part) ?? []),
    )
    return [...new Set(stars)].map((star) => withStar(pattern, star))
  })
