import type { IncomingMessage } from 'node:http'
import type { Json } from '@wuku/core/core-types'
import type { Level } from '@wuku/kernel/base/caller'
import type { Role, Scope } from '@wuku/core/ports/accounts'
import type { Backend, McpCaller } from './backend.ts'
import type { Failure } from './http-failures.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** One row of the table of routes. The router, the OpenAPI document and the metrics are made from these rows. */
export interface Route {
  readonly method: Method
  /** The whole path, with `{name}` for a parameter: `/api/v1/libraries/{library}`. */
  readonly path: string
  /** Other paths that do exactly the same. */
  readonly aliases?: readonly string[]
  readonly level: Level
  /** Changes something: refused with `--read-only`. */
  readonly changes: boolean
  /** For a route whose parameter decides who may: `level` and `changes` by it. By default those of the row. */
  demands?(params: Readonly<Record<string, string>>): Pick<Route, 'level' | 'changes'>
  readonly description: RouteDescription
  /** `json` by default; `raw`: the route reads the body itself, as an upload does. */
  readonly body?: 'json' | 'raw'
  /** Its messages have ids of their own: one key never answers another message. */
  readonly ignoresIdempotencyKey?: true
  /** Body of the answer where the server fails, for clients that expect the form of another protocol. */
  failureBody?(failure: Failure, request: Pick<HttpRequest, 'id' | 'headers' | 'raw'>): Promise<object>
  answer(request: HttpRequest, context: RouteContext): Promise<HttpAnswer>
}

/** For the OpenAPI document. */
export interface RouteDescription {
  readonly tag: string
  readonly title: string
  /** JSON Schemas; absent: nothing is asked for, or a bare object. */
  readonly query?: Json
  readonly body?: Json
  readonly output?: Json
  /** By default 200. */
  readonly status?: number
  /** JSON Schemas of answers with other statuses. */
  readonly others?: Readonly<Record<number, Json>>
  /** If the answer is no JSON. */
  readonly mediaType?: string
}

/** A request whose syntax, target, host, origin, credential, level and body were accepted. */
export interface HttpRequest {
  /** `X-Request-Id` of the answer. */
  readonly id: string
  readonly method: Method | 'HEAD'
  readonly path: string
  /** Decoded. */
  readonly params: Readonly<Record<string, string>>
  /** Decoded, each key once; a key that `description.query` does not declare is refused. */
  readonly query: Readonly<Record<string, string>>
  /** Lower-case names, each once. */
  readonly headers: Readonly<Record<string, string>>
  /** An object; `{}` where no body came. */
  readonly body: Readonly<Record<string, unknown>>
  readonly caller: HttpCaller
  /** The sender as it is now: a stream may outlast its credential. Throws 401. */
  again(): Promise<HttpCaller>
  /** When its subject was last changed, as `If-Match` knows it: it must not have changed since. */
  readonly unchangedSince?: string
  /** Aborted when the client went away or the server stops. */
  readonly signal: AbortSignal
  /** For routes that read the body themselves. */
  readonly raw: IncomingMessage
  /**
   * Such a route calls it with a digest of the body before it does anything. Throws when the `Idempotency-Key` of the request
   * came before: the route leaves nothing of what it read.
   */
  claim?(digest: string): Promise<void>
}

export interface HttpCaller extends McpCaller {
  /** Id of the user, or `local`. */
  readonly actor: string
  readonly actorName: string
  /** Absent: the local user, or nobody. */
  readonly account?: CallerAccount
}

/** A caller with an account, as it is shown to itself. */
export interface CallerAccount {
  readonly email: string | null
  readonly role: Role
  readonly scopes: readonly Scope[]
  readonly keyId: string | null
  /** Requests a minute that its key allows; `null`: as the settings say. */
  readonly rateLimit: number | null
}

export interface HttpAnswer {
  /** By default 200. */
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  /** Each becomes a `Set-Cookie`. */
  readonly cookies?: readonly string[]
  /** An object becomes JSON; a stream is sent as it comes. */
  readonly body?: AnswerBody
  /** Strong validator, without quotes: the front compares it with `If-None-Match`. */
  readonly etag?: string
}

export type AnswerBody = object | string | Uint8Array | AsyncIterable<string | Uint8Array>

/** Shared by all routes. */
export interface RouteContext {
  readonly backend: Backend
  /** Origin as users see it, without a slash at the end. */
  readonly publicUrl: string
  /** How long a request waits for long work. */
  readonly waitMilliseconds: number
  readonly version: string
}
