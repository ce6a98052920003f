export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>
  /** Calls `work` again and again until the returned function is called; keeps no process alive. */
  every(milliseconds: number, work: () => void): () => void
}
