/** Counts of short windows, which several instances of a server add to. */
export interface SharedCounts {
  /** Adds one; `undefined` where nobody can be asked just now, and quickly. */
  add(key: string, windowMilliseconds: number): Promise<SharedCount | undefined>
}

export interface SharedCount {
  /** With this one. */
  readonly count: number
  /** Until the window ends. */
  readonly milliseconds: number
}
