import type { ChunkFacts, ChunkId, Json, Source, SourceId, StoredDocument, DocumentId } from '@wuku/core/core-types'
import type { SourceDay } from '@wuku/core/ports/index-view'
import type { EmbeddingSetDraft, EmbeddingSetId } from '@wuku/core/ports/vectors'
import { emptyAccounts, type AccountsState } from './accounts.ts'
import { emptyJobs, type JobsState } from './jobs.ts'
import { emptyLibraries, type LibrariesState } from './libraries-view.ts'
import { emptyAnnotations, type AnnotationsState } from './annotations.ts'
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
  readonly annotations: AnnotationsState
  readonly records: RecordsState
  readonly jobs: JobsState
  readonly accounts: AccountsState
  /** Sets of vectors, in the order in which they were added. */
  readonly sets: readonly KeptSet[]
  readonly nextSet: number
  readonly nextSource: number
  readonly nextDocument: number
  readonly nextChunk: number
}

export interface KeptSource {
  readonly source: Source
  readonly report: Json
  readonly days: readonly SourceDay[]
  /** Writes to it. */
  readonly revision: number
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

export interface KeptSet {
  readonly id: EmbeddingSetId
  readonly facts: EmbeddingSetDraft
  readonly isActive: boolean
  /** By what is said. */
  readonly vectors: ReadonlyMap<string, Float32Array>
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
  annotations: emptyAnnotations,
  records: emptyRecords,
  jobs: emptyJobs,
  accounts: emptyAccounts,
  sets: [],
  nextSet: 1,
  nextSource: 1,
  nextDocument: 1,
  nextChunk: 1,
}
