import type { VisibleSources } from '@wuku/core/ports/access'
import type { Visibility } from '@wuku/core/core-types'
import type { Text } from '@wuku/messages/message'

/** Rank of a credential; each includes those before it. */
export const levels = ['open', 'read', 'write', 'admin'] as const
export type Level = (typeof levels)[number]

export const reaches = (level: Level, needed: Level): boolean => levels.indexOf(level) >= levels.indexOf(needed)

/** The caller of an operation. On one machine everybody is the owner; a team server fills in the rest. */
export interface Caller {
  /** Name of the client program, for logs and answers that differ by client. */
  readonly client: string
  /** `false`: only operations with the effect `read`. */
  readonly mayWrite: boolean
  /** Sources that this caller may know of. They are found out at each read, so a change of visibility acts on the next. */
  readonly sees: VisibleSources
  /** Id of the user on a server; absent: the owner of the data folder. */
  readonly actor?: string
  /** As people know that user. */
  readonly actorName?: string
  /** Absent: as high as there is. */
  readonly level?: Level
  /** How it says who it is, on a server; absent: it is the owner of the data folder. */
  readonly via?: 'key' | 'login' | 'local'
  /** `true`: paths of this machine mean nothing to it (`local-only`). */
  readonly isRemote?: boolean
  /** Address that the request came from, and its id: for the audit. */
  readonly address?: string
  readonly requestId?: string
}

export const actorOf = ({ actor = 'local' }: Pick<Caller, 'actor'>): string => actor

/** The owner of the data folder, who has nobody to share with. */
export const isOwner = (actor: string): boolean => actor === actorOf({})

export const nameOf = ({ actorName, ...caller }: Pick<Caller, 'actor' | 'actorName'>): string =>
  actorName ?? actorOf(caller)

export const owner = (client: string): Caller => ({ client, mayWrite: true, sees: 'all' })

export interface Progress {
  readonly stage: string
  readonly done: number
  readonly total: number | undefined
  /** Bytes read so far, where bytes are read. */
  readonly bytes?: number
  readonly said: Text
  /** Progress of all stages together, 0 to 100; it only grows. */
  readonly percent?: number
}

/** Long work reports here while it runs as a job. */
export interface JobReporter {
  /** Records of its activity are kept under this id. */
  readonly id: string
  /** Only what is named changes. */
  about(subject: Partial<JobSubject>): void
  /** One for each file that was handed in. */
  file(outcome: FileOutcome): void
  /** Something holds it up that it waits for. */
  warn(message: Text): void
}

export interface JobSubject {
  readonly library: number | null
  readonly name: string | null
  readonly version: string | null
}

/** Subject of work that has not begun. `makes`: that work makes the library, and shows it so. */
export interface PlannedSubject extends JobSubject {
  readonly makes?: { readonly visibility?: Visibility | undefined } | undefined
}

export interface FileOutcome {
  readonly path: string
  readonly status: 'completed' | 'failed' | 'unchanged'
  readonly chunks: number
  readonly error: Text | null
}
