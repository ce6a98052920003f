import {
  ProtocolError,
  ProtocolErrorCode,
  type CallToolResult,
  type Tool,
  type ToolAnnotations,
} from '@modelcontextprotocol/server'
import { briefAnswer } from '../../engine/brief-answer.ts'
import type { Operation } from '../../engine/operation.ts'
import { nearest } from '../../text/edits/edit.ts'
import { estimateTokens } from '../../text/terms/tokens.ts'
import type { Arguments } from '../arguments/accept.ts'
import { inputShape, outputShape } from '../arguments/shape.ts'
import { briefInput, briefOutput } from './brief-schema.ts'
import { invoke, type Call } from '../invoke.ts'
import { leanInput } from './default-tools.ts'
import { delegatedCall } from './more-tools.ts'
import { callFrom, type OwnServer, refuseCursor, answered, failed } from './request.ts'
import type { Surface, SurfaceOf } from './surface.ts'
import type { ListedTool } from './toolsets.ts'

export function serveTools(server: OwnServer, surfaceOf: SurfaceOf): void {
  server.setRequestHandler('tools/list', async ({ params }, context) => {
    refuseCursor(params)
    const surface = surfaceOf(context)
    if (surface.mayChange) await surface.inside.look()
    return { tools: surface.tools().map(describeTool) }
  })
  server.setRequestHandler('tools/call', async ({ params: { name, arguments: given = {} } }, context) => {
    const surface = surfaceOf(context)
    const from = callFrom(surface, server, context)
    const isMore = surface.mayChange && name === surface.moreTools.name
    const operation = isMore ? surface.moreTools : surface.callable.get(name)
    if (!operation) throw unknownTool(name, surface)
    const result = await (isMore ? callMore(given, from, surface) : call({ operation, given, from }, surface))
    // The call may have added the first source of a storehouse. "more_tools" may have handed it on to any operation.
    if (surface.mayChange && (isMore || operation.effect !== 'read')) void surface.inside.look()
    return result
  })
}

/** Answers a search, or gives the call on to the operation that is meant. */
async function callMore(given: Arguments, from: Call, surface: Surface): Promise<CallToolResult> {
  const { moreTools, callable, log } = surface
  try {
    const delegated = delegatedCall(moreTools, given, callable)
    return await call({ ...(delegated ?? { operation: moreTools, given }), from }, surface)
  } catch (thrown) {
    return failed(thrown, log, from.caller)
  }
}

interface ToolCall {
  readonly operation: Operation
  readonly given: Arguments
  readonly from: Call
}

/** Whatever goes wrong from here on is an answer that the model can act upon. */
async function call({ operation, given, from }: ToolCall, surface: Surface): Promise<CallToolResult> {
  const { isVerbose, asked } = heardVerbose(operation, given)
  try {
    const isWhole = isVerbose || hasOutputSchema(operation, surface)
    const told: CallToolResult[] = []
    const answer = (output: unknown, input: unknown): CallToolResult =>
      answered(operation.render(output, input), isWhole ? output : briefAnswer(operation, output, input))
    const weigh = (output: unknown, input: unknown): number => {
      const result = answer(output, input)
      told.push(result)
      return tokensIn(result)
    }
    const { input, output } = await invoke(operation, asked, {
      ...from,
      isBrief: !isWhole,
      origin: { ...from.origin, weigh },
    })
    return told[0] ?? answer(output, input)
  } catch (thrown) {
    return failed(thrown, surface.log, from.caller)
  }
}

/** Counts only the text: clients show their model the text or the structure, and both say the same. */
const tokensIn = ({ content }: CallToolResult): number =>
  content.reduce((sum, part) => sum + estimateTokens(textIn(part)), 0)

function textIn(part: CallToolResult['content'][number]): string {
  if (part.type === 'text') return part.text
  return part.type === 'resource' && 'text' in part.resource ? part.resource.text : ''
}

/** `verbose` asks for the whole answer of any operation; one that has an argument of that name hears it itself. */
function heardVerbose(
  operation: Operation,
  { verbose, ...asked }: Arguments,
): { isVerbose: boolean; asked: Arguments } {
  if (verbose === undefined || 'verbose' in Object(inputShape(operation)['properties']))
    return { isVerbose: false, asked: verbose === undefined ? asked : { ...asked, verbose } }
  return { isVerbose: verbose === true || verbose === 'true', asked }
}

/** A declared output schema holds for the answer. */
const hasOutputSchema = (operation: Operation, { tools }: Surface): boolean =>
  tools().some((listed) => listed.operation.name === operation.name && describesAnswer(listed))

/** A tool that is switched off is unknown too. One of another toolset is named with the toolset that has it. */
function unknownTool(name: string, surface: Surface): ProtocolError {
  const shown = name.slice(0, 80)
  return new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool "${shown}". ${remedyFor(shown, surface)}`)
}

function remedyFor(name: string, { callable, permitted, moreTools, toolsets, tools }: Surface): string {
  const chosen = toolsets.join(',')
  const elsewhere = name === moreTools.name ? 'default' : permitted.get(name)?.group
  if (elsewhere !== undefined)
    return `This server was started with --tools ${chosen}. To have it: --tools ${chosen},${elsewhere}.`
  const close = nearest(name, [...callable.keys()], { max: 4, limit: 3 })
  if (close.length > 0) return `Did you mean ${close.join(' or ')}?`
  return `The tools are: ${tools()
    .map(({ operation }) => operation.name)
    .join(', ')}.`
}

/** Clients that show tools by name only put these two before the model in full: one of them starts nearly every task. */
const firstCalls: ReadonlySet<string> = new Set(['recall', 'search'])

/** Their answers are documents, bounded by the caller's own limits: a client that files away long results should not. */
const longAnswers: ReadonlySet<string> = new Set(['open', 'get', 'multi_get', 'get-scratchpad', 'tail-scratchpad'])
const LONG_ANSWER_CHARS = 200_000

/** By default without a schema of the answer, which says no more than the answer itself. */
export function describeTool(listed: ListedTool): Tool {
  const { operation, lean } = listed
  const inputSchema = lean ? leanInput(operation, lean) : briefInput(inputShape(operation))
  return {
    name: operation.name,
    title: operation.title,
    description: operation.description,
    inputSchema: inputSchema as Tool['inputSchema'],
    ...(describesAnswer(listed) && { outputSchema: briefOutput(outputShape(operation)) as Tool['outputSchema'] }),
    annotations: annotate(operation),
    _meta: hintsFor(operation),
  }
}

const describesAnswer = ({ operation, lean }: ListedTool): boolean =>
  lean === undefined && operation.name !== 'more_tools'

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
