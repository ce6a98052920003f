import { randomBytes } from 'node:crypto'
import type { Holding } from '../../core/words.ts'

/**
 * Numbers of what users of a server make: random, since those of one sequence would tell each of them how much the others
 * make. What the owner of a data folder makes goes on being counted from 1. All lie above the numbers given out so far.
 */

/** Both stores and JSON keep it exactly. */
const SMALLEST = 2 ** 40
const BITS = 51

/** So many, the smaller first: what is written later keeps the higher number. Two of a store meet in one case of 10^9. */
export const randomNumbers = (count: number): readonly number[] =>
  Array.from(
    { length: count },
    () => SMALLEST + Number(randomBytes(8).readBigUInt64BE() >> BigInt(64 - BITS)),
  ).toSorted((a, b) => a - b)

/** Libraries stand in columns of 32 bits, and there are few. */
export const randomLibraryNumber = (): number => 2 ** 24 + (randomBytes(4).readUInt32BE() >>> 2)

/** It belongs to a user, beside whom there are others. */
export const isOfUser = (holding: Holding | undefined): boolean => holding !== undefined && holding.owner !== 'local'
