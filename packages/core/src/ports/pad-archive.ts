import type { Problem } from '../core-types.ts'

/** Workflows and scratchpads of another program. Reading them changes nothing there. */
export interface PadArchive {
  /** Absolute real path. */
  readonly root: string
  readonly workflows: number
  readonly pads: number
  /**
   * One after the other, so that memory holds no more than one: a workflow, then its pads. The newest comes first: if
   * two were written in the same second, that program lists the older one first, and here the later one is newer.
   */
  read(): AsyncIterable<ArchivedEntry>
  close(): Promise<void>
}

export type ArchivedEntry =
  | ({ readonly is: 'workflow' } & ArchivedWorkflow)
  | ({ readonly is: 'pad' } & ArchivedPad)
  /** Something that cannot be read, or not as it should be. */
  | ({ readonly is: 'problem' } & Problem)

export interface ArchivedWorkflow {
  readonly id: string
  readonly name: string
  readonly description: string | null
  readonly scope: string | null
  readonly isActive: boolean
  /** Milliseconds since the epoch. */
  readonly createdAt: number
  readonly updatedAt: number
}

export interface ArchivedPad {
  readonly id: string
  /** Id of the workflow that came before it. */
  readonly workflow: string
  readonly title: string
  readonly content: string
  readonly createdAt: number
  readonly updatedAt: number
}
