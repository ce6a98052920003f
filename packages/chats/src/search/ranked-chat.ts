import type { ChunkId } from '@wuku/core/core-types'
import type { Evidence } from '@wuku/index-core/ranking/confidence'
import type { ChatEntry } from '../catalogue.ts'

/** A conversation that answers, and how well. */
export interface RankedChat {
  readonly entry: ChatEntry
  /** 0 to 1. */
  readonly score: number
  /** Absent of all but the first few. */
  readonly evidence?: Evidence | undefined
  /** Its chunks that answer, best first. */
  readonly matches: readonly Match[]
}

export interface Match {
  readonly chunk: ChunkId
  readonly score: number
}

export const byScore = (a: Omit<RankedChat, 'matches'>, b: Omit<RankedChat, 'matches'>): number =>
  b.score - a.score || b.entry.endedAt - a.entry.endedAt || (a.entry.id < b.entry.id ? -1 : 1)
