import type { StoreMeasures } from '@wuku/core/measures'
import type { Language } from '@wuku/messages/message'
import type { Caller, Level, Progress } from '@wuku/kernel/base/caller'
import type { PictureRequest } from '@wuku/kernel/documents/read-picture'
import type { LiveSnapshot, SnapshotRequest } from './live/live-snapshot.ts'

/**
 * Answers requests: by an engine in this process, or by several in threads. All that crosses is plain data, so that
 * the front never waits for a search.
 */
export interface Backend {
  /** Runs an operation through the one door. Rejects with a `WukuError`. */
  run(call: OperationCall): Promise<OperationAnswer>
  /** One exchange with an MCP client; the body of the reply comes as it is made. */
  mcp(exchange: McpExchange): Promise<McpReply>
  /** The original of a document of a library, or a picture of a document, for a caller that may see it. */
  original(request: OriginalRequest): Promise<Original>
  /** All that a caller sees now. An answer that is kept is given again only to somebody who still sees what it may name. */
  visibility(request: VisibilityRequest): Promise<VisibilityAnswer>
  /** Sources, jobs, calls and pads as they are now, for a stream of changes. */
  liveSnapshot(request: SnapshotRequest): Promise<LiveSnapshot>
  /** Listens for changes that other threads and processes make; returns how to stop listening. */
  onEvent(listener: (event: BackendEvent) => void): () => void
  /** Asks the thread that works in the background to look for jobs. */
  wake(event: WakeEvent): void
}

export interface OperationCall {
  readonly operation: string
  readonly input: Readonly<Record<string, unknown>>
  readonly caller: Caller
  readonly surface: 'rest' | 'mcp' | 'cli'
  readonly requestId: string
  /** As `OperationContext` has it. */
  readonly unchangedSince?: string
  /** Looks after a request whose operation stands in the log of calls by itself, unless this fails. */
  readonly isPart?: boolean
  readonly signal: AbortSignal
  /** Language of its texts; absent: English. */
  readonly language?: Language | undefined
  /** Also renders the answer as the text that agents read. */
  readonly asText?: boolean
  progress?(step: Progress): void
}

export interface OperationAnswer {
  /** With its defaults. */
  readonly input: unknown
  readonly output: unknown
  readonly text?: string
}

export interface McpExchange {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly caller: McpCaller
  /** Goes where all others like it go: subscriptions are counted together, and a session lives in one place. */
  readonly isSticky: boolean
  readonly requestId: string
  readonly signal: AbortSignal
}

export interface McpCaller extends Caller {
  readonly level: Level
  /** Same for all requests with the same credential: a session belongs to one, as rate limits and stored answers do. */
  readonly credential: string
}

export interface McpReply {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: AsyncIterable<string | Uint8Array>
}

export interface OriginalRequest {
  readonly document: number | PictureRequest
  readonly caller: Caller
  readonly signal: AbortSignal
}

export interface Original {
  readonly path: string
  readonly bytes: Uint8Array
}

export interface VisibilityRequest {
  readonly caller: Caller
  /** As it was answered before. */
  readonly before?: Seen | undefined
  readonly signal: AbortSignal
}

export interface VisibilityAnswer {
  readonly seen: Seen
  /** Something of `before` is still there, and hidden from the caller now. */
  readonly isLess: boolean
}

/** Ids. */
export interface Seen {
  readonly libraries: readonly number[]
  /** Without versions of libraries. */
  readonly sources: readonly number[]
}

/** Operations after which a caller may see less. */
export const hidingOperations: ReadonlySet<string> = new Set([
  'share',
  'update-library',
  'update-user',
  'delete-user',
  'revoke-key',
])

/** `job`: the job has new events, or another status. */
export type BackendEvent =
  | { readonly type: 'job'; readonly job: string }
  | { readonly type: 'sources' }
  /** Replicas that have not reached this position of the log lack what was written here. */
  | WroteEvent
  /** Somebody may see less than before. */
  | { readonly type: 'hiding' }
  | ({ readonly type: 'measured' } & ThreadMeasures)
  /** A message of MCP was answered. */
  | ({ readonly type: 'message' } & AnsweredMessage)

export interface ThreadMeasures {
  /** 0: the front. A thread that takes the place of another has a number of its own. */
  readonly thread: number
  /** Seconds that events waited for the thread: all but one of a hundred waited less. */
  readonly delay: number
  readonly store: StoreMeasures | undefined
}

/** For metrics and traces: nothing of what was asked. */
export interface AnsweredMessage {
  readonly requestId: string | null
  readonly method: string
  /** Name of the tool, if one ran. */
  readonly tool: string | null
  readonly operation: string | null
  readonly milliseconds: number
  /** Its code. */
  readonly error: string | null
}

export interface WroteEvent {
  readonly type: 'wrote'
  readonly position: string
}

export type WakeEvent = { readonly type: 'jobs' } | { readonly type: 'cancel'; readonly job: string } | WroteEvent
