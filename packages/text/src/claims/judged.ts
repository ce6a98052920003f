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

export const unknown: Verdict = { state: 'unknown' }
export const holds: Verdict = { state: 'holds' }

/** The text says something that is so no longer. */
export const isOutdated = ({ state }: Verdict): boolean => state === 'gone' || state === 'changed'
/** An answer mentions it without being asked. */
export const isNews = ({ state }: Verdict): boolean => state === 'moved' || isOutdated({ state })

/** A sentence about what became of a claim. */
export function sinceThen({ text, state, now, commit, date }: JudgedClaim): string {
  const proof = [commit?.slice(0, 7), date].filter((part) => part !== undefined).join(', ')
  return `${text} ${words[state]}${now === undefined ? '' : ` ${now}`}${proof === '' ? '' : ` (${proof})`}.`
}

const words: Readonly<Record<State, string>> = {
  holds: 'holds',
  moved: 'moved to',
  changed: 'changed: now',
  gone: 'is gone',
  unknown: 'is unknown',
}
