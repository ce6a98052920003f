import { writeCitation } from '../../../core/citation.ts'
import { WukuError } from '../../../core/errors.ts'
import type { StoredDocument } from '../../../core/words.ts'
import { trimSlashes } from '../../../engine/contexts.ts'
import type { Engine } from '../../../engine/engine.ts'
import type { Hit, SearchRequest } from '../../../engine/search/types.ts'
import { unpackOutline, type CodeSymbol } from '../outline.ts'
import type { Project } from '../project.ts'
import { spreadOf, type Spread } from './passages.ts'
import { reasonFor, symbolAt, type Reason } from './reason.ts'

export interface CodeQuery {
  readonly query: string
  readonly mode: 'hybrid' | 'semantic' | 'keyword'
  readonly under?: string
  readonly language?: string
  readonly includeTests: boolean
  readonly limit: number
  readonly snippetChars: number
}

/** A file with the passage of it that answers. */
export interface FoundFile extends Reason, Spread {
  readonly document: StoredDocument
  readonly hit: Hit
  readonly citation: string
  /** As `Outer.inner`. */
  readonly symbol: string | null
  readonly symbols: readonly CodeSymbol[]
}

export interface FoundFiles {
  readonly files: readonly FoundFile[]
  /** More files answer than were asked for. */
  readonly hasMore: boolean
  readonly words: readonly string[]
  readonly notes: readonly string[]
}

/** The files of a project that answer, best first. Commits are no files. */
export async function findFiles(wanted: CodeQuery, project: Project, engine: Engine): Promise<FoundFiles> {
  if (wanted.mode === 'semantic') throw vectorsMissing()
  const request = requestFor(wanted, project)
  // One more tells whether there are more.
  const { hits, trace } = await engine.search({ ...request, of: 'documents', limit: wanted.limit + 1 })
  const shown = hits.slice(0, wanted.limit)
  const passages = await passagesOf(shown, request, engine)
  const outlines = await engine.read((view) => view.outlines(shown.map(({ document }) => document.id)))
  const files = shown.map((hit) => {
    const { symbols } = unpackOutline(outlines.get(hit.document.id))
    return describe(hit, { symbols, words: trace.words, others: passages.get(hit.document.id) ?? [] })
  })
  return { files, hasMore: hits.length > shown.length, words: trace.words, notes: trace.notes }
}

type PlacedRequest = Omit<SearchRequest, 'of' | 'limit'>

/** Parts that are ranked behind unless tests are wanted. */
const TESTING = ['test', 'mock', 'fixture']

function requestFor(wanted: CodeQuery, { source, under }: Project): PlacedRequest {
  const language = wanted.language?.toLowerCase()
  const folder = [under, wanted.under].map((each) => trimSlashes(each ?? '')).filter((each) => each !== '')
  return {
    query: wanted.query,
    kinds: ['code'],
    sources: [`code/${source.name}`],
    ...(folder.length > 0 && { under: folder.join('/') }),
    ...(wanted.includeTests && { roles: TESTING }),
    snippetChars: wanted.snippetChars + NUMBERS,
    snippetLines: Math.max(6, Math.ceil(wanted.snippetChars / 40)),
    accepts: ({ meta }) =>
      meta['role'] !== 'history' && (language === undefined || String(meta['language']).toLowerCase() === language),
  }
}

/** The engine prints the number of each line; here they are taken off again. */
const NUMBERS = 60

/** All passages of the found files that hold words of the query, by document. */
async function passagesOf(
  hits: readonly Hit[],
  request: PlacedRequest,
  engine: Engine,
): Promise<ReadonlyMap<StoredDocument['id'], readonly Hit[]>> {
  if (hits.length === 0) return new Map()
  const paths = hits.map(({ document }) => document.path)
  const { hits: passages } = await engine.search({
    ...request,
    paths,
    of: 'passages',
    limit: hits.length * 4,
    snippetChars: 1,
    snippetLines: 1,
  })
  return Map.groupBy(passages, ({ document }) => document.id)
}

function describe(
  hit: Hit,
  about: {
    readonly symbols: readonly CodeSymbol[]
    readonly words: readonly string[]
    readonly others: readonly Hit[]
  },
): FoundFile {
  const { document, source } = hit
  const spread = spreadOf(hit, about.others)
  const { from, to } = spread
  return {
    ...spread,
    ...reasonFor({ hit, ...about, from, to }),
    document,
    hit,
    citation: writeCitation({ kind: 'code', source: source.name, path: document.path, lines: { from, to } }),
    symbol: symbolAt(about.symbols, hit.line),
    symbols: about.symbols,
  }
}

const vectorsMissing = (): WukuError =>
  new WukuError(
    'vectors-missing',
    'Semantic search needs vectors, and this version of wuku does not make any yet.',
    'Leave "mode" out: names, words and structure find code without a model.',
  )
