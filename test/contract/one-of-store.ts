import type { Candidate, ChunkFacts, DocumentId, SourceId, StoredDocument } from '../../src/core/words.ts'
import type { StoreView, TermCount, TextProbe } from '../../src/ports/store.ts'

/** The port asks about many at once; a test mostly about one. */
export const lexicalIn = async (view: StoreView, probe: TextProbe): Promise<readonly Candidate[]> =>
  (await view.lexical([probe]))[0] ?? []

export const vocabularyOf = async (view: StoreView, prefix: string, limit: number): Promise<readonly TermCount[]> =>
  (await view.vocabulary([prefix], limit))[0] ?? []

export const bodyOf = async (view: StoreView, id: DocumentId): Promise<string | undefined> =>
  (await view.bodies([id])).get(id)

export const chunksOf = async (view: StoreView, id: DocumentId): Promise<readonly ChunkFacts[]> =>
  (await view.chunksOf([id])).get(id) ?? []

export const documentAt = async (
  view: StoreView,
  source: SourceId,
  path: string,
): Promise<StoredDocument | undefined> => (await view.at([{ source, path }]))[0]

export const chunkCount = async (view: StoreView): Promise<number> => (await view.termStats([])).chunks

export const holdersOf = async (view: StoreView, terms: readonly string[]): Promise<ReadonlyMap<string, number>> =>
  (await view.termStats(terms)).holders
