import { saturationTable } from '@wuku/core/strength'
import { BLOCK_SIZE, emptyPostings, type Postings } from './posting-codec.ts'

/** Working arrays of a search for the current block, by number within it. */
export interface ScoreBuffers {
  /** Cleared after each block. */
  readonly scores: Float64Array
  readonly met: Uint16Array
  /** Chunks that may be found have reached `level`: one for the filter and one for each required term. */
  readonly levels: Uint16Array
  readonly postings: Postings
  saturationOf(k1: number): Float64Array
}

/** Searches that are at it at once have one each; more than these few are not kept for the next. */
const MAX_IDLE = 4

export interface ScoreBufferPool {
  /** Without scores, whatever the last search left. */
  acquire(): ScoreBuffers
  release(buffers: ScoreBuffers): void
}

/** 300 KB each, that would else be made, emptied and collected four times for one question. */
export function createScoreBufferPool(): ScoreBufferPool {
  const idle: ScoreBuffers[] = []
  return {
    acquire() {
      const buffers = idle.pop() ?? createScoreBuffers()
      buffers.scores.fill(0)
      return buffers
    },
    release: (buffers) => void (idle.length < MAX_IDLE && idle.push(buffers)),
  }
}

function createScoreBuffers(): ScoreBuffers {
  // One for each storehouse.
  const saturations = new Map<number, Float64Array>()
  return {
    scores: new Float64Array(BLOCK_SIZE),
    met: new Uint16Array(BLOCK_SIZE),
    levels: new Uint16Array(BLOCK_SIZE),
    postings: emptyPostings(),
    saturationOf: (k1) => {
      const table = saturations.get(k1) ?? saturationTable(k1)
      saturations.set(k1, table)
      return table
    },
  }
}
