import type { Text } from '@wuku/messages/message'
import type { ChunkFacts, Kind, Problem, Repeated, Skipped } from '../core-types.ts'
import type { RawItem } from './feed.ts'
import type { KnownText } from './source-reader.ts'
import type { Amendment, AnalysedSlice } from './store.ts'

/** Parses and analyses off the main thread. */
export interface WorkerPool {
  /** Slices that it can work on at once. */
  readonly width: number
  analyse(job: SliceJob): Promise<SliceResult>
  close(): Promise<void>
}

export interface SliceJob {
  readonly kind: Kind
  readonly items: readonly HashedItem[]
  /** Hashes of what is not to be taken in again (`kernel/forgetting.ts`). */
  readonly forgotten?: readonly string[]
  /** Texts that look like a secret but are not (`text/secrets/secrets.ts`). */
  readonly allowed?: readonly string[]
  /** The items are what another machine made of them (`kernel/base/pushed-item.ts`). */
  readonly isPushed?: true
  /** For readers of archives. */
  readonly known?: KnownText | undefined
}

export interface HashedItem extends RawItem {
  /** SHA-256 of the bytes, in hex. */
  readonly hash: string
  /** The one document that the store has of it: when enough of that stays as it is, only the rest is analysed. */
  readonly before?: StoredForm
}

/** A stored document, as far as it shows what stays. */
export interface StoredForm {
  readonly path: string
  readonly title: string
  readonly text: string
  readonly chunks: readonly ChunkFacts[]
}

export interface SliceResult {
  readonly slice: AnalysedSlice
  /** Documents of items that came with what the store has of them; they are not in `slice`. */
  readonly amend: readonly Amendment[]
  readonly problems: readonly Problem[]
  /** Items that the reader left out by a rule. */
  readonly skipped: readonly Skipped[]
  /** Secrets that were masked, by item and rule. */
  readonly masked: readonly Masked[]
  /** Text that is here already, by item and sort. */
  readonly repeated: readonly Repeated[]
}

export interface Masked {
  readonly path: string
  readonly rule: string
  readonly count: number
}

/** Threads cannot hand messages to one another. */
export const eachText = (result: SliceResult, change: (text: Text) => Text): SliceResult => ({
  ...result,
  problems: result.problems.map((each) => ({ ...each, said: change(each.said), remedy: change(each.remedy) })),
  skipped: result.skipped.map((each) => ({
    ...each,
    ...(each.rule !== undefined && { rule: change(each.rule) }),
    why: change(each.why),
  })),
})
