import type { SourceId } from '../core/words.ts'
import type { Level } from './operation.ts'

/** Who asks. On one machine everybody is the owner; a team server fills in the rest. */
export interface Caller {
  /** Name of the client program, for logs and answers that differ by client. */
  readonly client: string
  /** `false`: only operations with the effect `read`. */
  readonly mayWrite: boolean
  /** Sources that this caller may know of. A server tells them anew with every call, so that a change of visibility acts on the next. */
  readonly sees: 'all' | ReadonlySet<SourceId>
  /** Id of the user on a server; absent: the owner of the data folder. */
  readonly actor?: string
  /** As people know that user. */
  readonly actorName?: string
  /** Absent: as high as there is. */
  readonly level?: Level
}

export const actorOf = ({ actor = 'local' }: Pick<Caller, 'actor'>): string => actor

export const nameOf = ({ actorName, ...caller }: Pick<Caller, 'actor' | 'actorName'>): string =>
  actorName ?? actorOf(caller)

export const owner = (client: string): Caller => ({ client, mayWrite: true, sees: 'all' })
