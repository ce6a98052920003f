import { hash } from 'node:crypto'
import type { CodeSymbol } from '../outline.ts'
import { limits } from '@wuku/core/limits'
import { plainName } from '@wuku/text/terms/mark-terms'
import { folderOf, nameOf, stripExtension, within, withoutRoots } from './path-index.ts'
import { pathHintsOf, type Importer } from './path-hints.ts'

/**
 * Index keys under which an import is found from the other end: an exact path from the top (`/src/users`) where the
 * specifier says one, else all that it says (`lodash/fp`). Whatever the import resolves to has one of them in its
 * `exportKeys`, compared as terms of marks are; that a key is shared does not say that it resolves.
 */
export const importKeys = (from: Importer, specifier: string, names: readonly string[]): readonly string[] =>
  keysOf(from, specifier, names).map(fit)

function keysOf(from: Importer, specifier: string, names: readonly string[]): readonly string[] {
  const { exact, ends } = pathHintsOf(from, specifier, names)
  return [...new Set([...exact.map((path) => `/${path}`), ...ends])]
}

export interface ExportFacts {
  readonly language: string | null
  readonly module: string | null
  /** Symbols of the file; top-level ones may be imported by name from the module. */
  readonly symbols?: readonly CodeSymbol[]
  /** Specifiers that configuration gives to the file, such as the name of its package. */
  readonly aliases?: readonly string[]
}

/** Keys under which importers of a file may have written it. Many: they are looked up, never stored. */
export const exportKeys = (path: string, facts: ExportFacts) => [...new Set(fullKeys(path, facts).map(fit))]

/** Paths among those keys that are short enough to be written out; bare names and hashes are left out. */
export const exportPaths = (path: string, facts: ExportFacts): readonly string[] =>
  fullKeys(path, facts).filter((key) => key.includes('/') && isShort(key))

function fullKeys(path: string, facts: ExportFacts): readonly string[] {
  const places = placesOf(path, facts.language)
  const keys = [
    ...places.map((place) => `/${place}`),
    ...places.flatMap(endsOf),
    ...places.map(withoutRoots).flatMap(endsOf),
    ...modulesOf(path, facts).flatMap(endsOf),
    ...(facts.aliases ?? []).flatMap((alias) => keysOf({ ...facts, path: '' }, alias, [])),
  ]
  return [...new Set(keys.filter((key) => key !== ''))]
}

/** Files that speak for their folder. */
const FOR_FOLDER = /^(?:index|__init__|mod|lib|main|init|default|package|_index)$/i
/** A folder may be named where one of its files is meant: a Go package, `from folder import file`, `use folder::file`. */
const BY_FOLDER: ReadonlySet<string> = new Set(['python', 'go', 'rust', 'java', 'kotlin', 'scala', 'c#', 'haskell'])

/** All that a path may be called exactly: with fewer extensions, without Sass's low line, and by its folder. */
function placesOf(path: string, language: string | null): readonly string[] {
  const folder = folderOf(path)
  const stems = stemsOf(path)
  const isForFolder = stems.some((stem) => FOR_FOLDER.test(nameOf(stem)))
  const partials = stems.map((stem) => within(folder, nameOf(stem).replace(/^_(?!_)/, '')))
  const folders = BY_FOLDER.has(language ?? '') ? [folder, ...(isForFolder ? [folderOf(folder)] : [])] : []
  const dotted = language === 'c#' ? [folder.replaceAll('.', '/')] : []
  return [...new Set([...stems, ...partials, ...(isForFolder ? [folder] : []), ...folders, ...dotted])]
}

/** `styles.css.ts` may be imported as `styles.css`, which an import says as `styles`. */
function stemsOf(path: string): readonly string[] {
  const stem = stripExtension(path)
  return stem === path ? [path] : [path, ...stemsOf(stem)]
}

function modulesOf(path: string, { language, module, symbols = [] }: ExportFacts): readonly string[] {
  const stem = nameOf(stripExtension(path))
  const own = module === null ? packageOf(path, language) : slashed(module)
  const tops = BY_NAME.has(language ?? '') ? symbols.filter(({ container }) => container < 0).slice(0, MAX_SYMBOLS) : []
  const modules = symbols.filter((symbol) => symbol.kind === 'module').slice(0, MAX_SYMBOLS)
  return [
    ...(own === undefined ? [] : [own, `${own}/${stem}`, ...tops.map(({ name }) => `${own}/${name}`)]),
    ...modules.map(({ name }) => slashed(name)),
  ]
}

const MAX_SYMBOLS = 100
/** Languages that import the members of a package by their full names. */
const BY_NAME: ReadonlySet<string> = new Set(['java', 'kotlin', 'scala', 'c#', 'php'])

/** A file that declares no package belongs to that of its folder. */
const packageOf = (path: string, language: string | null): string | undefined =>
  /^(?:java|kotlin|scala)$/.test(language ?? '') ? folderOf(path) : undefined

const slashed = (name: string): string => name.replace(/^\\/, '').replaceAll(/\\|::|\./g, '/')

/** `a/b/c`, `b/c`, `c`. */
function endsOf(path: string): readonly string[] {
  const parts = path.split('/')
  return parts.slice(0, MAX_PARTS).map((_, at) => parts.slice(at).join('/'))
}

const MAX_PARTS = 64

/**
 * Characters left in an index term after `:imp:`. A longer key is stored as a hash: truncated keys would collide too often.
 */
const KEY_CHARS = limits.termChars - ':imp:'.length

/** Terms of marks have no case and no joints, so neither counts towards the length or the hash. */
const fit = (key: string): string => (isShort(key) ? key : `#${hash('sha256', plainName(key), 'hex').slice(0, 24)}`)

const isShort = (key: string): boolean => key.length <= KEY_CHARS || plainName(key).length <= KEY_CHARS
