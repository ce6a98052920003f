import { WukuError } from '@wuku/core/errors'
import { msg } from '@wuku/messages/code'
import { rarity } from '@wuku/core/strength'
import type { ChunkId, DocumentId, StoredDocument } from '@wuku/core/core-types'
import { parseQuery } from '@wuku/kernel/query/query'
import { pageOfPath } from '@wuku/core/ports/history-page'
import type { DocumentFilter } from '@wuku/core/ports/index-view'
import type { StoreView } from '@wuku/core/ports/store'
import { plainName } from '@wuku/text/terms/mark-terms'
import { analyseQuery } from '@wuku/text/terms/query'
import { readProject, type CodeProjectRequest } from '../../graph/code-context.ts'
import { roleOf } from '../../roles.ts'
import { definitionsOf } from '../symbol-search.ts'
import { withinProject } from '../within-budget.ts'
import type { QueryWord, Candidate, LineCount, PatternKind } from './candidates.ts'
import { candidatesIn, countLines, linesMatching, namesIn } from './candidates.ts'
import type { CodePlace } from '../../graph/import-links.ts'

export interface SuggestRequest {
  /** A task in words, or a name. */
  readonly query: string
  readonly under: string | undefined
  readonly limit: number
}

export type Suggestion = NonNullable<Awaited<ReturnType<typeof describeCounted>>>

/** Patterns worth a grep, best first; `goneFiles` hold some of it and are gone from the disk. */
export async function suggestPatterns(request: SuggestRequest, place: CodeProjectRequest) {
  const within = await readProject(place, async ({ context }) => withinProject(place.project, request.under, context))
  const near = await passagesNear(request.query, within, place)
  const counted = await readProject(place, (code) => choose(request, { ...code, within, near }))
  const suggested = await asOfNow(counted, place)
  if (suggested.suggestions.length > 0) return suggested
  throw new WukuError('not-found', msg('noIndexedLineContains'))
}

/** Files and passages in which names are looked for. */
const FILES = 12
const PASSAGES = 40

/** The passages of the best files, then the best passages of any. */
async function passagesNear(query: string, { under }: DocumentFilter, { project, engine }: CodeProjectRequest) {
  const request = {
    query,
    within: {
      kinds: ['code'],
      sources: [`code/${project.source.name}`],
      ...(under !== undefined && { under }),
      accepts: ({ path }: StoredDocument) => pageOfPath(path) === undefined,
    },
    shown: { snippetLines: 0 },
  } as const
  const files = await engine.search.find({ ...request, of: 'documents', limit: FILES })
  const passages = await engine.search.find({ ...request, of: 'passages', limit: PASSAGES })
  const near = [...files.hits, ...passages.hits].map(
    ({ chunk, document }) => [chunk, { chunk, path: document.path }] as const,
  )
  return [...new Map(near).values()]
}

interface Choosing extends CodePlace {
  readonly within: DocumentFilter
  readonly near: readonly { readonly chunk: ChunkId; readonly path: string }[]
}

type Counted = Candidate & LineCount

/** Candidates whose lines are counted in addition to the answered ones. */
const SPARE = 8
/** One kind must not fill the answer. */
const maxOfKind: { readonly [kind in PatternKind]: number } = { identifier: 50, string: 5, word: 4 }

async function choose({ query, limit }: SuggestRequest, { view, context, within, near }: Choosing) {
  const queryWords = await queryWordsOf(query, view)
  const texts = new Map(await view.chunks.texts(near.map(({ chunk }) => chunk)))
  const passages = near.map(({ chunk, path }) => ({ text: texts.get(chunk) ?? '', share: shareOf(path) }))
  const names = new Set(passages.flatMap(({ text }) => [...namesIn(text)].map(plainName)))
  const forms = [...names]
    .filter((name) => queryWords.some(({ raw }) => name.includes(plainName(raw))))
    .slice(0, MAX_FORMS)
  const { found } = await definitionsOf(forms, within, { view, context })
  const defined = new Set(found.map(({ symbol }) => plainName(symbol.name)))
  const counted: Counted[] = []
  const kinds = new Map<PatternKind, number>()
  for (const candidate of candidatesIn(passages, queryWords, defined)) {
    const ofKind = kinds.get(candidate.kind) ?? 0
    if (ofKind >= maxOfKind[candidate.kind]) continue
    if (counted.length >= limit + SPARE) break
    const count = await countLines(candidate.pattern, { view, context, within, texts })
    if (count.lines.size === 0) continue
    kinds.set(candidate.kind, ofKind + 1)
    counted.push({ ...candidate, ...count })
  }
  return counted.toSorted((a, b) => valueOf(b) - valueOf(a)).slice(0, limit)
}

