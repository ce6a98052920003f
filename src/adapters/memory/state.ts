import type { ChunkFacts, ChunkId, Json, Source, SourceId, StoredDocument, DocumentId } from '../../core/words.ts'
import { emptyLibraries, type LibrariesState } from './libraries-view.ts'
import { emptyPads, type PadsState } from './pads.ts'
import { emptyRecords, type RecordsState } from './records.ts'

/** Everything at one moment. Never changed in place: a write makes the next state, and who reads keeps the old one. */
export interface State {
  readonly sources: ReadonlyMap<SourceId, KeptSource>
  /** In the order of their ids. */
  readonly documents: ReadonlyMap<DocumentId, KeptDocument>
  readonly leases: ReadonlyMap<string, Lease>
  readonly pads: PadsState
  readonly libraries: LibrariesState
  readonly records: RecordsState
  readonly nextSource: number
  readonly nextDocument: number
  readonly nextChunk: number
  /** Writes to documents. */
  readonly revision: number
}

export interface KeptSource {
  readonly source: Source
  readonly report: Json
}

export interface KeptDocument {
  readonly document: StoredDocument
  readonly text: string
  readonly outline?: Json
  readonly chunks: readonly KeptChunk[]
  /** The same thing in documents that a real store would keep once. */
  readonly content: object
}

export interface KeptChunk {
  readonly id: ChunkId
  readonly facts: ChunkFacts
  /** Strength by term. */
  readonly terms: ReadonlyMap<string, number>
}

export interface Lease {
  readonly owner: string
  readonly expires: number
}

export const emptyState: State = {
  sources: new Map(),
  documents: new Map(),
  leases: new Map(),
  pads: emptyPads,
  libraries: emptyLibraries,
  records: emptyRecords,
  nextSource: 1,
  nextDocument: 1,
  nextChunk: 1,
  revision: 0,
}
