import type { Json, Problem } from '@wuku/core/core-types'

/** Programs whose conversations are read. */
export const agents = [
  'claude-code',
  'codex',
  'gemini-cli',
  'cursor',
  'opencode',
  'aider',
  'chatgpt',
  'claude-ai',
  'chatwise',
] as const
export type Agent = (typeof agents)[number]

export const roles = ['user', 'assistant', 'system', 'tool'] as const
export type Role = (typeof roles)[number]

/**
 * A conversation, or the part of a long one that one piece of its file holds, in terms shared by all programs. Facts
 * that a piece does not contain are absent; the parts are joined when they are read (`assemble.ts`).
 */
export interface DraftConversation {
  readonly agent: Agent
  /** As the program calls it. */
  readonly id: string
  readonly title?: DraftTitle
  /**
   * Name of a file that is kept separately from the conversation's own but belongs to it. It becomes a part after all
   * others.
   */
  readonly siblingFile?: string
  /** Absolute path of the folder that was worked in, as the program wrote it. */
  readonly project?: string
  readonly branch?: string
  /** The conversation that this one was started from. */
  readonly parent?: { readonly id: string; readonly as: 'subagent' | 'fork' }
  /** No person sat at it. */
  readonly isAutomated?: true
  /** As the program lists it apart. */
  readonly isArchived?: true
  /** Milliseconds since the epoch; from the messages when absent. */
  readonly startedAt?: number
  readonly endedAt?: number
  readonly messages: readonly DraftMessage[]
  /**
   * Ids of the program that are no message of ours, each with the nearest message or id before it: they keep the tree
   * connected.
   */
  readonly links?: readonly (readonly [id: string, before: string])[]
  /** The last message of the thread that counts, where the program says which. */
  readonly leaf?: string
  /** Parts of earlier pieces that were taken back: from the message with this id on, or so many turns of the user. */
  readonly rewinds?: readonly Rewind[]
}

export interface DraftTitle {
  readonly text: string
  readonly given: TitleRank
}

/** The higher-ranked of two titles wins; of equal ones, the later. */
export const titleRanks = { firstLine: 0, model: 1, summary: 2, agent: 3, person: 4 } as const
export type TitleRank = keyof typeof titleRanks

export type Rewind = { readonly to: string } | { readonly turns: number }

export interface DraftMessage {
  /** The program's own id; where it gives none: `u1718000000000`, the first letter of the role and the time, or a number. */
  readonly id: string
  /** The message or linked id before it, in programs that keep a tree; `null` for a beginning. */
  readonly parent?: string | null
  /**
   * Common key of its lines where each has an id of its own: joins the two halves of a message that is split between parts.
   */
  readonly key?: string
  readonly role: Role
  /** Milliseconds since the epoch. */
  readonly at?: number
  readonly model?: string
  /** Tokens of the whole message, counted once, however many lines of the file it takes. */
  readonly inputTokens?: number
  readonly outputTokens?: number
  /** It was taken back within this piece, or belongs to a branch that the program calls abandoned. */
  readonly isInactive?: true
  readonly pieces: readonly DraftBlock[]
}

/**
 * A piece of a message; pieces are in order. A tool's result is attached to the message that called the tool, if that
 * is in the same part.
 */
export type DraftBlock =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'thinking'; readonly text: string }
  | DraftCall
  | DraftResult
  /** A file that was handed in; its text where the program keeps it. */
  | { readonly kind: 'attachment'; readonly name: string; readonly text: string; readonly isLeftOut?: true }

export interface DraftCall {
  readonly kind: 'call'
  readonly call?: string
  readonly server?: string
  readonly tool: string
  readonly args: Json
  readonly files?: readonly TouchedFile[]
  /** It asked wuku: what it said is not kept, and it is found by nothing. */
  readonly isLeftOut?: true
}

export interface DraftResult {
  readonly kind: 'result'
  readonly call?: string
  readonly tool?: string
  /** As people read it: no JSON around text. */
  readonly text: string
  readonly isError?: true
  /** In place of its text stands why that is not kept (`echoes/`); it is found by nothing. */
  readonly isLeftOut?: true
}

export interface TouchedFile {
  /** As the program wrote it. */
  readonly path: string
  readonly isEdited: boolean
}

/** Input of a format's reader. */
export interface FormatInput {
  /** Path of the item, without the number of its part. */
  readonly path: string
  /** From 1. */
  readonly part: number
  readonly text: string
  /** First line of the file, for all parts but the first. */
  readonly firstLine?: string
  readonly projectRoot?: string
  /** JSON from a file next to it. */
  readonly about?: string
  readonly modifiedAt: number
}

export interface FormatOutput {
  /** Absent when the piece holds none: such a file is left out. */
  readonly conversation?: DraftConversation
  readonly problems: readonly Problem[]
}

/** Reads what one program writes. Pure: broken lines are problems, never exceptions. */
export interface ChatFormat {
  readonly agent: Agent
  /** By the shape of what stands in it, and its path where that says more; quick, and for later parts of a file too. */
  recognises(input: FormatInput): boolean
  read(input: FormatInput): FormatOutput
}
