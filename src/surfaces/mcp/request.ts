import {
  CLIENT_INFO_META_KEY,
  ProtocolError,
  ProtocolErrorCode,
  type Server,
  type ServerContext,
} from '@modelcontextprotocol/server'
import type { OperationContext } from '../../engine/operation.ts'
import type { Call } from '../invoke.ts'
import { reportProgress } from './progress.ts'
import type { Surface } from './surface.ts'

/** Who asks, when to stop, whom to tell how far it is. */
export function callFrom(surface: Surface, server: Server, context: ServerContext): Call {
  return {
    surface: 'mcp',
    engine: async () => surface.engine,
    caller: { client: clientName(server, context), mayWrite: surface.mayWrite, sees: 'all' },
    signal: context.mcpReq.signal,
    progress: progressTo(context),
  }
}

/** Every list is one page, so a cursor can only come from somewhere else. */
export function refuseCursor(params: { readonly cursor?: string | undefined } | undefined): void {
  if (params?.cursor !== undefined)
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'Unknown cursor: this list has one page.')
}

/** Said in each request since 2026-07-28, once at the handshake before. */
function clientName(server: Server, { mcpReq }: ServerContext): string {
  const envelope: Readonly<Record<string, unknown>> = { ...mcpReq.envelope }
  const said = (envelope[CLIENT_INFO_META_KEY] ?? server.getClientVersion()) as { readonly name?: unknown } | undefined
  return typeof said?.name === 'string' ? said.name.slice(0, 100) : 'mcp'
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
