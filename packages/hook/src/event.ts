/** Events in an agent's program to which wuku may have an answer. */
export type Moment =
  | 'session-start'
  | 'after-compaction'
  | 'prompt'
  | 'before-command'
  | 'before-edit'
  | 'after-failure'
  | 'other'
export interface HookEvent {
  /** The program, by the name that `wuku connect` gives it. */
  readonly client: string
  readonly event: string
  readonly moment: Moment
  readonly session: string
  /** Id of the tool call; two hooks for one call have the same. */
  readonly call?: string
  readonly folder: string
  readonly command?: string
  readonly path?: string
  readonly prompt?: string
  readonly error?: string
}
export interface HookReply {
  readonly refuses: boolean
  readonly text: string
}
