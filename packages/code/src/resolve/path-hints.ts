import { folderOf, joinPath, stripExtension, within, withoutRoots } from './path-index.ts'
import { isModule, readUse, rustFolders } from './rust-paths.ts'

export interface Importer {
  readonly path: string
  readonly language: string | null
  readonly module: string | null
}

/** Hints of a specifier about the file that it means, without knowing which files exist. Without extensions. */
export interface PathHints {
  /** From the top of the source. */
  readonly exact: readonly string[]
  /** The end of a path, or a full name, its parts joined by `/`. */
  readonly ends: readonly string[]
}

export function pathHintsOf(from: Importer, specifier: string, names: readonly string[]): PathHints {
  if (specifier.length > maxSpecifierChars) return nothing
  const read = byLanguage.get(from.language ?? '') ?? script
  return read({ from, specifier: specifier.trim(), names })
}

/** A longer one is no name of a file. */
export const maxSpecifierChars = 1_000

export interface ResolveRequest {
  readonly from: Importer
  readonly specifier: string
  readonly names: readonly string[]
}

const nothing: PathHints = { exact: [], ends: [] }

type Reading = (written: ResolveRequest) => PathHints

const byLanguage: ReadonlyMap<string, Reading> = new Map<string, Reading>([
  ['python', python],
  ['ruby', relativeIfDotted],
  ['php', php],
  ['bash', ({ specifier }) => ending(shellPath(specifier))],
  ['lua', ({ specifier }) => ending(specifier.includes('/') ? specifier : specifier.replaceAll('.', '/'))],
  ['css', ({ from, specifier, names }) => script({ from, specifier: specifier.replace(/^~/, ''), names })],
  ['go', ({ specifier }) => named(specifier)],
  ['rust', rust],
  ['java', dotted],
  ['kotlin', dotted],
  ['scala', dotted],
  ['c#', ({ specifier }) => named(specifier.replaceAll('.', '/'))],
  ['c', include],
  ['c++', include],
  // `alias A.{B, C}` names what lies in `A`.
  ['elixir', ({ specifier, names }) => withNames(specifier.replaceAll('.', '/'), names.filter(isUpper))],
  ['haskell', ({ specifier }) => named(specifier.replaceAll('.', '/'))],
  ['dart', dart],
  ['zig', ({ from, specifier }) => (specifier.endsWith('.zig') ? relativeHint(from, specifier) : named(specifier))],
  ['swift', () => nothing],
])

/** Without `$DIR/`, `"${DIR}"/`, `$(dirname "$0")/`, which mean where a script lies as far as one can say. */
export const shellPath = (specifier: string): string =>
  specifier.replace(/^["']?(?:\$\{[^}]*\}|\$\([^)]*\)|\$\w+)["']?\/?/, '').replaceAll(/["']/g, '')

/** JavaScript and all that is bundled with it. */
function script({ from, specifier }: ResolveRequest): PathHints {
  const plain = plainSpecifier(specifier)
  return /^\.\.?(?:\/|$)/.test(plain) ? relativeHint(from, plain) : ending(plain.replace(/^[@~#]\//, ''))
}

/** Without a bundler's loaders before it and its questions after it. */
export const plainSpecifier = (specifier: string): string =>
  specifier.slice(specifier.lastIndexOf('!') + 1).replace(/(?!^)[?#].*$/s, '')

function relativeHint(from: Importer, relative: string): PathHints {
  const path = joinPath(folderOf(from.path), relative)
  return path === undefined ? nothing : { exact: [stripExtension(path)], ends: [] }
}

function ending(path: string): PathHints {
  const end = joinPath('', stripExtension(path).replace(/^(?:\.{0,2}\/)+/, ''))
  return named(end ?? '')
}

const named = (...ends: readonly string[]): PathHints => ({ exact: [], ends: ends.filter((end) => end !== '') })

const withNames = (path: string, names: readonly string[]): PathHints =>
  named(path, ...names.slice(0, MAX_NAMES).map((name) => `${path}/${name}`))

function relativeIfDotted({ from, specifier }: ResolveRequest): PathHints {
  return specifier.startsWith('.') ? relativeHint(from, specifier) : ending(specifier)
}

function python({ from, specifier }: ResolveRequest): PathHints {
  const dots = /^\.*/.exec(specifier)?.[0].length ?? 0
  const rest = specifier.slice(dots).replaceAll('.', '/')
  if (dots === 0) return named(rest)
  const path = joinPath(folderOf(from.path), `${'../'.repeat(dots - 1)}${rest}`)
  return path === undefined ? nothing : { exact: [path], ends: [] }
}

function php({ from, specifier, names }: ResolveRequest): PathHints {
  if (/\.(?:php|inc|phtml)$/i.test(specifier)) return relativeIfDotted({ from, specifier, names: [] })
  const path = specifier.replaceAll('\\', '/').replace(/^\/|\/+$/g, '')
  return withNames(
    path,
    names.filter((name) => name !== '*'),
  )
}

/** `<x.h>`, `x.h`: the end of the path of a header, unless it climbs. */
function include({ from, specifier }: ResolveRequest): PathHints {
  const path = specifier.replace(/^[<"]|[>"]$/g, '')
  return path.startsWith('.') ? relativeHint(from, path) : ending(path)
}

/** The class is the first part in upper case; what follows lies within it. */
function dotted({ specifier, names }: ResolveRequest): PathHints {
  const { path, hasType } = readDotted(specifier)
  return withNames(path, hasType ? [] : names.filter(isUpper))
}

export function readDotted(specifier: string): { readonly path: string; readonly hasType: boolean } {
  const parts = specifier.replace(/\.(?:[*_]|given)$/, '').split('.')
  const type = parts.findIndex(isUpper)
  return { path: (type < 0 ? parts : parts.slice(0, type + 1)).join('/'), hasType: type >= 0 }
}

const MAX_NAMES = 2

export const isUpper = (part: string): boolean => /^\p{Lu}/u.test(part)

function dart({ from, specifier }: ResolveRequest): PathHints {
  const isPackage = /^\w+:/.test(specifier)
  return isPackage
    ? named(stripExtension(withoutRoots(specifier.replace(/^package:/, ''))))
    : relativeHint(from, specifier)
}

/** `use` may end in a module or in something inside it: both are wanted. Types never are. */
function rust({ from, specifier, names }: ResolveRequest): PathHints {
  const use = readUse(specifier, names)
  const forms = use.mayBeInside ? [use.path, use.path.slice(0, -1)] : [use.path]
  const folders = rustFolders(from.path, use)
  if (!folders) return named(...forms.map((form) => [use.first, ...form].join('/')))
  const paths = forms.map((form) => form.filter(isModule).join('/'))
  return { exact: folders.flatMap((folder) => paths.map((path) => within(folder, path))), ends: [] }
}
