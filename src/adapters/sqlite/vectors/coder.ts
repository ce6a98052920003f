import type { Entry } from './entries.ts'
import type { Quantised } from './quantise.ts'
import type { SetRow } from './sets.ts'

export interface Coder {
  readonly entryBytes: number
  encode(said: number, vector: Quantised): Entry
}

export function createCoder(_set: SetRow): Coder {
  return { entryBytes: 4, encode: (said) => new Uint8Array(Uint32Array.of(said).buffer) }
}
