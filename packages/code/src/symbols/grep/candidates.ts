import { chunksWithTerms } from '@wuku/kernel/chunks-with-terms'
import type { ChunkId, DocumentId } from '@wuku/core/core-types'
import type { DocumentFilter } from '@wuku/core/ports/index-view'
import { plainName } from '@wuku/text/terms/mark-terms'
import { compilePhrase } from '@wuku/text/terms/phrase'
import { shellText } from '@wuku/text/show/shell-words'
import { readWord } from '@wuku/text/terms/word-terms'
import type { CodePlace } from '../../graph/import-links.ts'

export const patternKinds = ['identifier', 'string', 'word'] as const
export type PatternKind = (typeof patternKinds)[number]

export interface QueryWord {
  readonly raw: string
  readonly terms: readonly string[]
  readonly weight: number
  readonly isCjk: boolean
}

export interface Candidate {
  readonly pattern: GrepPattern
  readonly kind: PatternKind
  /** Words of the query that it holds. */
  readonly words: readonly string[]
  /** Score before the number of its lines counts. */
  readonly worth: number
}

/**
 * Patterns that stand in passages, best passage first, and share words with what is asked. Spellings of one name are one.
 * `share`: weight of its file relative to a source.
 */
export function candidatesIn(
  passages: readonly { readonly text: string; readonly share: number }[],
  queryWords: readonly QueryWord[],
  defined: ReadonlySet<string>,
): readonly Candidate[] {
  const names = new Map<string, Seen>()
  const strings = new Map<string, Seen>()
  for (const [rank, { text, share }] of passages.entries()) {
    for (const [name] of text.matchAll(IDENTIFIER)) see(names, plainName(name), { text: name, rank, share })
    for (const [, , string = ''] of text.matchAll(STRING))
      if (SEVERAL_WORDS.test(string)) see(strings, string, { text: string, rank, share })
  }
  const ofNames = [...names]
    .filter(([, { texts }]) => ![...texts].some((text) => strings.has(text)))
    .flatMap(([plain, seen]) =>
      candidate(seen, queryWords, { kind: 'identifier', factor: defined.has(plain) ? DEFINED : 1 }),
    )
  const ofStrings = [...strings.values()].flatMap((seen) => candidate(seen, queryWords, { kind: 'string', factor: 1 }))
  return [...ofNames, ...ofStrings, ...queryWords.map(wordCandidate)].toSorted((a, b) => b.worth - a.worth)
}

const IDENTIFIER = /[\p{L}_$][\p{L}\p{N}_$]{2,}/gu

/** Names that a text holds, each once. */
export const namesIn = (text: string) => new Set([...text.matchAll(IDENTIFIER)].map(([name]) => name))

