import type { MessagePort } from 'node:worker_threads'
import { environmentFailure } from '@wuku/core/environment'
import { isWukuError, WukuError, type ErrorCode } from '@wuku/core/errors'
import { packed, unpacked } from '@wuku/messages/message'
import type { Progress } from '@wuku/kernel/base/caller'
import type {
  BackendEvent,
  McpExchange,
  McpReply,
  OperationAnswer,
  OperationCall,
  Original,
  OriginalRequest,
  VisibilityAnswer,
  VisibilityRequest,
  WakeEvent,
} from '@wuku/http-kit/backend'
import type { LiveSnapshot, SnapshotRequest } from '@wuku/http-kit/live/live-snapshot'
import type { Greeting } from '../attach/greeting.ts'

/** A call as plain data; its signal becomes a message, and so does its progress. */
export type Call =
  | { readonly type: 'run'; readonly call: Omit<OperationCall, 'signal' | 'progress'>; readonly hasProgress: boolean }
  | { readonly type: 'mcp'; readonly exchange: Omit<McpExchange, 'signal'> }
  | { readonly type: 'original'; readonly request: Omit<OriginalRequest, 'signal'> }
  | { readonly type: 'visibility'; readonly request: Omit<VisibilityRequest, 'signal'> }
  | { readonly type: 'liveSnapshot'; readonly request: Omit<SnapshotRequest, 'signal'> }

/** To a thread. Ids are chosen by the main thread, one for each call. */
export type ToThread =
  | (Call & { readonly id: number })
  /** The caller went away, or reads the body no further. */
  | { readonly type: 'cancel'; readonly id: number }
  /** The reader of the body took one more chunk. */
  | { readonly type: 'taken'; readonly id: number }
  | { readonly type: 'wake'; readonly event: WakeEvent }
  /** An agent whose bytes come and go over the port. */
  | { readonly type: 'agent'; readonly agent: NewAgent }
  | { readonly type: 'stop' }

/** An agent that is attached to the server. */
export interface NewAgent {
  readonly greeting: Greeting
  readonly port: MessagePort
}

export type FromThread =
  | { readonly type: 'ready' }
  /** It cannot start. */
  | { readonly type: 'refused'; readonly error: PlainError }
  | { readonly type: 'event'; readonly event: BackendEvent }
  | { readonly type: 'stopped' }
  | (CallReply & { readonly id: number })

export type CallReply =
  /** The thread waits for something, and could take another call. */
  | { readonly type: 'waits' }
  | { readonly type: 'progress'; readonly step: Progress }
  | { readonly type: 'done'; readonly value: OperationAnswer | FullReply | Original | VisibilityAnswer | LiveSnapshot }
  /** The head of an answer whose body follows in chunks. */
  | { readonly type: 'reply'; readonly head: Omit<McpReply, 'body'> }
  | { readonly type: 'chunk'; readonly chunk: Chunk }
  | { readonly type: 'end' }
  | { readonly type: 'failed'; readonly error: PlainError }

export type Chunk = string | Uint8Array

/** A body that is no stream of events comes in one message with its head. */
export interface FullReply extends Omit<McpReply, 'body'> {
  readonly chunks: readonly Chunk[]
}

/** Chunks of a body that are under way to a reader that has not taken them; then the thread waits. */
export const MAX_CHUNKS = 16

/** Threads cannot hand classes to one another; the texts of an error that its caller can fix are packed. */
export type PlainError =
  | { readonly code: ErrorCode; readonly message: string; readonly remedy: string }
  /** A fault of ours: the log needs its trace. */
  | { readonly code: undefined; readonly message: string; readonly stack: string | undefined }

export function toPlainError(thrown: unknown): PlainError {
  const known = isWukuError(thrown) ? thrown : environmentFailure(thrown)
  if (known) return { code: known.code, message: packed(known.texts.message), remedy: packed(known.texts.remedy) }
  if (thrown instanceof Error) return { code: undefined, message: thrown.message, stack: thrown.stack }
  return { code: undefined, message: String(thrown), stack: undefined }
}

export function fromPlainError(plain: PlainError): Error {
  if (plain.code !== undefined) return new WukuError(plain.code, unpacked(plain.message), unpacked(plain.remedy))
  const error = new Error(plain.message)
  if (plain.stack !== undefined) error.stack = plain.stack
  return error
}
