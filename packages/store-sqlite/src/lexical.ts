import type { Candidate, ChunkId } from '@wuku/core/core-types'
import type { TextProbe } from '@wuku/core/ports/index-view'
import { topChunks } from '@wuku/index-core/postings/scoring'
import type { Ranked } from '@wuku/index-core/postings/top-k'
import type { Connection } from '@wuku/store-sql/sqlite/driver/connection'
import type { Lookups } from './lookups.ts'
import { rowsOf } from './postings/rows.ts'
import type { ChunkScope } from './documents/chunk-scope.ts'

export function searchLexically(db: Connection, probe: TextProbe, lookups: Lookups): Candidate[] {
  if (probe.depth < 1 || probe.terms.length === 0) return []
  const places = lookups.terms(db, [...probe.terms.map(({ term }) => term), ...probe.required])
  if (places.size === 0 || !probe.required.every((term) => places.has(term))) return []
  const chunkScope = lookups.chunkScope(db, probe.within ?? {})
  const { ranges, idsOf } = chunkScope
  const ranked = topChunks({ ...probe, places, ranges, idsOf }, lookups.buffers, (request) => rowsOf(db, request))
  return candidatesOf(db, { ranked, chunkScope }, lookups)
}

/** Candidates by the ids under which their chunks are known. */
export function candidatesOf(
  db: Connection,
  { ranked, chunkScope: { idsOf, documentOf } }: { ranked: readonly Ranked[]; chunkScope: ChunkScope },
  lookups: Lookups,
): Candidate[] {
  const chunks = ranked.map(({ chunk }) => chunk as ChunkId)
  const owners = documentOf ? undefined : lookups.documents.ofChunks(db, chunks, idsOf !== undefined)
  const candidates: Candidate[] = []
  for (const { chunk: id, score } of ranked) {
    const chunk = id as ChunkId
    const document = owners ? owners.get(chunk)?.document : documentOf?.(chunk)
    if (document !== undefined) candidates.push({ chunk, document, score })
  }
  return candidates
}
