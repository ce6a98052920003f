import { randomBytes } from 'node:crypto'

/**
 * A name for a state, or for something that never changes, by which caches know it. It is drawn by chance and not counted: a
 * standby that lacks the last writes, or a database that was restored to an earlier point in time, counts on from where it is,
 * and would give a number again that caches have for something else. A state that comes back has the name that it had. 52 bits,
 * which the program reads as a number.
 */
export const newStateName = (): number => Number(randomBytes(8).readBigUInt64BE() >> 12n) + 1
