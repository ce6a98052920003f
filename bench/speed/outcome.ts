import type { Limits } from './limits.ts'
import type { Query } from './queries.ts'
import type { Corpus, Measures } from './run.ts'

/** All that was measured at one size of the corpus. */
export interface SizeOutcome {
  readonly corpus: Corpus
  readonly limits: Limits
  /** wuku first. */
  readonly measures: readonly Measures[]
}

export interface SpeedOutcome {
  readonly made: string
  readonly machine: string
  /** Load of the last minute when the run began: other work of the machine. */
  readonly load: number
  /** That the whole run took. */
  readonly minutes: number
  /** Measurements that were not possible, and why. */
  readonly absent: readonly string[]
  readonly parts: string
  readonly queries: readonly Query[]
  readonly sizes: readonly SizeOutcome[]
}

export const OURS = 'wuku'

export const oursIn = ({ measures }: SizeOutcome): Measures | undefined => measures.find(isOurs)
export const peersIn = ({ measures }: SizeOutcome): readonly Measures[] => measures.filter((each) => !isOurs(each))

const isOurs = ({ peer }: Measures): boolean => peer.startsWith(`${OURS} `)
