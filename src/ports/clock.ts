export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>
}