const STRING = /(?<![\p{L}\p{N}])(["'`])((?:\\.|(?!\1)[^\\\r\n]){2,120})\1/gu
/** Two words, or Chinese: what programs print and people search for. */
const SEVERAL_WORDS = /[\p{L}\p{N}]\s+\S*[\p{L}\p{N}]|\p{Script=Han}{2}/u

interface Seen {
  readonly texts: Set<string>
  /** Rank of the first passage that contains it. */
  readonly rank: number
  /** The largest of those that hold it. */
  readonly share: number
}

function see(all: Map<string, Seen>, key: string, { text, rank, share }: Omit<Seen, 'texts'> & { text: string }): void {
  const seen = all.get(key) ?? { texts: new Set<string>(), rank, share }
  seen.texts.add(text)
  all.set(key, { ...seen, share: Math.max(seen.share, share) })
}

/** Declared names lead further than names that are only mentioned. */
const DEFINED = 1.4
/** Weight of a plain word relative to a name that contains it. */
const PLAIN = 0.5
/** Spellings of one pattern. */
const MAX_SPELLINGS = 6

function candidate(
  { texts, rank, share: ofFile }: Seen,
  queryWords: readonly QueryWord[],
  { kind, factor }: { readonly kind: PatternKind; readonly factor: number },
): readonly Candidate[] {
  const [first = ''] = texts
  const ownTerms = new Set([...first.matchAll(/[\p{L}\p{N}_$]+/gu)].flatMap(([word]) => readWord(word).terms))
  const words = queryWords.filter((word) =>
    word.isCjk ? first.includes(word.raw) : word.terms.some((term) => ownTerms.has(term)),
  )
  const weight = words.reduce((sum, word) => sum + word.weight, 0)
  // A plain word that was asked for is a candidate of its own.
  if (weight === 0 || (kind === 'identifier' && ownTerms.size === 1 && words.length === 1 && !isSpelt(texts))) return []
  const own = Math.max(1, ownTerms.size)
  const share = Math.min(1, words.length / own) ** 0.5
  const worth = weight * factor * ofFile * (0.5 + 0.5 * share) * (1 + 1 / (2 + rank))
  const pattern = { texts: [...texts].slice(0, MAX_SPELLINGS), isWord: kind === 'identifier', ignoresCase: false }
  return [{ pattern, kind, words: words.map(({ raw }) => raw), worth }]
}

/** In another way than words of prose are. */
const isSpelt = (texts: ReadonlySet<string>) => [...texts].some((text) => /[\p{L}\p{N}][\p{Lu}_$]|[_$]/u.test(text))

/** Alone, in any case: where a word stands in prose. Chinese is written without blanks between words. */
const wordCandidate = ({ raw, weight, isCjk }: QueryWord): Candidate => ({
  pattern: { texts: [raw], isWord: !isCjk, ignoresCase: !isCjk },
  kind: 'word',
  words: [raw],
  worth: weight * PLAIN,
})

/** A pattern to grep for: lines that contain any of its texts. */
export interface GrepPattern {
  /** As they stand in the code; never none. */
  readonly texts: readonly string[]
  /** Only where they stand by themselves. */
  readonly isWord: boolean
  readonly ignoresCase: boolean
}

/** Matches the lines that the command prints. */
export function matcherOf({ texts, isWord, ignoresCase }: GrepPattern): RegExp {
  const either = texts.map(RegExp.escape).join('|')
  const expression = isWord ? String.raw`(?<![\p{L}\p{M}\p{N}_])(?:${either})(?![\p{L}\p{M}\p{N}_])` : either
  return new RegExp(expression, ignoresCase ? 'iu' : 'u')
}

export const grepTools = ['rg', 'grep'] as const

export type GrepTool = (typeof grepTools)[number]

/** Ready for a shell in the root of the repository. */
export function commandOf(pattern: GrepPattern, { tool, folder }: { tool: GrepTool; folder: string | undefined }) {
  const flags = `-${tool === 'grep' ? 'rnF' : 'nF'}${pattern.isWord ? 'w' : ''}${pattern.ignoresCase ? 'i' : ''}`
  const texts = pattern.texts.map((text) => `-e ${shellText(text)}`)
  const place = folder === undefined ? (tool === 'grep' ? ['.'] : []) : ['--', shellText(folder)]
  return [tool, flags, ...texts, ...place].join(' ')
}

interface CountPlace extends CodePlace {
  readonly within: DocumentFilter
  /** Texts that were looked at before. */
  readonly texts: Map<ChunkId, string>
}

/** Passages that are looked at for one spelling. */
const MAX_CHUNKS = 600

export type LineCount = Awaited<ReturnType<typeof countLines>>

/**
 * How many lines hold a pattern, by document: the index names the passages, their texts decide. `isLowerBound`: too many
 * passages hold its words to look at all.
 */
export async function countLines(pattern: GrepPattern, place: CountPlace) {
  const { view, context, within, texts } = place
  const lookups = pattern.texts.flatMap((text) => {
    const required = compilePhrase(text).terms
    return required.length === 0 ? [] : [{ terms: required, required, within, limit: MAX_CHUNKS }]
  })
  const found = await chunksWithTerms(view, lookups)
  const isLowerBound = found.some(({ length }) => length === MAX_CHUNKS)
  // Commits are documents too, and no files.
  const files = found.flat().filter(({ document }) => context.pathOf(document) !== undefined)
  const documents = new Map(files.map(({ chunk, document }) => [chunk, document]))
  const unread = [...documents.keys()].filter((chunk) => !texts.has(chunk))
  for (const [chunk, text] of await view.chunks.texts(unread)) texts.set(chunk, text)
  const lines = new Map<DocumentId, number>()
  for (const [chunk, document] of documents) {
    const count = linesMatching(pattern, texts.get(chunk) ?? '').length
    if (count > 0) lines.set(document, (lines.get(document) ?? 0) + count)
  }
  return { lines, isLowerBound }
}

/** From 1. */
export function linesMatching(pattern: GrepPattern, text: string): readonly number[] {
  const matcher = matcherOf(pattern)
  return text.split('\n').flatMap((line, at) => (matcher.test(line) ? [at + 1] : []))
}
