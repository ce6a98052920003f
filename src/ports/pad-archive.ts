/** What another program keeps of workflows and scratchpads. Reading it changes nothing there. */
export interface PadArchive {
  /** Absolute real path. */
  readonly root: string
  readonly workflows: number
  readonly pads: number
  /** In the order in which they were made. */
  read(): AsyncIterable<ArchivedWorkflow>
  close(): Promise<void>
}

export interface ArchivedWorkflow {
  readonly id: string
  readonly name: string
  readonly description: string | null
  readonly scope: string | null
  readonly isActive: boolean
  /** Milliseconds since the epoch. */
  readonly createdAt: number
  readonly updatedAt: number
  /** In the order in which they were made. */
  readonly pads: readonly ArchivedPad[]
}

export interface ArchivedPad {
  readonly id: string
  readonly title: string
  readonly content: string
  readonly createdAt: number
  readonly updatedAt: number
}
