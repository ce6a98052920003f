import type { Kind, Problem, Repeated, Skipped, Source, SourceId } from '@wuku/core/core-types'
import type { Masked } from '@wuku/core/ports/worker-pool'
import type { NewRoot } from './engine-sources.ts'
import type { Progress } from '../caller.ts'
import type { ListedItem } from '@wuku/core/ports/feed'
import type { IndexBatch } from '@wuku/core/ports/store'
import type { OfSource } from '../operation-shapes.ts'

/** Brings sources up to date, and takes out of them for good. */
export interface EngineIndex {
  /** Takes documents or parts of them out for good: no later run brings them back. */
  forget(request: ForgetRequest): Promise<Forgotten>
  /** Whether what is forgotten is in no file of the store any more; otherwise logs and backups may keep it for a time. */
  readonly erases: boolean
  /** Brings sources up to date. A second run for the same source, in any process, joins the first. */
  update(request: IndexRequest): Promise<IndexReport>
  /** Changes that an index run would find in a source, or in a root that is not registered. Read-only. */
  compare(place: Source | NewRoot, signal?: AbortSignal): Promise<Comparison>
  /** Keeps sources fresh until the signal; the callback hears of every run that changed something. */
  watch(request: WatchRequest): Promise<void>
  /** Background work of a server: watches all sources except those added with `watch: false`, until the signal. */
  keepFresh(signal: AbortSignal, failed?: (failure: NotFresh) => void, show?: ShowRun): Promise<void>
  /** Before a question: looks for changes where a source that is kept fresh cannot be watched, for a bounded time. */
  pollChanges(): Promise<void>
  /** Indexes one source, even a hidden one. */
  updateOne(source: Source, request: PartialRequest): Promise<IndexReport>
}

/** Each run of a watch goes through it: it follows the run, and may stop it. `source` is `kind/name`. */
export type ShowRun = (source: string, run: (how: RunHow) => Promise<WatchedRun>) => Promise<IndexReport>

export type RunHow = Required<Pick<IndexRequest, 'progress' | 'signal'>>

export interface WatchedRun {
  readonly report: IndexReport
  /** Documents were added, changed or removed, here or, before the run, at the place from which the source was copied. */
  readonly isChanged: boolean
}

/** Source that is not kept fresh at present, and why; it is tried again. */
export interface NotFresh {
  /** `kind/name`; or "every source". */
  readonly source: string
  readonly error: unknown
}

export interface ForgetRequest {
  readonly kind: Kind
  /**
   * Paths without the number of a part: in every source of the kind, all documents with this path are removed, with all
   * parts.
   */
  readonly paths: readonly string[]
  /** Only in this source: where paths are names of files, the same name elsewhere means another file. */
  readonly source?: SourceId
  /** Only the parts with these anchors, of the one document that `paths` names. */
  readonly anchors?: readonly string[]
  /** Says what would go; changes nothing. */
  readonly dryRun?: boolean
}

export interface Forgotten {
  readonly documents: number
  readonly chunks: number
  /** UTF-8 bytes of text. */
  readonly bytes: number
  /** Documents of it in sources of other users, who keep theirs; absent where the caller sees none. */
  readonly kept?: number
}

export interface IndexRequest {
  /** Names; all sources when empty. */
  readonly sources: readonly string[]
  /** Reads and analyses everything again. */
  readonly force?: boolean
  /** Sources that are read from services: lists all that is there, and takes out what is gone. */
  readonly census?: boolean
  /** Lists and compares; changes nothing. */
  readonly dryRun?: boolean
  readonly progress?: (step: Progress) => void
  readonly signal?: AbortSignal
}

export interface PartialRequest extends Omit<IndexRequest, 'sources'> {
  /** Only what lies in these folders, not deeper; everything when absent. */
  readonly folders?: readonly string[]
  readonly through?: Through
}

/** For a run whose documents are to be visible in one moment; not of an archive. */
export interface Through {
  /** New and changed documents are put into this source, which is hidden. */
  readonly source: SourceId
  /** Hears what has to be applied then. */
  ready(batch: IndexBatch): void
}

export interface WatchRequest extends IndexRequest {
  readonly changed?: (report: IndexReport) => void
  /** A run failed; the watch goes on. */
  readonly failed?: (error: unknown) => void
}

/** Documents. */
export interface DocumentCounts {
  readonly added: number
  readonly changed: number
  readonly moved: number
  readonly removed: number
  readonly unchanged: number
  /** Kept though their items are gone; among none of the others. */
  readonly missing: number
}

export const noDocuments: DocumentCounts = { added: 0, changed: 0, moved: 0, removed: 0, unchanged: 0, missing: 0 }

const countKeys = Object.keys(noDocuments) as (keyof DocumentCounts)[]

export const eachCount = (countOf: (key: keyof DocumentCounts) => number): DocumentCounts =>
  Object.fromEntries(countKeys.map((key) => [key, countOf(key)])) as unknown as DocumentCounts

export const sumOfCounts = (all: readonly DocumentCounts[]): DocumentCounts =>
  eachCount((key) => all.reduce((sum, each) => sum + each[key], 0))

/** Documents that are no longer as they were. */
export const changesIn = ({ added, changed, moved, removed }: DocumentCounts): number =>
  added + changed + moved + removed

export interface IndexReport extends DocumentCounts {
  readonly problems: readonly (Problem & OfSource)[]
  readonly skipped: readonly (Skipped & OfSource)[]
  /** Secrets that were masked, by file. */
  readonly masked: readonly (Masked & OfSource)[]
  /** Copies of what is here already, by item. */
  readonly repeated: readonly (Repeated & OfSource)[]
  /** How many of what was added came in which format; absent where none came in one that has a name. */
  readonly formats?: Readonly<Record<string, number>>
  readonly bytes: number
  readonly seconds: number
  readonly dryRun: boolean
  readonly sources: readonly SourceReport[]
}

export interface SourceReport extends DocumentCounts {
  readonly source: string
  readonly kind: Kind
  /** `false` when the listing broke off or the run was stopped; then nothing was removed for being absent. */
  readonly complete: boolean
}

/** Current files compared with the index. Names are those of items. */
export interface Comparison {
  readonly listed: readonly ListedItem[]
  readonly added: readonly string[]
  /** Their bytes are others. */
  readonly changed: readonly string[]
  /** Written to, with the same bytes. */
  readonly touched: readonly string[]
  /** Items that a run removes; in an archive these are not all that are gone. */
  readonly gone: readonly string[]
  /** Read by an earlier version of the reader. */
  readonly outdated: readonly string[]
  readonly skipped: readonly Skipped[]
  /** Nothing can be taken in of these: an index run leaves them out again. */
  readonly problems: readonly Problem[]
  readonly complete: boolean
}
