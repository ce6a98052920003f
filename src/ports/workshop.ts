import type { Kind, Problem } from '../core/words.ts'
import type { RawItem } from './feed.ts'
import type { AnalysedSlice } from './store.ts'

/** Parses and analyses off the main thread. */
export interface Workshop {
  /** Slices that it can work on at once. */
  readonly width: number
  analyse(job: SliceJob): Promise<SliceResult>
  close(): Promise<void>
}

export interface SliceJob {
  readonly kind: Kind
  readonly items: readonly HashedItem[]
}

export interface HashedItem extends RawItem {
  /** SHA-256 of the bytes, in hex. */
  readonly hash: string
}

export interface SliceResult {
  readonly slice: AnalysedSlice
  readonly problems: readonly Problem[]
  /** Secrets that were masked, by item and rule. */
  readonly masked: readonly Masked[]
}

export interface Masked {
  readonly path: string
  readonly rule: string
  readonly count: number
}
