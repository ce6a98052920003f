import { writeCitation } from '../../core/citation.ts'
import type { ChunkFacts, StoredDocument } from '../../core/words.ts'
import type { PathContext } from '../../ports/contexts.ts'
import type { StoreView } from '../../ports/store.ts'
import { bestSnippet } from '../../text/snippet.ts'
import { termsOf } from '../../text/terms.ts'
import { contextFor } from '../contexts.ts'
import { tellingTerms } from './places.ts'
import type { PlannedWord, SearchPlan } from './plan.ts'
import type { Found, ReadWord, SearchContext } from './context.ts'
import type { Hit, PassageLines, Why } from './types.ts'

/** Longest snippet unless the caller says otherwise: what a client shows without cutting when ten come at once. */
const SNIPPET_CHARS = 1_200
const SNIPPET_LINES = 8

interface HitContext extends SearchContext {
  readonly plan: SearchPlan
  readonly contexts: readonly PathContext[]
}

export const toHits = (found: readonly Found[], context: HitContext): Promise<readonly Hit[]> =>
  Promise.all(found.map((each) => toHit(each, context)))

async function toHit(
  { passage, others, score }: Found,
  { request, scope, view, plan, contexts, wordOf }: HitContext,
): Promise<Hit> {
  const { document, facts } = passage
  const source = scope.sources.find((each) => each.id === document.source)
  if (!source) throw new Error(`A hit came from source ${document.source}, which was not asked.`)
  const snippet = bestSnippet({
    text: passage.text,
    firstLine: facts.line,
    wanted: new Map(plan.terms.map(({ term, weight }) => [term, weight])),
    maxChars: request.snippetChars ?? SNIPPET_CHARS,
    maxLines: request.snippetLines ?? SNIPPET_LINES,
    wordOf,
  })
  const lines = { from: snippet.line, to: snippet.endLine }
  const place = { kind: source.kind, source: source.name, path: document.path }
  return {
    chunk: passage.chunk,
    document,
    source,
    score,
    docid: await docidOf(document, view),
    citation: writeCitation(facts.anchor === undefined ? { ...place, lines } : { ...place, anchor: facts.anchor }),
    line: snippet.bestLine,
    snippet: { line: snippet.line, endLine: snippet.endLine, text: snippet.text },
    passage: linesOf(facts),
    others: others.length === 0 ? [] : (await view.passages(others)).map((other) => linesOf(other.facts)),
    headings: facts.headings,
    context: contextFor(contexts, source.name, document.path),
    freshness: 'unknown',
    why: whyOf([passage.text, document.title, document.path, ...facts.headings], plan.words, wordOf),
  }
}

const linesOf = ({ line, endLine }: ChunkFacts): PassageLines => ({ line, endLine })

/** Six characters, or as many more as it takes to mean this content alone. */
export async function docidOf(document: StoredDocument, view: StoreView): Promise<string> {
  const alike = await view.documentsByHash(document.hash.slice(0, 6))
  const others = alike.map((each) => each.hash).filter((hash) => hash !== document.hash)
  let length = 6
  while (others.some((hash) => hash.startsWith(document.hash.slice(0, length)))) length++
  return document.hash.slice(0, length)
}

function whyOf(fields: readonly string[], words: readonly PlannedWord[], wordOf: ReadWord): Why {
  const held = new Set(fields.flatMap((field) => termsOf(field, wordOf).flatMap((token) => token.terms)))
  const isHeld = (word: PlannedWord): boolean => tellingTerms(word).some((term) => held.has(term))
  return {
    matched: words.filter(isHeld).map((word) => word.raw),
    missing: words.filter((word) => !isHeld(word)).map((word) => word.raw),
  }
}
