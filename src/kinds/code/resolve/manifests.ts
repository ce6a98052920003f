import { fieldsOf, readJson, textsOf, type Fields } from './configs.ts'
import { configsNamed, type Land } from './land.ts'
import { joinPath, stripExtension } from './paths.ts'
import { bestMatch, withStar } from './patterns.ts'

/** What a package of JavaScript says of itself, and which paths it means by that. */
export interface Manifest {
  readonly folder: string
  readonly name: string
  readonly fields: Fields
  /** What stands under the keys of `exports` and `imports`. */
  readonly exports: readonly Mapping[]
  readonly imports: readonly Mapping[]
}

export type Mapping = readonly [pattern: string, targets: readonly string[]]

export function manifestsOf(land: Land): ReadonlyMap<string, Manifest> {
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

export function entryBases(manifest: Manifest | undefined): readonly string[] {
  if (!manifest) return []
  const { fields, exports } = manifest
  const exported = exports.find(([pattern]) => pattern === '.')?.[1] ?? []
  const named = ['source', 'module', 'main', 'types', 'typings', 'svelte', 'browser'].flatMap((key) =>
    textsOf(fields[key]),
  )
  const targets = [...exported, ...named].flatMap(sourcesOf)
  return inFolder(manifest, [...new Set([...targets, 'src/index', 'index', 'src/main', 'src/lib', 'lib/index'])])
}

export function partBases(manifest: Manifest | undefined, part: string): readonly string[] {
  if (!manifest || part === '') return entryBases(manifest)
  const match = bestMatch(manifest.exports, `./${part}`)
  const targets = (match?.value ?? []).flatMap(sourcesOf).map((target) => withStar(target, match?.star ?? ''))
  return inFolder(manifest, [...targets, part, ...originsOf(part), `src/${part}`, `lib/${part}`])
}

export function importBases(manifest: Manifest | undefined, specifier: string): readonly string[] {
  if (!manifest) return []
  const match = bestMatch(manifest.imports, specifier)
  const targets = (match?.value ?? []).flatMap(sourcesOf).map((target) => withStar(target, match?.star ?? ''))
  return inFolder(manifest, targets)
}

export const inFolder = ({ folder }: Manifest, relatives: readonly string[]): readonly string[] =>
  relatives.flatMap((relative) => joinPath(folder, relative) ?? []).filter((base) => base !== folder)

/** A manifest names what was built; it was built from what lies in `src`, or beside it. */
function sourcesOf(target: string): readonly string[] {
  const plain = target.replace(/^\.\//, '')
  const stem = stripExtension(plain)
  const inside = stem.replace(BUILT, '')
  return inside === stem ? [plain, stem] : [`src/${inside}`, plain, stem, inside]
}

const BUILT = /^(?:(?:dist|lib|build|out|esm?|cjs|types|umd)\/)+/

/** What a part of a package that is written as built was built from. */
export function originsOf(part: string): readonly string[] {
  const build = BUILDS.find((each) => part.startsWith(`${each}/`))
  return build === undefined ? [] : [`src/${stripExtension(part.slice(build.length + 1))}`]
}

export const BUILDS = ['lib', 'dist', 'build']
