import { OFF_DISK } from '@wuku/kernel/search/search-trace'
import { goneNote } from '../missing-files.ts'
import { parseCitation, writeCitation } from '@wuku/core/citation'
import type { ChunkId, Freshness, StoredDocument } from '@wuku/core/core-types'
import { judge } from '@wuku/index-core/ranking/confidence'
import type { Engine } from '@wuku/kernel/base/engine'
import { parseQuery } from '@wuku/kernel/query/query'
import type { Hit, MeaningOptions, SearchRequest, PassageLines } from '@wuku/kernel/query/types'
import { pageOfPath } from '@wuku/core/ports/history-page'
import { symbolAt, unpackOutline, type Outline } from '../outline.ts'
import { focusOf } from '../focus.ts'
import { isLanguage } from '../languages/index.ts'
import { folderWithin, type Project } from '../code-project.ts'
import { cutAtLine } from './token-budget.ts'
import { codeSnippet, termsOfQuery, type CodeSnippet, type SnippetRequest } from './code-snippet.ts'
import { queryNames, reasonFor, type Reason } from './reason.ts'
import type { LineSpan } from '@wuku/core/written-lines'

export interface CodeQuery {
  readonly query: string
  readonly mode: 'hybrid' | 'semantic' | 'keyword'
  readonly under?: string
  readonly language?: string
  readonly includeTests: boolean
  readonly limit: number
  /** Files behind these that are named with their lines alone. */
  readonly further?: number
  readonly snippetChars: number
  /** Whether variants of one piece of code are one file found. Default: they are not. */
  readonly foldsTwins?: boolean
}

export interface FoundFile extends Reason, Spread {
  readonly document: StoredDocument
  /** The passage that the question names. */
  readonly named?: ChunkId
  readonly freshness: Freshness
  readonly score: number
  readonly citation: string
  /** Citations of nearly the same code elsewhere, best first. */
  readonly variants: readonly string[]
  /** As `Outer.inner`. */
  readonly symbol: string | null
  readonly snippet: CodeSnippet
  /** Text of the passage that the snippet is from. */
  readonly passage: string
  readonly outline: Outline
}

/** `gone`: files that would have answered, and are gone from the disk. */
export type FoundFiles = Awaited<ReturnType<typeof findFiles>>

/** A file behind the results, with the lines of its best passage. */
export interface FurtherFile extends LineSpan {
  readonly path: string
  /** The passage, and the number of its first line. */
  readonly text: string
  readonly line: number
}

/** The files of some projects that answer, best first. Commits are no files. */
export async function findFiles(codeQuery: CodeQuery, projects: readonly [Project, ...Project[]], engine: Engine) {
  const focusedQuery = { ...codeQuery, query: focusOf(codeQuery.query) }
  const request = { ...requestFor(focusedQuery, projects), question: codeQuery.query }
  const maxHits = focusedQuery.limit + (focusedQuery.further ?? 0)
  // One more than the limit shows whether there is more.
  const { hits, trace, gone } = await searchThere(request, Math.max(maxHits, focusedQuery.limit + 1), engine)
  const shown = hits.slice(0, focusedQuery.limit)
  const outlines = await engine.read((view) => view.documents.outlines(shown.map(({ document }) => document.id)))
  const { words: query } = parseQuery(focusedQuery.query)
  const snippets = {
    wanted: termsOfQuery(query),
    names: queryNames(trace.words, query),
    chars: focusedQuery.snippetChars,
    textOf: await engine.search.textReader(),
  }
  const files = shown.map((hit) =>
    describe(hit, { snippets, outline: unpackOutline(outlines.get(hit.document.id)), words: trace.words }),
  )
  return {
    files,
    further: hits.slice(focusedQuery.limit, maxHits).flatMap((hit) => furtherOf(hit, projects.length > 1)),
    hasMore: hits.length > focusedQuery.limit,
    words: trace.words,
    question: query,
    notes: [
      ...notesOn(projects[0]),
      ...trace.notes.filter((note) => !String(note).includes(OFF_DISK)),
      ...goneNote(gone),
    ],
    gone,
    searched: trace,
    sure: judge(hits).sure,
  }
}

/** How often more is asked for in place of what is gone; each time a multiple of what was missing. */
const ROUNDS = 4

/** Files that are there. After a change of branch many of the best may be gone. */
async function searchThere(request: Omit<SearchRequest, 'of' | 'limit'>, maxHits: number, engine: Engine) {
  for (let limit = maxHits, round = 1; ; round++) {
    const { hits, trace } = await engine.search.find({ ...request, of: 'documents', limit })
    const there = hits.filter(({ freshness }) => freshness !== 'missing')
    const gone = hits.length - there.length
    if (there.length >= maxHits || hits.length < limit || round === ROUNDS)
      return { hits: there.slice(0, maxHits), trace, gone }
    limit = Math.min(MAX_HITS, maxHits + gone * 3)
  }
}

const MAX_HITS = 500

/** An editor that opened a subfolder looks for paths below it. */
const notesOn = ({ under }: Project): readonly string[] =>
  under === undefined
    ? []
    : [`Only ${under}/ was searched; paths are relative to projectPath, the root of the repository.`]

