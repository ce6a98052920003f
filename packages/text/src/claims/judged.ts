import type { Claim } from './extract.ts'

export const states = ['holds', 'moved', 'changed', 'gone', 'unknown'] as const
export type State = (typeof states)[number]

/** The state of a claim now. `unknown`: there is no proof either way, and nothing is said. */
export interface Verdict {
  readonly state: State
  /** Its present place or value. */
  readonly now?: string
  /** The commit that made the difference, and its day. */
  readonly commit?: string
  readonly date?: string
}

export type JudgedClaim = Claim & Verdict
/** As an answer shows it: a line only where the answer numbers them. */
export type ShownClaim = Omit<JudgedClaim, 'line'> & { readonly line?: number }

export const unknown: Verdict = { state: 'unknown' }
export const holds: Verdict = { state: 'holds' }

/** The text says something that is so no longer. */
export const isOutdated = ({ state }: Verdict): boolean => state === 'gone' || state === 'changed'
/** An answer mentions it without being asked. */
export const isNews = ({ state }: Verdict): boolean => state === 'moved' || isOutdated({ state })
