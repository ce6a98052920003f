import type { Json, StoredDocument } from '@wuku/core/core-types'
import type { Agent, DraftMessage, Rewind, TitleRank, TouchedFile } from './conversation.ts'
import type { MinedRuns } from './outcomes/mine-runs.ts'
import type { MinedOrder } from './outcomes/standing-orders.ts'

/** Stored with the text of a document, as its outline: each message, and the position of its pieces in the text. */
export interface PartRecord {
  readonly messages: readonly MessageRecord[]
  readonly links?: readonly (readonly [id: string, before: string])[]
  readonly leaf?: string
  readonly rewinds?: readonly Rewind[]
}

/** Its key is kept of the first and the last message of a part. */
export interface MessageRecord extends Omit<DraftMessage, 'pieces'> {
  readonly pieces: readonly BlockRecord[]
}

export interface BlockRecord {
  readonly kind: 'text' | 'thinking' | 'call' | 'result' | 'attachment'
  /** `text.slice(start, end)` of the document; of a call its arguments as JSON. */
  readonly start: number
  readonly end: number
  readonly call?: string
  readonly server?: string
  readonly tool?: string
  readonly name?: string
  readonly files?: readonly TouchedFile[]
  readonly isError?: true
  readonly isLeftOut?: true
}

/** Facts about a conversation without its text: the `meta` of each of its documents, covering that part alone. */
export interface ChatMeta extends MinedRuns {
  readonly agent: Agent
  /** Native id of the conversation. */
  readonly chat: string
  readonly title?: string
  readonly titleGiven?: TitleRank
  readonly project?: string
  readonly branch?: string
  readonly parent?: string
  readonly parentAs?: 'subagent' | 'fork'
  readonly isAutomated?: true
  readonly isArchived?: true
  /** Milliseconds since the epoch, of its first and last message; absent where no time is known. */
  readonly startedAt?: number
  readonly endedAt?: number
  readonly messages: number
  /** Messages that a person wrote. */
  readonly turns: number
  readonly inputTokens: number
  readonly outputTokens: number
  readonly models: readonly string[]
  /** Keys or ids and tokens at the borders: a message that two parts share is counted once. */
  readonly firstId?: string
  readonly lastId?: string
  readonly firstTokens?: readonly [input: number, output: number]
  readonly lastTokens?: readonly [input: number, output: number]
  /** Last time that an agent searched conversations from within it: it is probably the one that asks. */
  readonly searchedAt?: number
  readonly orders?: readonly MinedOrder[]
}

export const metaOf = ({ meta }: StoredDocument): ChatMeta => meta as unknown as ChatMeta

export const recordOf = (outline: Json | undefined): PartRecord =>
  outline === undefined ? { messages: [] } : (outline as unknown as PartRecord)

/** Families of the marks that a chunk of a conversation carries (`text/terms/marks.ts`). */
export const markFamilies = {
  /** One of `roles`. */
  role: 'role',
  /** `title`, `content` or `tool`. */
  source: 'source',
  /** Last segment of a file's path that a call names. */
  file: 'file',
} as const

export type SnippetSource = 'title' | 'content' | 'tool'
