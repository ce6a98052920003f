import type { ChunkFacts } from '@wuku/core/core-types'
import type { DraftChunk, Mark } from '@wuku/core/ports/source-reader'
import { splitCompound } from '@wuku/text/terms/compounds'
import { importKeys } from './resolve/import-keys.ts'
import { isDefinition, isPrototype, type CodeSymbol, type SymbolKind, type Outline } from './outline.ts'
import { countWhile } from '@wuku/core/binary-search'

export interface Marked extends Omit<Outline, 'hasErrors'> {
  readonly path: string
}

/** Marks of the chunks of a file in addition to their words: definitions, the location of the file, imports. */
export function markChunks(chunks: readonly ChunkFacts[], file: Marked): readonly DraftChunk[] {
  const defined = definitionsIn(chunks, file)
  const place = placeMarks(file.path)
  const imports = importMarks(file)
  return chunks.map((chunk, at) => ({
    ...chunk,
    marks: [...(defined.get(at) ?? []), ...place, ...(at === 0 ? imports : [])],
  }))
}

/** By the line of the declaration: a function that was cut is defined where it begins. */
function definitionsIn(chunks: readonly ChunkFacts[], { symbols, language }: Pick<Marked, 'symbols' | 'language'>) {
  const weights = new Map<number, Map<string, number>>()
  for (const symbol of symbols) {
    if (!isDefinition(symbol)) continue
    const at = chunkAt(chunks, symbol.line)
    const known = weights.get(at) ?? new Map<string, number>()
    weights.set(at, known.set(symbol.name, Math.max(known.get(symbol.name) ?? 0, weightOf(symbol, language))))
  }
  return new Map(
    [...weights].map(([at, names]) => [at, [...names].flatMap(([name, weight]) => marksOfName(name, weight))]),
  )
}

/** The last chunk that begins at the line or above it. */
const chunkAt = (chunks: readonly ChunkFacts[], line: number): number =>
  Math.max(0, countWhile(chunks.length, (at) => (chunks[at]?.line ?? 0) <= line) - 1)

/** `Session` is a type in most languages, and `session` one of its values. */
const marksOfName = (name: string, weight: number): readonly Mark[] =>
  /^\p{Lu}/u.test(name) ? [mark('def', name, weight), mark('cap', name, weight)] : [mark('def', name, weight)]

/** Types and what stands for itself before what belongs to something, and that before values. */
const weightsOfKinds: { readonly [kind in SymbolKind]?: number } = {
  function: 0.9,
  macro: 0.9,
  method: 0.7,
  constructor: 0.6,
  impl: 0.6,
  field: 0.5,
  variable: 0.5,
  constant: 0.5,
}

/** `mod x;` of Rust and prototypes of C: what they name is in another file. */
const declarationWeights = { module: 0.4, prototype: 0.6 }

function weightOf(symbol: CodeSymbol, language: string | null): number {
  const { kind, line, endLine } = symbol
  if (kind === 'module' && line === endLine) return declarationWeights.module
  return isPrototype(symbol, language) ? declarationWeights.prototype : (weightsOfKinds[kind] ?? 1)
}

const mark = (family: string, value: string, weight = 1): Mark => ({ family, value, weight })

/** The name of the file and of the two folders above it, whole and in parts. */
export function placeMarks(path: string): readonly Mark[] {
  const folders = path.split('/')
  const file = folders.pop() ?? ''
  // `.eslintrc.js` is called `.eslintrc`, `.env` so as a whole, `index.d.ts` is called `index`.
  const stem = file.replace(/(?<=.)(?:\.d)?\.[^.]*$/, '')
  const stems = isPlaceholder.test(stem) ? [stem, ...folders.filter((each) => !isLayout.test(each)).slice(-1)] : [stem]
  return [...marksOf('stem', stems), ...marksOf('dir', folders.slice(-2))]
}

/** Files whose name stands for that of their folder. */
const isPlaceholder = /^(?:index|__init__|__main__|mod|main|lib|init)$/
/** Folders that say nothing about what is in them. */
const isLayout = /^(?:src|lib|main|source|sources)$/

function marksOf(family: string, names: readonly string[]): readonly Mark[] {
  const parts = names.flatMap((name) => [name.toLowerCase(), ...splitCompound(name).map(({ text }) => text)])
  return [...new Set(parts)].filter((part) => part !== '').map((value) => mark(family, value))
}

/** Under the keys that the file at the other end is looked up by. */
function importMarks(file: Marked): readonly Mark[] {
  const keys = file.imports.flatMap(({ specifier, names }) => importKeys(file, specifier, names))
  return [...new Set(keys)].map((key) => mark('imp', key))
}
