import {
  type AuthInfo,
  ProtocolError,
  ProtocolErrorCode,
  type Server,
  type ServerContext,
  type CallToolResult,
  type ContentBlock,
} from '@modelcontextprotocol/server'
import type { McpExchange } from '@wuku/http-kit/backend'
import type { CallOrigin } from '@wuku/kernel/call-log'
import type { Block } from '@wuku/kernel/base/operation'
import type { Call } from '@wuku/kernel/invoke/invoke'
import type { Log, RankedCaller, ToolView } from './tool-view.ts'
import { randomUUID } from 'node:crypto'
import { environmentFailure } from '@wuku/core/environment'
import { isWukuError } from '@wuku/core/errors'
import type { Text } from '@wuku/messages/message'
import type { Caller, Progress } from '@wuku/kernel/base/caller'
import { failuresOfServer } from '@wuku/kernel/invoke/server-failures'
import type { OperationContext } from '@wuku/kernel/base/engine'
import type { JobError } from '@wuku/core/ports/jobs'

/** On standard input and output nobody else can be asking. */
const owner: RankedCaller = { client: 'mcp', level: 'admin', mayWrite: true, sees: 'all' }

/** A caller over HTTP, in the place that the SDK has for what a token says. */
export const authInfoOf = ({ caller, requestId }: Pick<McpExchange, 'caller' | 'requestId'>): AuthInfo => ({
  token: '',
  clientId: caller.client,
  scopes: [],
  extra: { caller, requestId },
})

export const callerIn = (authInfo: AuthInfo | undefined): RankedCaller =>
  (authInfo?.extra?.['caller'] as RankedCaller | undefined) ?? owner

/** As the answer over HTTP names the request. */
export const requestIdIn = (authInfo: AuthInfo | undefined): string | null =>
  (authInfo?.extra?.['requestId'] as string | undefined) ?? null

/** A request that is not answered yet: who sent it, and how it is to be logged. */
export interface OpenRequest {
  readonly caller: RankedCaller
  readonly origin: Omit<CallOrigin, 'surface'>
}

export type OwnServer = Server & { openRequest(id: string | number): OpenRequest | undefined }

export function callFrom(toolView: ToolView, server: OwnServer, context: ServerContext): Call {
  const { caller = callerIn(context.http?.authInfo), origin } = server.openRequest(context.mcpReq.id) ?? {}
  return {
    surface: 'mcp',
    ...(origin && { origin }),
    engine: async () => toolView.engine,
    caller: { ...caller, mayWrite: toolView.mayWrite },
    signal: context.mcpReq.signal,
    progress: progressTo(context),
  }
}

/** Every list is one page, so a cursor can only come from somewhere else. */
export function refuseCursor(params: { readonly cursor?: string | undefined } | undefined): void {
  if (params?.cursor !== undefined)
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'Unknown cursor: this list has one page.')
}

function progressTo({ mcpReq }: ServerContext): OperationContext['progress'] {
  const { _meta: meta } = mcpReq
  const progressToken = meta?.progressToken
  if (progressToken === undefined) return () => {}
  return reportProgress((report) => {
    // A client that has gone away hears nothing; that is no reason to fail the work.
    mcpReq.notify({ method: 'notifications/progress', params: { progressToken, ...report } }).catch(() => {})
  })
}

/** Ten a second is as much as an eye can use, and a busy index run reports thousands. */
const EVERY_MS = 100

/**
 * Turns the steps of long work into reports that only grow: each stage counts from 0, a client wants one number that
 * rises. The end of a stage is always reported, and so is that of the whole, which counts nothing of its own.
 */
export function reportProgress(
  send: (report: { readonly progress: number; readonly total?: number; readonly message: string }) => void,
  now: () => number = performance.now.bind(performance),
): (step: Progress) => void {
  let stage: string | undefined
  let before = 0
  let lastProgress = 0
  let lastReportAt = -Infinity
  return (step) => {
    if (step.stage !== stage) {
      stage = step.stage
      before = lastProgress
    }
    const isEnd = step.percent === 100
    const progress = isEnd ? Math.max(before + step.done, lastProgress + 1) : before + step.done
    if (progress <= lastProgress || (now() - lastReportAt < EVERY_MS && step.done !== step.total && !isEnd)) return
    lastProgress = progress
    lastReportAt = now()
    const total = isEnd ? progress : step.total === undefined ? undefined : before + step.total
    send({ progress, ...(total !== undefined && { total }), message: `${step.stage}: ${step.said}` })
  }
}

/** Room for a list of arguments with an example; what a caller sent is never echoed at its own length. */
const ERROR_CHARS = 4_000

/** Some clients show a model the content only, some the structured part only: each carries the whole answer. */
export const answered = (blocks: readonly Block[], output: unknown): CallToolResult => ({
  content: [...blocks.map(contentOf), ...namesOf(blocks)],
  structuredContent: output as Record<string, unknown>,
})

/**
 * A failed call, reported so that the model can correct it. The code rides in `_meta` and not in `structuredContent`:
 * older clients check that against the tool's output schema even in an error, and some would show it instead of the text.
 */
export function failed(thrown: unknown, log: Log, caller: FailureRecipient): CallToolResult {
  const { code, message, remedy } = explained(thrown, log, caller)
  return {
    content: [{ type: 'text', text: `${tidy(message)}\n\n${tidy(remedy)}\n\n(error: ${code})` }],
    isError: true,
    _meta: { 'wuku/error': { code, message: tidy(message), remedy: tidy(remedy) } },
  }
}

/** The caller that hears of a failure. */
type FailureRecipient = Pick<Caller, 'isRemote'>

export function explained(thrown: unknown, log: Log, { isRemote }: FailureRecipient): JobError {
  const known = isWukuError(thrown) ? thrown : environmentFailure(thrown)
  if (!known) return unexpected(thrown, log)
  const failure = isRemote ? failuresOfServer[known.code] : undefined
  if (failure) log(`${known.code}: ${known.message}`)
  return failure ?? known
}

/** A fault of ours: the caller gets a number to quote, the log gets the rest. */
function unexpected(thrown: unknown, log: Log): JobError {
  const id = randomUUID().slice(0, 8)
  log(`error ${id}: ${thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown)}`)
  return {
    code: 'internal',
    message: `wuku failed inside (error ${id}).`,
    remedy: 'Try once more. If it stays, run "wuku doctor" and look for that number in the output of the server.',
  }
}

/** Some clients show the texts of documents one after another without an address: only this line identifies each. */
function namesOf(blocks: readonly Block[]): readonly ContentBlock[] {
  const names = blocks.flatMap((block) => (block.type === 'document' ? [block.name] : []))
  return names.length > 1 ? [{ type: 'text', text: `The documents above, in order:\n${names.join('\n')}` }] : []
}

function contentOf(block: Block): ContentBlock {
  const { text } = block
  if (block.type === 'text') return { type: 'text', text }
  // The protocol has no place of its own for the name and the title of a document within an answer.
  const _meta = { name: block.name, title: block.title }
  return { type: 'resource', resource: { uri: block.uri, mimeType: block.mimeType, text, _meta } }
}

const tidy = (text: Text): string =>
  String(text).length > ERROR_CHARS ? `${String(text).slice(0, ERROR_CHARS)}…` : String(text)
