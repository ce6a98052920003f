/**
 * Postings on servers of their own, for a store that stays the truth (`docs/decisions/0037-search-engine.md`). It holds hashes of
 * terms and numbers, no text and no name but the words of its vocabulary, and knows nothing about access: a caller names the
 * sources, and looks at each candidate again. A part of it that is away is named and never passed over in silence.
 */
export interface SearchEngine {
  /** Memory for a question is bounded; shards that do not answer in time are missing. */
  best(probe: EngineProbe, moment: EngineSnapshot): Promise<EngineAnswer<readonly EngineCandidate[]>>
  /** How many chunks hold each term. */
  holders(terms: readonly string[], moment: EngineSnapshot): Promise<EngineAnswer<ReadonlyMap<string, number>>>
  /** For each prefix the terms that begin with it. */
  vocabulary(
    prefixes: readonly string[],
    moment: EngineSnapshot,
  ): Promise<EngineAnswer<readonly ReadonlyMap<string, number>[]>>
  /** Chunks that hold each term. */
  chunksWith(
    terms: readonly string[],
    moment: EngineSnapshot,
  ): Promise<EngineAnswer<ReadonlyMap<string, readonly EngineChunk[]>>>
  /** Shards that its servers name as their own. */
  shards(): Promise<readonly number[]>
  servers(generation: number): Promise<readonly EngineServer[]>
  asked(): EngineAsked
  readonly tables: EngineTables
  close(): Promise<void>
}

/** A chunk as the engine names it. A batch is used once: numbers of chunks that a store lost and gave out again differ from the new ones. */
export interface EngineChunk {
  readonly batch: number
  readonly chunk: number
}

export interface EngineCandidate extends EngineChunk {
  /** In whole steps of `wholeWeights`, so that it is the same in whatever order it was added up. */
  readonly score: number
}

/** As `TextProbe` of a view, whatever it is narrowed to. */
export interface EngineProbe {
  readonly terms: readonly { readonly term: string; readonly weight: number }[]
  readonly required: readonly string[]
  readonly excluded: readonly string[]
  readonly k1: number
  readonly depth: number
}

/** The part of the engine that is meant: tables, batches and lists of sources and documents as a view of the store has them. */
export interface EngineSnapshot {
  readonly generation: number
  /** Every one of these holds a part. */
  readonly shards: readonly number[]
  /** Later batches are not seen, and these neither. */
  readonly lastBatch: number
  readonly unseen: readonly number[]
  /** Chunks that left and that it does not know about yet. */
  readonly gone: readonly EngineChunk[]
  /** Absent: all. */
  readonly sources?: readonly number[] | undefined
  readonly documents?: readonly number[] | undefined
}

export interface EngineAnswer<T> {
  readonly found: T
  /** Shards of which nothing is in it. */
  readonly missing: readonly number[]
}

/** Questions of this process, those that a shard did not answer, and how long they took together. */
export interface EngineAsked {
  readonly questions: number
  readonly partial: number
  readonly seconds: number
}

export interface EngineServer {
  /** Without user and password. */
  readonly address: string
  /** `null`: it never said. */
  readonly shard: number | null
  /** `foreign`: other columns; `away`: `said` gives the reason. */
  readonly state: 'ready' | 'empty' | 'foreign' | 'away'
  readonly version: string
  readonly said: string
  readonly rows: number
  readonly gone: number
  /** That it took, and that its clock is ahead of ours. */
  readonly seconds: number
  readonly secondsAhead: number
}

/** Reasons not to ask a server, and faults of one that is asked all the same. `lost`: the tables that it had. */
export const engineTroubles = ['away', 'old', 'foreign', 'lost', 'slow', 'clock'] as const
export type EngineTrouble = (typeof engineTroubles)[number]

/** Oldest version that was ever asked. */
const OLDEST = 18
/** Seconds: a question to a server that has nothing to do. */
const SLOW = 1
const WRONG_CLOCK = 3_600

