import { writeCitation } from '../../core/citation.ts'
import type { ChunkFacts, ChunkId, Passage, Source, StoredDocument } from '../../core/words.ts'
import type { PathContext } from '../../ports/contexts.ts'
import type { StoreView, WeightedTerm } from '../../ports/store.ts'
import { bestSnippet } from '../../text/snippet.ts'
import { byNumber, type TextReading } from '../../text/reading.ts'
import { contextFor } from '../contexts.ts'
import type { RankingPolicy } from '../kind.ts'
import { belongs } from '../project/project.ts'
import { tellingTerms } from './places.ts'
import { termsFor, type PlannedWord, type SearchPlan } from './plan.ts'
import type { Found, Scope, SearchContext } from './context.ts'
import type { Hit, PassageLines, Snippet, Told, Why } from './types.ts'

/** Longest snippet unless the caller says otherwise: what a client shows without cutting when ten come at once. */
const SNIPPET_CHARS = 1_200
const SNIPPET_LINES = 8

interface HitContext extends SearchContext {
  readonly plan: SearchPlan
  readonly contexts: readonly PathContext[]
}

export async function toHits(found: readonly Found[], context: HitContext): Promise<readonly Hit[]> {
  const others = await context.view.places(found.flatMap((each) => each.others))
  const lines = new Map(others.map(({ chunk, facts }) => [chunk, linesOf(facts)]))
  const hits = await Promise.all(found.map((each) => toHit(each, { ...context, lines })))
  return context.request.tell ? tellHits(hits, context) : hits
}

/** Each storehouse tells of its own hits. */
async function tellHits(hits: readonly Hit[], { scope: { kinds }, view }: HitContext): Promise<readonly Hit[]> {
  const told = new Map<ChunkId, Told>()
  for (const { kind, tell } of kinds) {
    const own = hits.filter(({ source }) => source.kind === kind)
    if (tell && own.length > 0) for (const [chunk, each] of await tell(own, view)) told.set(chunk, each)
  }
  return hits.map((hit) => ({ ...hit, ...(told.has(hit.chunk) && { told: told.get(hit.chunk) }) }))
}

async function toHit(
  { passage, reading, others, score, cosine, copies = [] }: Found,
  {
    request,
    scope,
    view,
    plan,
    contexts,
    reading: { textOf },
    lines: known,
  }: HitContext & { readonly lines: ReadonlyMap<ChunkId, PassageLines> },
): Promise<Hit> {
  const { document, facts } = passage
  const source = sourceOf(document, scope)
  const ranking = rankingOf(source, scope)
  const snippet = snippetOf(passage, reading, { request, wanted: termsFor(plan, ranking) })
  const lines = { from: snippet.line, to: snippet.endLine }
  return {
    chunk: passage.chunk,
    document,
    source,
    score,
    docid: await docidOf(document, view),
    citation: cite(passage, source, lines),
    isPreferred: request.prefer !== undefined && belongs(request.prefer, document),
    also: copies.map((copy) => cite(copy, sourceOf(copy.document, scope), linesAs(copy.facts))),
    line: snippet.bestLine,
    snippet: { line: snippet.line, endLine: snippet.endLine, text: snippet.text },
    passage: linesOf(facts),
    others: others.flatMap((chunk) => known.get(chunk) ?? []),
    headings: facts.headings,
    context: contextFor(contexts, source.name, document.path),
    freshness: 'unknown',
    why: {
      ...whyOf(
        [...[document.title, document.path, ...facts.headings].map((field) => () => textOf(field)), reading],
        plan.words.map((word) => ({ word, terms: termsOf(word, ranking) })),
      ),
      near: cosine === undefined ? null : Math.round(cosine * 1000) / 1000,
    },
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

/** By which a passage is told to hold the word. */
const termsOf = (word: PlannedWord, { shortForms }: RankingPolicy): readonly string[] =>
  shortForms === undefined ? tellingTerms(word) : [...tellingTerms(word), ...word.shortForms.map(({ term }) => term)]

function cite({ document, facts }: Passage, { kind, name }: Source, lines: { from: number; to: number }): string {
  const place = { kind, source: name, path: document.path }
  return writeCitation(facts.anchor === undefined ? { ...place, lines } : { ...place, anchor: facts.anchor })
}

const linesAs = ({ line, endLine }: ChunkFacts) => ({ from: line, to: endLine })

type SnippetContext = Pick<HitContext, 'request'> & { readonly wanted: readonly WeightedTerm[] }

/** Who makes snippets of another kind asks for none, by no lines: to choose them every word of the passage is read. */
function snippetOf(
  passage: Passage,
  reading: Found['reading'],
  { request, wanted }: SnippetContext,
): Snippet & { bestLine: number } {
  const { facts } = passage
  if (request.snippetLines === 0) return { ...linesOf(facts), bestLine: facts.line, text: '' }
  return bestSnippet({
    text: passage.text,
    firstLine: facts.line,
    wanted: new Map(wanted.map(({ term, weight }) => [term, weight])),
    maxChars: request.snippetChars ?? SNIPPET_CHARS,
    maxLines: request.snippetLines ?? SNIPPET_LINES,
    reading: reading(),
  })
}

const linesOf = ({ line, endLine, anchor }: ChunkFacts): PassageLines => ({
  line,
  endLine,
  ...(anchor !== undefined && { anchor }),
})

/** Six characters, or as many more as it takes to mean this content alone. */
export async function docidOf(document: StoredDocument, view: StoreView): Promise<string> {
  const alike = await view.hashesFrom(document.hash.slice(0, 6))
  const others = alike.filter((hash) => hash !== document.hash)
  let length = 6
  while (others.some((hash) => hash.startsWith(document.hash.slice(0, length)))) length++
  return document.hash.slice(0, length)
}

interface WantedWord {
  readonly word: PlannedWord
  readonly terms: readonly string[]
}

function whyOf(fields: readonly (() => TextReading)[], wanted: readonly WantedWord[]): Omit<Why, 'near'> {
  const sought = new Set(wanted.flatMap(({ terms }) => terms))
  const held = new Set<string>()
  for (const field of fields) {
    if (held.size === sought.size) break
    const reading = field()
    const missing = byNumber(
      [...sought.difference(held)].map((term) => [term, term] as const),
      reading,
    )
    const { terms } = reading
    // By index, and no further than needed: an iterator makes an object of each term of the passage.
    for (let at = 0; missing.size > 0 && at < terms.length; at++) {
      const number = terms[at] ?? 0
      const term = missing.get(number)
      if (term === undefined) continue
      held.add(term)
      missing.delete(number)
    }
  }
  const isHeld = new Set(wanted.filter(({ terms }) => terms.some((term) => held.has(term))).map(({ word }) => word))
  return {
    matched: wanted.filter(({ word }) => isHeld.has(word)).map(({ word }) => word.raw),
    missing: wanted.filter(({ word }) => !isHeld.has(word)).map(({ word }) => word.raw),
  }
}
