import type { Candidate, ChunkFacts, DocumentId, SourceId, StoredDocument } from '@wuku/core/core-types'
import type { StoreView } from '@wuku/core/ports/store'
import type { TermCount, TextProbe } from '@wuku/core/ports/index-view'

/** The port asks about many at once; a test mostly about one. */
export const lexicalIn = async (view: StoreView, probe: TextProbe): Promise<readonly Candidate[]> =>
  (await view.chunks.lexical([probe]))[0] ?? []

export const vocabularyOf = async (view: StoreView, prefix: string, limit: number): Promise<readonly TermCount[]> =>
  (await view.terms.vocabulary([prefix], limit))[0] ?? []

export const bodyOf = async (view: StoreView, id: DocumentId): Promise<string | undefined> =>
  (await view.documents.bodies([id])).get(id)

export const chunksOf = async (view: StoreView, id: DocumentId): Promise<readonly ChunkFacts[]> =>
  (await view.chunks.of([id])).get(id) ?? []

export const documentAt = async (
  view: StoreView,
  source: SourceId,
  path: string,
): Promise<StoredDocument | undefined> => (await view.documents.at([{ source, path }]))[0]

export const chunkCount = async (view: StoreView): Promise<number> => (await view.terms.stats([])).chunks

export const holdersOf = async (view: StoreView, terms: readonly string[]): Promise<ReadonlyMap<string, number>> =>
  (await view.terms.stats(terms)).holders
