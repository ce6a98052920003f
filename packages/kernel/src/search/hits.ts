import type { Found, Scope, SearchContext } from '../base/searched.ts'
import { once } from '@wuku/core/once'
import { policy } from '@wuku/core/policy'
import { writeCitation } from '@wuku/core/citation'
import type {
  ChunkFacts,
  ChunkId,
  DocumentId,
  Passage,
  Kind,
  PathContext,
  Source,
  StoredDocument,
} from '@wuku/core/core-types'
import { anchorAt, toWritten, type LineSpan, type WrittenPlaces } from '@wuku/core/written-lines'
import type { StoreView } from '@wuku/core/ports/store'
import { partsOf } from '@wuku/index-core/ranking/score-trace'
import { bestSnippet } from '@wuku/text/show/snippet'
import { placesOf } from '../written-places.ts'
import { contextFor, withDeclared } from '../contexts.ts'
import type { RankingPolicy } from '../base/kind.ts'
import { belongs } from '../resolve-project.ts'
import { evidenceOf, fieldsOf, holdsAny, termsOf } from './evidence.ts'
import { createMatcher } from './word-places.ts'
import { termsFor, type SearchPlan } from '../query/plan.ts'
import { planFor } from './search-context.ts'
import { statedWords, type TermsOf, type StatedWord } from '../query/stated-words.ts'
import { roundedScore } from './read-passages.ts'
import type { Hit, PassageLines, Why } from '../query/types.ts'

interface HitContext extends Omit<SearchContext, 'asked'> {
  readonly plan: SearchPlan
  /** Contexts of the settings file; stored ones come with each source. */
  readonly contexts: readonly PathContext[]
}

export async function toHits(found: readonly Found[], context: HitContext): Promise<readonly Hit[]> {
  const { scope, view } = context
  const shown = found.flatMap(({ passage, copies = [] }) => [passage, ...copies])
  const documents = shown.map(({ document }) => ({ document, kind: sourceOf(document, scope).kind }))
  const best = found.map(({ passage }) => passage.document)
  const [others, places, docids] = await Promise.all([
    view.chunks.places(found.flatMap((each) => each.others)),
    placesOf(documents, scope.kinds, view),
    docidsOf(best, view),
  ])
  const lines = new Map(others.map(({ chunk, facts }) => [chunk, linesOf(facts)]))
  const words = new Map(scope.kinds.map((kind) => [kind.kind, queryWords(planFor(kind, context.plan), kind.ranking)]))
  const hits = found.map((each, at) => toHit(each, { ...context, at, lines, places, docids, words }))
  return context.request.shown?.withFacts ? describeHits(hits, context) : hits
}

/** Lets each storehouse add facts to its own hits. */
async function describeHits(hits: readonly Hit[], { scope: { kinds }, view }: HitContext): Promise<readonly Hit[]> {
  const own = Map.groupBy(hits, ({ source }) => source.kind)
  const all = await Promise.all(
    kinds.flatMap(({ kind, hits: { describe } = {} }) => describe?.(own.get(kind) ?? [], view) ?? []),
  )
  const factsByChunk = new Map(all.flatMap((each) => [...each]))
  return hits.map((hit) => ({ ...hit, ...(factsByChunk.has(hit.chunk) && { facts: factsByChunk.get(hit.chunk) }) }))
}

interface Known {
  readonly lines: ReadonlyMap<ChunkId, PassageLines>
  readonly places: ReadonlyMap<DocumentId, WrittenPlaces>
  readonly docids: ReadonlyMap<DocumentId, string>
  readonly words: ReadonlyMap<Kind, ReturnType<typeof queryWords>>
  /** Its place in the answer, from 0. */
  readonly at: number
}

function toHit(
  { passage, reading, others, score, rankEvidence, cosine, trail: trace, copies = [], exact }: Found,
  context: HitContext & Known,
): Hit {
  const { request, scope, places, at } = context
  const { document, facts } = passage
  const source = sourceOf(document, scope)
  const ranking = rankingOf(source, scope)
  const { plan, labels, matchesOf, termsIn, termWeights } =
    context.words.get(source.kind) ?? queryWords(context.plan, ranking)
  const own = places.get(document.id)
  const snippet = snippetOf(passage, reading, { at, request, termWeights, places: own })
  const lines = toWritten(own, { from: snippet.line, to: snippet.endLine })
  const matched = matchesOf(fieldsOf({ passage, reading }, context.reading.textOf))
  return {
    chunk: passage.chunk,
    document,
    source,
    score,
    docid: context.docids.get(document.id) ?? '',
    citation: cite(passage, source, lines, anchorAt(own, snippet.bestLine) ?? facts.anchor),
    isPreferred: request.prefer !== undefined && belongs(request.prefer, document),
    ...(exact && { isNamed: true as const }),
    also: copies.map((copy) => {
      const written = toWritten(places.get(copy.document.id), { from: copy.facts.line, to: copy.facts.endLine })
      return cite(copy, sourceOf(copy.document, scope), written, copy.facts.anchor)
    }),
    line: toWritten(own, { from: snippet.bestLine, to: snippet.bestLine }).from,
    snippet: { line: lines.from, endLine: lines.to, text: snippet.text },
    ...(request.shown?.snippetLines === 0 && { text: passage.text }),
    passage: placed(linesOf(facts), own),
    others: others.flatMap((chunk) => context.lines.get(chunk) ?? []).map((each) => placed(each, own)),
    headings: facts.headings,
    context: contextFor(withDeclared(source.contexts, context.contexts), source.name, document.path),
    freshness: 'unknown',
    why: {
      ...whyOf(labels, matched),
      near: cosine === undefined ? null : Math.round(cosine * 1000) / 1000,
      ...(trace && { parts: partsOf(trace, roundedScore) }),
    },
    evidence: evidenceOf({ plan, rankEvidence, isMatched: (word) => holdsAny(matched, termsIn(word)) }),
  }
}

