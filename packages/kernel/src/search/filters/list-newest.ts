import type { Found, SearchContext } from '../../base/searched.ts'
import { startTrace } from '@wuku/index-core/ranking/score-trace'
import type { ChunkId, Passage, StoredDocument } from '@wuku/core/core-types'
import type { StoreView } from '@wuku/core/ports/store'
import { once } from '@wuku/core/once'
import { timeOf } from './stated-facts.ts'

/** Beyond this many documents, the newest are read from each source until enough of them fit. */
const MAX_READ = 2_000

/** Documents that match the filters of a query without words: the beginnings of the newest. */
export async function listNewest(context: SearchContext): Promise<{ found: readonly Found[]; candidates: number }> {
  const { request, view } = context
  const { limit, within: { documents = [], accepts } = {} } = request
  const read = documents.length > MAX_READ ? await lastWritten(context) : await view.documents.byId(documents)
  const newest = read
    .filter((document) => accepts?.(document) ?? true)
    .toSorted((a, b) => timeOf(b) - timeOf(a) || a.source - b.source || (a.path < b.path ? -1 : 1))
    .slice(0, limit)
  const passages = await Promise.all(newest.map((document, at) => beginningOf(document, at, view)))
  return { found: passages.map((passage) => toListed(passage, context)), candidates: documents.length }
}

/** A passage that was found by no word. */
export const toListed = (passage: Passage, { reading, request }: SearchContext): Found => ({
  passage,
  reading: once(() => reading.textOf(passage.text)),
  others: [],
  score: 1,
  rankEvidence: { share: 1, meaning: 0, fits: true },
  ...startTrace(request.shown?.explain, { by: 'listed', score: 1 }),
})

async function lastWritten({ request, scope, view }: SearchContext): Promise<readonly StoredDocument[]> {
  const selected = new Set(request.within?.documents)
  const found: StoredDocument[] = []
  for (const { id } of scope.sources)
    for (let readCount = MAX_READ; ; readCount *= 4) {
      const newest = await view.documents.newest(id, readCount)
      const own = newest.filter((document) => selected.has(document.id))
      if (own.length < request.limit && newest.length === readCount) continue
      found.push(...own)
      break
    }
  return found
}

/** No chunk is looked up by its number for this, so that it has one of its own, which none in the store has. */
async function beginningOf(document: StoredDocument, at: number, view: StoreView): Promise<Passage> {
  const [chunks, bodies] = await Promise.all([view.chunks.of([document.id]), view.documents.bodies([document.id])])
  const [first] = chunks.get(document.id) ?? []
  const facts = first ?? { start: 0, end: 0, line: 1, endLine: 1, headings: [] }
  const text = bodies.get(document.id) ?? ''
  return { chunk: (-1 - at) as ChunkId, document, facts, text: text.slice(facts.start, facts.end) }
}
