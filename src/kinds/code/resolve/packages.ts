import { once } from '../../../core/once.ts'
import { foldersAbove, type Land } from './land.ts'
import { entryBases, importBases, inFolder, manifestsOf, originsOf, partBases, type Manifest } from './manifests.ts'
import { packageAliases } from './package-aliases.ts'
import { nearest } from './path-index.ts'
import { folderOf, within } from './paths.ts'

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
