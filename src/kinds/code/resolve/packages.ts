import { fieldsOf, readJson, textsOf, type Fields } from './configs.ts'
import { configsNamed, foldersAbove, type Land } from './land.ts'
import { nearest, once } from './path-index.ts'
import { folderOf, joinPath, stripExtension, within } from './paths.ts'
import { bestMatch, starOf, withStar } from './patterns.ts'

/** Packages of JavaScript whose manifests lie in the source. */
export interface Packages {
  /** Paths that `name`, `name/part` or, inside a package, `#part` may mean, likeliest first. */
  basesFor(path: string, specifier: string): readonly string[]
  /** What a folder with a manifest is when it is imported by its path. */
  entriesOf(folder: string): readonly string[]
  foldersOf(name: string): readonly string[]
  aliasesOf(path: string, stems: readonly string[]): readonly string[]
}

interface Manifest {
  readonly folder: string
  readonly name: string
  readonly fields: Fields
  /** What stands under the keys of `exports` and `imports`. */
  readonly exports: readonly Mapping[]
  readonly imports: readonly Mapping[]
}

type Mapping = readonly [pattern: string, targets: readonly string[]]

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
    foldersOf: (name) => (byName().get(name) ?? []).map(({ folder }) => folder),
    aliasesOf: (path, stems) => aliasesIn(around(path), stems),
  }
}

function manifestsOf(land: Land): ReadonlyMap<string, Manifest> {
  const texts = configsNamed(land, (name) => name === 'package.json')
  return new Map([...texts].map(([folder, text]) => [folder, readManifest(folder, text)]))
}

function readManifest(folder: string, text: string): Manifest {
  const fields = readJson(text)
  const name = textsOf(fields['name'])[0] ?? ''
  return { folder, name, fields, exports: mappingsOf(fields['exports']), imports: mappingsOf(fields['imports']) }
}

/** Under conditions, such as `import` and `types`, all targets count. A single target is that of the package itself. */
function mappingsOf(value: unknown): readonly Mapping[] {
  const entries = Object.entries(fieldsOf(value))
  const hasParts = entries.some(([key]) => /^[.#]/.test(key))
  if (!hasParts) return [['.', targetsIn(value, 0)]]
  return entries.map(([key, targets]): Mapping => [key, targetsIn(targets, 0)])
}

const DEEPEST = 8

function targetsIn(value: unknown, depth: number): readonly string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null || depth > DEEPEST) return []
  return Object.values(value).flatMap((each) => targetsIn(each, depth + 1))
}

function splitName(specifier: string): readonly [name: string, part: string] {
  const [, name = specifier, part = ''] = /^((?:@[^/]+\/)?[^/]+)(?:\/(.*))?$/s.exec(specifier) ?? []
  return [name, part]
}

function entryBases(manifest: Manifest | undefined): readonly string[] {
  if (!manifest) return []
  const { fields, exports } = manifest
  const exported = exports.find(([pattern]) => pattern === '.')?.[1] ?? []
  const named = ['source', 'module', 'main', 'types', 'typings', 'svelte', 'browser'].flatMap((key) =>
    textsOf(fields[key]),
  )
  const targets = [...exported, ...named].flatMap(sourcesOf)
  return inFolder(manifest, [...new Set([...targets, 'src/index', 'index', 'src/main', 'src/lib', 'lib/index'])])
}

function partBases(manifest: Manifest | undefined, part: string): readonly string[] {
  if (!manifest || part === '') return entryBases(manifest)
  const match = bestMatch(manifest.exports, `./${part}`)
  const targets = (match?.value ?? []).map((target) => withStar(target, match?.star ?? ''))
  return inFolder(manifest, [...targets.flatMap(sourcesOf), part, ...sourcesOf(part), `src/${part}`, `lib/${part}`])
}

function importBases(manifest: Manifest | undefined, specifier: string): readonly string[] {
  if (!manifest) return []
  const match = bestMatch(manifest.imports, specifier)
  const targets = (match?.value ?? []).map((target) => withStar(target, match?.star ?? ''))
  return inFolder(manifest, targets.flatMap(sourcesOf))
}

const inFolder = ({ folder }: Manifest, relatives: readonly string[]): readonly string[] =>
  relatives.flatMap((relative) => joinPath(folder, relative) ?? []).filter((base) => base !== folder)

/** A manifest names what was built; it was built from what lies in `src`, or beside it. */
function sourcesOf(target: string): readonly string[] {
  const plain = target.replace(/^\.\//, '')
  const stem = stripExtension(plain)
  const inside = stem.replace(BUILT, '')
  return inside === stem ? [plain, stem] : [`src/${inside}`, plain, stem, inside]
}

const BUILT = /^(?:(?:dist|lib|build|out|esm?|cjs|types|umd)\/)+/

/** From inside or outside of its package: `name/part`, `name` for its entry, and what `exports` and `imports` call it. */
function aliasesIn(manifest: Manifest | undefined, stems: readonly string[]): readonly string[] {
  if (!manifest) return []
  const { folder, name, exports, imports } = manifest
  const inside = stems
    .filter((stem) => folder === '' || stem === folder || stem.startsWith(`${folder}/`))
    .map((stem) => stem.slice(folder === '' ? 0 : folder.length + 1))
  const parts = inside.flatMap((part) => [part, part.replace(INNER, '')])
  const entries = entryBases(manifest).map(stripExtension)
  const isEntry = stems.some((stem) => entries.includes(stem))
  const exported = named(exports, parts).map((key) => name + key.slice(1))
  const own = name === '' ? [] : [...(isEntry ? [name] : []), ...parts.map((part) => `${name}/${part}`), ...exported]
  return [...own, ...(isEntry ? [`./${folder}`] : []), ...named(imports, parts)]
}

const INNER = /^(?:(?:src|dist|lib|build|out|esm?|cjs|types|umd)\/)+/

/** Keys of which some target, built or not, is one of the parts. */
const named = (mappings: readonly Mapping[], parts: readonly string[]): readonly string[] =>
  mappings.flatMap(([pattern, targets]) => {
    const plain = targets.map((target) => stripExtension(target.replace(/^\.\//, '')))
    const stars = [...plain, ...plain.map((target) => target.replace(INNER, ''))].flatMap((target) =>
      parts.flatMap((part) => starOf(target, part) ?? []),
    )
    return [...new Set(stars)].map((star) => withStar(pattern, star))
  })
