import type { Problem } from '../core-types.ts'
import type { Workflow, Pad } from './pads.ts'

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

export type ArchivedWorkflow = Pick<
  Workflow,
  'id' | 'name' | 'description' | 'scope' | 'isActive' | 'createdAt' | 'updatedAt'
>

/** Its workflow is the one that came before it. */
export type ArchivedPad = Pick<Pad, 'id' | 'workflow' | 'title' | 'content' | 'createdAt' | 'updatedAt'>