/** Parts that are ranked behind unless tests are wanted. */
const TESTING = ['test', 'mock', 'fixture']

function requestFor(
  focusedQuery: CodeQuery,
  projects: readonly [Project, ...Project[]],
): Omit<SearchRequest, 'of' | 'limit'> {
  const { language } = focusedQuery
  const folder = folderWithin(projects[0], focusedQuery.under)
  return {
    query: focusedQuery.query,
    within: {
      kinds: ['code'],
      sources: projects.map(({ source }) => `code/${source.name}`),
      ...(folder !== '' && { under: folder }),
      accepts: ({ path, meta }) =>
        pageOfPath(path) === undefined && (language === undefined || isLanguage(String(meta['language']), language)),
    },
    meaning: modeOf(focusedQuery.mode),
    ...(focusedQuery.includeTests && { roles: TESTING }),
    // Code is shown otherwise than prose: by `codeSnippet`.
    shown: { snippetLines: 0, ...(focusedQuery.foldsTwins && { collapse: true }) },
  }
}

/** Nobody asks for both by leaving it open: then meaning takes part where there are vectors, and nothing is said where not. */
const modeOf = (mode: CodeQuery['mode']): MeaningOptions =>
  mode === 'hybrid' ? {} : { mode: mode === 'keyword' ? 'lexical' : mode }

/** Characters of a line that stands for its file. */
const LINE = 120

const COMMENT = /^\s*(?:$|\/\/|\/?\*|#(?![a-z])|--|@|"""|''')/

export function answeringOf(files: readonly FoundFile[], projects: readonly [Project, ...Project[]]) {
  const [first] = projects
  const found = [...new Set(files.map(({ document }) => document.source))]
  const answering = found.flatMap((id) => projects.find(({ source }) => source.id === id) ?? [])
  return answering.length > 0 ? answering : [first]
}

/** A twin has a line of its own; among several repositories a path begins with the name of its own. */
function furtherOf(hit: Hit, ofSeveral: boolean): readonly FurtherFile[] {
  const { from, to } = spreadOf(hit)
  const path = ofSeveral ? `${hit.source.name}/${hit.document.path}` : hit.document.path
  const variants = hit.also
    .map(parseCitation)
    .flatMap((each) => (each.lines ? [{ path: each.path, ...each.lines }] : []))
  return [
    { path, from, to, line: hit.passage.line, text: hit.text ?? '' },
    ...variants.map((variant) => ({ ...variant, line: variant.from, text: '' })),
  ]
}

/** The line that begins the passage, below its comment: neither outline nor words are read for it. */
export function lineOf({ line, text }: FurtherFile): Pick<CodeSnippet, 'line' | 'text'> {
  const lines = text.split('\n')
  const first = lines.findIndex((each) => !COMMENT.test(each))
  const at = Math.max(0, first)
  return { line: line + at, text: cutAtLine((lines[at] ?? '').trim(), LINE) }
}

interface Known {
  readonly snippets: SnippetRequest
  readonly outline: Outline
  readonly words: readonly string[]
}

function describe(hit: Hit, { snippets, outline, words }: Known): FoundFile {
  const { document, source, text = '' } = hit
  const spread = spreadOf(hit)
  const { from, to } = spread
  const snippet = codeSnippet({ line: hit.passage.line, text, outline }, snippets)
  return {
    ...spread,
    ...reasonFor({ hit, symbols: outline.symbols, from, to, words, names: snippets.names }),
    document,
    ...(hit.isNamed && { named: hit.chunk }),
    freshness: hit.freshness,
    score: hit.score,
    citation: writeCitation({ kind: 'code', source: source.name, path: document.path, lines: { from, to } }),
    variants: hit.also,
    symbol: symbolAt(outline.symbols, snippet.bestLine),
    snippet,
    passage: text,
    outline,
  }
}

interface Spread extends LineSpan {
  /** Other places of the file that answer, best first. */
  readonly also: readonly LineSpan[]
}

const MAX_ALSO = 2
/** Lines between two passages that are one for their reader. */
const GAP = 1
/** Lines; joined spans of this length can still be read in one go. */
const LONGEST = 160

/** The lines of a hit, grown by neighbours that match too. */
export const spreadOf = ({ passage, others }: Pick<Hit, 'passage' | 'others'>): Spread =>
  gather(spanOf(passage), others.map(spanOf))

function gather(main: LineSpan, others: readonly LineSpan[]): Spread {
  const near = others.find((other) => touches(main, other) && lengthOf(mergeSpans(main, other)) <= LONGEST)
  if (near)
    return gather(
      mergeSpans(main, near),
      others.filter((other) => other !== near),
    )
  return { ...main, also: others.filter((other) => !touches(main, other)).slice(0, MAX_ALSO) }
}

const spanOf = ({ line, endLine }: PassageLines): LineSpan => ({ from: line, to: endLine })
const touches = (one: LineSpan, other: LineSpan) => other.from <= one.to + 1 + GAP && one.from <= other.to + 1 + GAP
const mergeSpans = (one: LineSpan, other: LineSpan): LineSpan => ({
  from: Math.min(one.from, other.from),
  to: Math.max(one.to, other.to),
})
const lengthOf = ({ from, to }: LineSpan): number => to - from + 1