/** Words of the query as a storehouse searches them: the same for all of its hits. */
function queryWords(plan: SearchPlan, ranking: RankingPolicy) {
  const termsIn: TermsOf = (word) => termsOf(word, ranking)
  const labels = statedWords(plan.words, termsIn)
  return {
    plan,
    termsIn,
    labels,
    termWeights: once(() => new Map(termsFor(plan, ranking).map(({ term, weight }) => [term, weight]))),
    matchesOf: createMatcher([...labels.flatMap(({ groups }) => groups.flat()), ...plan.words.flatMap(termsIn)]),
  }
}

function sourceOf({ source }: StoredDocument, { sources }: Scope): Source {
  const found = sources.find(({ id }) => id === source)
  if (!found) throw new Error(`A hit came from source ${source}, which was not asked.`)
  return found
}

function rankingOf({ kind }: Source, { kinds }: Scope): RankingPolicy {
  const found = kinds.find((each) => each.kind === kind)
  if (!found) throw new Error(`A hit came from ${kind}, which was not asked.`)
  return found.ranking
}

function cite({ document }: Passage, { kind, name }: Source, lines: LineSpan, anchor = ''): string {
  const place = { kind, source: name, path: document.path }
  return writeCitation(anchor === '' ? { ...place, lines } : { ...place, anchor })
}

function placed(lines: PassageLines, places: WrittenPlaces | undefined): PassageLines {
  const { from, to } = toWritten(places, { from: lines.line, to: lines.endLine })
  return { ...lines, line: from, endLine: to }
}

type SnippetContext = Pick<HitContext, 'request'> & {
  readonly termWeights: () => ReadonlyMap<string, number>
  readonly places: WrittenPlaces | undefined
  readonly at: number
}

/** Callers with snippets of their own ask for zero lines: choosing lines reads every word of the passage. */
function snippetOf(passage: Passage, reading: Found['reading'], { request, termWeights, places, at }: SnippetContext) {
  const { facts } = passage
  const { lines, chars } = policy.shown.snippets[at] ?? policy.shown.lastSnippet
  const { snippetLines = lines, snippetChars = chars } = request.shown ?? {}
  if (snippetLines === 0) return { ...linesOf(facts), bestLine: facts.line, text: '' }
  return bestSnippet({
    text: passage.text,
    firstLine: facts.line,
    numberOf: (line) => toWritten(places, { from: line, to: line }).from,
    termWeights: termWeights(),
    maxChars: snippetChars,
    maxLines: snippetLines,
    reading: reading(),
  })
}

const linesOf = ({ line, endLine, anchor }: ChunkFacts): PassageLines => ({
  line,
  endLine,
  ...(anchor !== undefined && { anchor }),
})

const SHORTEST_DOCID = 6

/** Six characters, or as many more as it takes to mean this content alone. */
export async function docidsOf(documents: readonly StoredDocument[], view: StoreView) {
  const prefixes = new Set(documents.map(({ hash }) => hash.slice(0, SHORTEST_DOCID)))
  const alike = prefixes.size === 0 ? [] : await view.documents.hashesFrom([...prefixes])
  return new Map(documents.map(({ id, hash }) => [id, docidOf(hash, alike)]))
}

function docidOf(hash: string, alike: readonly string[]): string {
  const others = alike.filter((other) => other !== hash)
  let length = SHORTEST_DOCID
  while (others.some((other) => other.startsWith(hash.slice(0, length)))) length++
  return hash.slice(0, length)
}

function whyOf(labels: readonly StatedWord[], matched: ReadonlySet<string>): Omit<Why, 'near'> {
  const isMatched = ({ groups }: StatedWord): boolean => groups.every((terms) => holdsAny(matched, terms))
  return {
    matched: labels.filter(isMatched).map(({ raw }) => raw),
    missing: labels.filter((word) => !isMatched(word)).map(({ raw }) => raw),
  }
}
