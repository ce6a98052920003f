import {
  ProtocolError,
  ProtocolErrorCode,
  type CallToolResult,
  type Server,
  type Tool,
  type ToolAnnotations,
} from '@modelcontextprotocol/server'
import type { Operation } from '../../engine/operation.ts'
import { nearest } from '../../text/edit.ts'
import type { Arguments } from '../arguments/mend.ts'
import { inputShape, outputShape } from '../arguments/shape.ts'
import { briefInput, briefOutput } from './brief-schema.ts'
import { invoke, type Call } from '../invoke.ts'
import { callFrom, refuseCursor } from './request.ts'
import { answered, failed, type Log } from './results.ts'
import type { Surface } from './surface.ts'

export function serveTools(server: Server, surface: Surface): void {
  server.setRequestHandler('tools/list', ({ params }) => {
    refuseCursor(params)
    return { tools: [...surface.tools.values()].map(describeTool) }
  })
  server.setRequestHandler('tools/call', ({ params }, context) => {
    const operation = surface.tools.get(params.name)
    if (!operation) throw unknownTool(params.name, [...surface.tools.keys()])
    return call({ operation, given: params.arguments ?? {}, from: callFrom(surface, server, context) }, surface.log)
  })
}

interface ToolCall {
  readonly operation: Operation
  readonly given: Arguments
  readonly from: Call
}

/** Whatever goes wrong from here on is an answer that the model can act upon. */
async function call({ operation, given, from }: ToolCall, log: Log): Promise<CallToolResult> {
  try {
    const { input, output } = await invoke(operation, given, from)
    return answered(operation.render(output, input), output)
  } catch (thrown) {
    return failed(thrown, log)
  }
}

/** A tool that is switched off is unknown too: a caller learns nothing of it. */
function unknownTool(name: string, known: readonly string[]): ProtocolError {
  const shown = name.slice(0, 80)
  const close = nearest(shown, known, { max: 4, limit: 3 })
  const help = close.length > 0 ? `Did you mean ${close.join(' or ')}?` : `The tools are: ${known.join(', ')}.`
  return new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool "${shown}". ${help}`)
}

/** Clients that show tools by name only put these two before the model in full: one of them starts nearly every task. */
const firstCalls: ReadonlySet<string> = new Set(['recall', 'search'])

/** Their answers are documents, bounded by the caller's own limits: a client that files away long results should not. */
const longAnswers: ReadonlySet<string> = new Set(['open', 'get', 'multi_get', 'get-scratchpad', 'tail-scratchpad'])
const LONG_ANSWER_CHARS = 200_000

export function describeTool(operation: Operation): Tool {
  return {
    name: operation.name,
    title: operation.title,
    description: operation.description,
    inputSchema: briefInput(inputShape(operation)) as Tool['inputSchema'],
    outputSchema: briefOutput(outputShape(operation)) as Tool['outputSchema'],
    annotations: annotate(operation),
    _meta: hintsFor(operation),
  }
}

/** All four are said: a client takes the worst for any that is missing. */
const annotate = (operation: Operation): ToolAnnotations => ({
  readOnlyHint: operation.effect === 'read',
  destructiveHint: operation.effect === 'delete',
  idempotentHint: operation.idempotent ?? operation.effect === 'read',
  openWorldHint: operation.openWorld ?? false,
})

const hintsFor = ({ name, searchHint }: Operation): Record<string, unknown> => ({
  ...(firstCalls.has(name) && { 'anthropic/alwaysLoad': true }),
  ...(searchHint !== undefined && { 'anthropic/searchHint': searchHint }),
  ...(longAnswers.has(name) && { 'anthropic/maxResultSizeChars': LONG_ANSWER_CHARS }),
})