export function troublesOf(server: EngineServer, isFed: boolean): readonly EngineTrouble[] {
  const { state, shard, version, seconds, secondsAhead } = server
  if (state === 'away') return ['away']
  if (Number.parseInt(version, 10) < OLDEST) return ['old']
  if (state === 'foreign') return ['foreign']
  if (state === 'empty' && isFed && shard !== null) return ['lost']
  const isWrong = Math.abs(secondsAhead) > WRONG_CLOCK
  return [...(seconds > SLOW ? (['slow'] as const) : []), ...(isWrong ? (['clock'] as const) : [])]
}

/** Seconds that chunks may wait for it. */
export const LONG_UNFED = 600

/** Writes to a shard. Each does the same when it is repeated. */
export interface EngineTables {
  /** Makes the tables of a generation, where there are none. */
  create(generation: number, shard: number): Promise<void>
  /** Acknowledged when it answers. */
  put(generation: number, shard: number, batch: EngineBatch): Promise<void>
  /** These are not found any more. */
  leave(generation: number, shard: number, chunks: readonly EngineChunk[]): Promise<void>
  /** Takes out of the tables what left, and these batches. */
  purge(generation: number, shard: number, strangers?: readonly number[]): Promise<void>
  /** Fills the tables of the next generation with what is left in these. */
  copy(generation: number, shard: number): Promise<void>
  drop(generation: number, shard: number): Promise<void>
  /** The rest of a batch. Its terms are in no order, and neither are their chunks. */
  read(generation: number, shard: number, batch: number): Promise<readonly EngineTerm[]>
  batches(generation: number, shard: number): Promise<ReadonlyMap<number, number>>
}

export interface EngineTerm {
  readonly term: string
  readonly chunks: readonly number[]
  readonly strengths: readonly number[]
}

export interface EngineBatch {
  readonly batch: number
  /** It was sent before, and no answer came. */
  readonly isAgain: boolean
  /** In the same order each time. Strengths are above 0. */
  each(add: (posting: EnginePosting) => void): void
}

export interface EnginePosting {
  readonly term: string
  readonly source: number
  readonly chunk: number
  readonly document: number
  readonly strength: number
}

/** For who operates a store with a search engine. */
export interface EngineControl {
  status(): Promise<EngineStatus>
  /** Gives it all that it lacks, at once. */
  feed(): Promise<void>
  /** From now on the store keeps no postings that the engine has had for a day. */
  dropPostings(): Promise<void>
  /** The store keeps all postings from now on, and copies back the postings that only the engine has. */
  keepPostings(): Promise<void>
  /** Fills new tables: from the old ones, or from the postings that the store still has. */
  rebuild(from: 'engine' | 'store'): Promise<void>
  /** Compares the batches of both; takes out what the store does not know, and sends again what the engine lost. */
  check(): Promise<EngineCheck>
}

export interface EngineStatus {
  /** False: the store is too small for it. */
  readonly isFed: boolean
  readonly generation: number
  /** Shards that hold a part, and those of which a server can be asked. */
  readonly shards: number
  readonly shardsAnswering: number
  /** Chunks that it has, and that it lacks. */
  readonly chunks: number
  readonly unfed: number
  /** For how long the oldest of those waits. */
  readonly unfedSeconds: number
  /** Share of its chunks that left, 0 to 1. */
  readonly goneShare: number
  /** Chunks whose postings it alone has. */
  readonly dropped: number
  readonly asked: EngineAsked
  /** Why nothing could be given to it at last; empty: it could. */
  readonly failed: string
  readonly servers: readonly EngineServer[]
}

export interface EngineCheck {
  /** Batches that the store does not know: they are gone now. */
  readonly strangers: number
  /** Batches that the engine lost: they are sent again. */
  readonly lost: number
  /** Number of those whose postings the store does not have either. */
  readonly irrecoverable: number
}
