import type { SourceId } from '../core/words.ts'

/** Who asks. On one machine everybody is the owner; a team server fills in the rest. */
export interface Caller {
  /** Name of the client program, for logs and answers that differ by client. */
  readonly client: string
  /** `false`: only operations with the effect `read`. */
  readonly mayWrite: boolean
  /** Sources that this caller may know of. A server tells them anew with every call, so that a change of visibility acts on the next. */
  readonly sees: 'all' | ReadonlySet<SourceId>
}

export const owner = (client: string): Caller => ({ client, mayWrite: true, sees: 'all' })

export interface Progress {
  readonly stage: string
  readonly done: number
  readonly total: number | undefined
  /** Bytes read so far, where bytes are read. */
  readonly bytes?: number
  readonly said: string
  /** Of work with several stages: how much of all of it is done, 0 to 100; it only grows. */
  readonly percent?: number
}
