/**
 * Hints between the instances of a server. Nothing is promised: an instance that is not connected hears nothing, and two
 * texts may overtake one another. Everything said here is also found by polling.
 */
export interface Channel {
  /** Never waits and never fails. At most 7,000 bytes. */
  publish(topic: string, text: string): void
  /** Also hears its own process. Returns how to stop listening. */
  subscribe(topic: string, listener: (text: string) => void): () => void
  close(): Promise<void>
}

/** Counts within short windows. All instances of a server add to them. */
export interface SharedCounts {
  /** Adds one; `undefined` while the counts cannot be reached. */
  add(key: string, windowMilliseconds: number): Promise<SharedCount | undefined>
}

export interface SharedCount {
  readonly count: number
  /** Until the window ends. */
  readonly milliseconds: number
}

/** Short texts that all instances of a server know, each until it ends. They outlast a restart of any of them. */
export interface SharedNotes {
  /** One of several that claim a key at once gets it, and hears `undefined`; the others hear its text. */
  claim(key: string, text: string, milliseconds: number): Promise<string | undefined>
  put(key: string, text: string, milliseconds: number): Promise<void>
  remove(key: string): Promise<void>
}

/**
 * Positions in the log of a database that replicas follow: where this process, another thread or another instance was after a
 * write. Replicas behind them are not read from.
 */
export interface LogPositions {
  /** This process has written. */
  written(position: string): void
  /** Hears where others were. */
  listen(listener: (position: string) => void): void
}
