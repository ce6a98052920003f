import type { ChunkVector, EmbeddingSetId } from '../../../ports/vectors.ts'
import type { Connection } from '../../sqlite-driver/connection.ts'
import { knownChunk } from '../passages.ts'
import { putInBlocks, type Placed } from './blocks.ts'
import { learnSet } from './learn.ts'
import { quantise } from '../../../vectors/quantise.ts'
import { vectorOf, writeVector } from './rows.ts'
import { keyIn, liveSets, requireSet } from './sets.ts'

/** A kept chunk, and what it says. */
export interface Saying {
  readonly chunk: number
  readonly said: number
}

export function putVectors(db: Connection, id: EmbeddingSetId, vectors: readonly ChunkVector[]): void {
  const set = requireSet(db, id)
  const placed = new Map<number, Placed>()
  for (const { chunk, vector } of vectors) {
    if (vector.length !== set.dimensions)
      throw new Error(`A vector of ${vector.length} dimensions in a set of ${set.dimensions}.`)
    const said = knownChunk(db, chunk)?.row.said ?? undefined
    if (said === undefined) continue
    const quantised = quantise(vector)
    writeVector(db, keyIn(id, said), quantised)
    for (const each of chunksThatSay(db, said)) placed.set(each, { chunk: each, said, vector: quantised })
  }
  putInBlocks(db, set, [...placed.values()])
  learnSet(db, id)
}

/** Chunks that say what has a vector have it too. */
export function carryVectors(db: Connection, sayings: readonly Saying[]): void {
  for (const set of liveSets(db)) {
    const placed = sayings.flatMap(({ chunk, said }): Placed[] => {
      const vector = vectorOf(db, set, said)
      return vector ? [{ chunk, said, vector }] : []
    })
    if (placed.length > 0) putInBlocks(db, set, placed)
  }
}

const chunksThatSay = (db: Connection, said: number): number[] =>
  db.rows<{ id: number }>('SELECT id FROM chunks WHERE said = ?', [said]).map(({ id }) => id)
