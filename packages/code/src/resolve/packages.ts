import { once } from '@wuku/core/once'
import { type Fields, fieldsOf, readJson, textsOf } from './configs.ts'
import { configsNamed, foldersAbove, type ResolverContext } from './resolver.ts'
import { folderOf, joinPath, nearest, stripExtension, within } from './path-index.ts'

export interface Packages {
  /** Paths that `name`, `name/part` or, inside a package, `#part` may mean, likeliest first. */
  basesFor(path: string, specifier: string): readonly string[]
  /** Files that an import of a folder with a manifest stands for. */
  entriesOf(folder: string): readonly string[]
  /** Sources from which a path into a package's build was built. */
  originsOf(path: string): readonly string[]
  foldersOf(name: string): readonly string[]
  aliasesOf(path: string, stems: readonly string[]): readonly string[]
}

export function createPackages(context: ResolverContext): Packages {
  const manifests = once(() => {
    const texts = configsNamed(context, 'package.json')
    return new Map([...texts].map(([folder, text]) => [folder, readManifest(folder, text)]))
  })
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
  // `src/x` may be imported from where it will be built.
  const sources = parts.filter((part) => part.startsWith('src/'))
  const built = sources.flatMap((part) => BUILDS.map((build) => build + part.slice('src'.length)))
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

/** The manifest of a JavaScript package, and the paths that it declares. */
interface Manifest {
  readonly folder: string
  readonly name: string
  readonly fields: Fields
  readonly exports: readonly Mapping[]
  readonly imports: readonly Mapping[]
}

export type Mapping = readonly [pattern: string, targets: readonly string[]]

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
  const targets = targetsFor(manifest.exports, `./${part}`, sourcesOf)
  return inFolder(manifest, [...targets, part, ...originsOf(part), `src/${part}`, `lib/${part}`])
}

const importBases = (manifest: Manifest | undefined, specifier: string): readonly string[] =>
  manifest ? inFolder(manifest, targetsFor(manifest.imports, specifier, sourcesOf)) : []

const inFolder = ({ folder }: Manifest, relatives: readonly string[]): readonly string[] =>
  relatives.flatMap((relative) => joinPath(folder, relative) ?? []).filter((base) => base !== folder)

/** A manifest names build output, whose source is in `src` or next to it. */
function sourcesOf(target: string): readonly string[] {
  const plain = target.replace(/^\.\//, '')
  const stem = stripExtension(plain)
  const inside = stem.replace(BUILT, '')
  return inside === stem ? [plain, stem] : [`src/${inside}`, plain, stem, inside]
}

const BUILT = /^(?:(?:dist|lib|build|out|esm?|cjs|types|umd)\/)+/

function originsOf(part: string): readonly string[] {
  const build = BUILDS.find((each) => part.startsWith(`${each}/`))
  return build === undefined ? [] : [`src/${stripExtension(part.slice(build.length + 1))}`]
}

const BUILDS = ['lib', 'dist', 'build']

/** A pattern with at most one `*`, as `paths` of tsconfig.json and `exports` of package.json have. */

/**
 * The text that the star stands for; empty for a pattern without one; `undefined` when it does not match, or the star
 * would be empty.
 */
export function starOf(pattern: string, text: string): string | undefined {
  const at = pattern.indexOf('*')
  if (at < 0) return pattern === text ? '' : undefined
  const end = pattern.slice(at + 1)
  const fits = text.length >= pattern.length && text.startsWith(pattern.slice(0, at)) && text.endsWith(end)
  return fits ? text.slice(at, text.length - end.length) : undefined
}

export const withStar = (pattern: string, star: string): string => {
  const at = pattern.indexOf('*')
  return at < 0 ? pattern : pattern.slice(0, at) + star + pattern.slice(at + 1)
}

/** Targets of the exact pattern, else of the one with most before its star; each as `forms` of it. */
export function targetsFor(
  mappings: readonly Mapping[],
  text: string,
  forms = (target: string): readonly string[] => [target],
): readonly string[] {
  const fitting = mappings.flatMap(([pattern, targets]) => {
    const star = starOf(pattern, text)
    return star === undefined ? [] : [{ star, targets, before: pattern.split('*', 1).join('').length }]
  })
  const [best] = fitting.toSorted((a, b) => b.before - a.before)
  return best ? best.targets.flatMap(forms).map((target) => withStar(target, best.star)) : []
}
