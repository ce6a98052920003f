import { extname } from 'node:path'
import { setOf } from '@wuku/core/list-helpers'
import type { Choice } from '@wuku/core/ports/origins'
import { createGlob } from '@wuku/text/glob'

/** Classification of a path before its bytes are read. `left-out`: it would be a document, but a rule is against it. */
export type Verdict = 'document' | 'aside' | 'left-out' | 'nothing'

export interface ChoiceRules extends Choice {
  readonly folders?: readonly string[]
  isDocument(path: string): boolean
  /** Default exclusions, for a path below the requested folder. */
  leavesOut(path: string): boolean
}

/** Files that documents quote lie anywhere: folders and patterns are about documents alone, excludes about both. */
export function createChoice(rules: ChoiceRules): (path: string) => Verdict {
  const folders = (rules.folders ?? []).map(trimmed)
  const takes = readPatterns(rules.patterns ?? [])
  const excludes = readExcludes(rules)
  return (path) => {
    const isDocument = rules.isDocument(path)
    if (!isDocument && !mayBeQuoted(path)) return 'nothing'
    const folder = folders.find((each) => each === '' || path.startsWith(`${each}/`))
    const below = folder ? path.slice(folder.length + 1) : path
    if (excludes(path) || rules.leavesOut(below)) return isDocument ? 'left-out' : 'nothing'
    if (isDocument && (folders.length === 0 || folder !== undefined) && takes(path)) return 'document'
    return mayBeQuoted(path) ? 'aside' : 'left-out'
  }
}

const trimmed = (folder: string): string => folder.replace(/^(?:\.?\/)+|\/+$/g, '').replace(/^\.$/, '')

function readPatterns(patterns: readonly string[]): (path: string) => boolean {
  const takers = patterns.filter((glob) => !glob.startsWith('!')).map(inAnyCase)
  return takers.length === 0 ? () => true : (path) => takers.some((matches) => matches(path))
}

/** A name without `/` is left out wherever it lies; a folder with all that is below it. */
function readExcludes({ patterns = [], exclude = [] }: Choice): (path: string) => boolean {
  const globs = [...exclude, ...patterns.filter((glob) => glob.startsWith('!')).map((glob) => glob.slice(1))]
  const matchers = globs
    .map((glob) => glob.replace(/\/+$/, ''))
    .map((glob) => inAnyCase(glob.includes('/') ? glob : `**/${glob}`))
  return (path) => matchers.length > 0 && withFolders(path).some((each) => matchers.some((matches) => matches(each)))
}

/** `a/b/c`: `a`, `a/b`, `a/b/c`. */
export function withFolders(path: string): readonly string[] {
  const segments = path.split('/')
  return segments.map((_, at) => segments.slice(0, at + 1).join('/'))
}

function inAnyCase(glob: string): (path: string) => boolean {
  const matches = createGlob(glob.replace(/^(?:\.?\/)+/, '').toLowerCase())
  return (path) => matches(path.toLowerCase())
}

/** Files that documents include or show: code, settings, short texts and pictures. */
export const mayBeQuoted = (path: string) => quoted.has(extname(path).slice(1).toLowerCase()) || isPicture(path)

const quoted = setOf(
  'md mdx markdown rst rest inc txt adoc asciidoc asc html htm css scss sass less styl vue svelte astro ' +
    'js mjs cjs jsx ts mts cts tsx json json5 jsonc yaml yml toml ini cfg conf properties xml csv tsv ' +
    'py pyi pyx ipynb rb rs go java kt kts scala groovy gradle clj cljs ex exs erl hrl hs ml mli fs fsx cs vb ' +
    'c h cc cpp cxx hpp hh m mm swift dart lua pl pm php r jl nim zig sol proto graphql gql sql sh bash zsh fish ' +
    'ps1 bat cmd cmake mk tf hcl nix diff patch http rego wat elm tcl f90 pas asm s',
)

export const isPicture = (path: string): boolean => /\.(?:png|jpe?g|gif|webp|avif|svg)$/i.test(path)

/** Larger ones are no examples; a picture of a whole screen has more. */
export const maxAsideBytes = (path: string): number => (isPicture(path) ? 2_048 : 256) * 1024

export const isAside = (path: string, bytes: Uint8Array) => isPicture(path) || !bytes.subarray(0, 8192).includes(0)