const MAX_FORMS = 100

/** Names that only tests and documents know are not those of the program. */
const shareOf = (path: string): number => (roleOf(path) === 'source' ? 1 : 0.5)

/** A pattern on hundreds of lines says little. */
const valueOf = ({ worth, lines }: Counted): number => worth / (1 + Math.log10(1 + sum(lines.values()) / 20))

const sum = (numbers: Iterable<number>): number => [...numbers].reduce((total, each) => total + each, 0)

async function queryWordsOf(query: string, view: StoreView): Promise<readonly QueryWord[]> {
  const words = analyseQuery(parseQuery(query).words).filter(({ weight }) => weight > 0)
  const total = (await view.terms.stats([])).chunks
  const different = [...new Map(words.map((word) => [word.raw.toLowerCase(), word])).values()]
  const documentFrequency = (await view.terms.stats(different.flatMap(({ terms }) => terms.map(({ term }) => term))))
    .holders
  return different.map(({ raw, terms, script }) => {
    const strongest = Math.max(...terms.map(({ weight }) => weight))
    const telling = terms.filter(({ weight }) => weight === strongest).map(({ term }) => term)
    const frequency = Math.max(0, ...telling.map((term) => documentFrequency.get(term) ?? 0))
    return { raw, terms: telling, weight: rarity(frequency, total), isCjk: script === 'cjk' }
  })
}

/** Files that are asked whether they changed, and that are read again when they did. */
const MAX_AGE_CHECKS = 200
const MAX_REREAD = 20

async function asOfNow(counted: readonly Counted[], { project, engine }: CodeProjectRequest) {
  const ids = [...new Set(counted.flatMap(({ lines }) => [...lines.keys()]))].slice(0, MAX_AGE_CHECKS)
  const documents = await engine.read((view) => view.documents.byId(ids))
  const ages = await engine.search.freshness(documents)
  const changed = documents.filter(({ id }) => ages.get(id) === 'stale').slice(0, MAX_REREAD)
  const now = new Map<DocumentId, string>()
  for (const { id, item } of changed) {
    const text = await engine.files.readNow(project.source, item)
    if (text !== undefined) now.set(id, text)
  }
  const gone = new Set(documents.filter(({ id }) => ages.get(id) === 'missing').map(({ id }) => id))
  const byId = new Map(documents.map((document) => [document.id, document]))
  return engine.read(async (view) => {
    const results = await Promise.all(counted.map((each) => describeCounted(each, { now, gone, byId, view })))
    return { suggestions: results.flatMap((each) => each ?? []), goneFiles: gone.size }
  })
}

interface Known {
  readonly now: ReadonlyMap<DocumentId, string>
  readonly gone: ReadonlySet<DocumentId>
  readonly byId: ReadonlyMap<DocumentId, StoredDocument>
  readonly view: StoreView
}

/** Lines and files of now, where files were written to since, and the first line in the one that holds most: a source if any. */
async function describeCounted(counted: Counted, { now, gone, byId, view }: Known) {
  const counts = new Map([...counted.lines].filter(([id]) => !gone.has(id)))
  for (const [id, text] of now) if (counts.has(id)) counts.set(id, linesMatching(counted.pattern, text).length)
  const files = [...counts].filter(([, lines]) => lines > 0).toSorted((a, b) => b[1] - a[1] || a[0] - b[0])
  const matchingDocuments = files.flatMap(([id]) => byId.get(id) ?? [])
  const document = matchingDocuments.find(({ path }) => roleOf(path) === 'source') ?? matchingDocuments[0]
  if (!document) return undefined
  const text = now.get(document.id) ?? (await view.documents.bodies([document.id])).get(document.id) ?? ''
  const [line = 1] = linesMatching(counted.pattern, text)
  const first = { document, line, text: text.split('\n')[line - 1] ?? '', isReRead: now.has(document.id) }
  return { ...counted, lineCount: sum(files.map(([, lines]) => lines)), fileCount: files.length, first }
}
