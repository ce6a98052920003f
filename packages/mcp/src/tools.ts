import {
  ProtocolError,
  ProtocolErrorCode,
  type CallToolResult,
  type Tool,
  type ToolAnnotations,
} from '@modelcontextprotocol/server'
import { briefAnswer } from '@wuku/kernel/brief-answer'
import { writeTable } from '@wuku/kernel/base/answer-table'
import type { Operation } from '@wuku/kernel/base/operation'
import { once } from '@wuku/core/once'
import { nearest } from '@wuku/text/edits/edit'
import type { Arguments } from '@wuku/kernel/arguments/accept'
import { inputShape, outputShape, argumentNames } from '@wuku/kernel/arguments/shape'
import { isWukuError, WukuError } from '@wuku/core/errors'
import { layOut } from './answer-layout.ts'
import { briefInput, briefOutput, delegatedCall } from './more-tools.ts'
import { invoke, type Call } from '@wuku/kernel/invoke/invoke'
import { leanInput, keyOfWord } from './default-tools.ts'
import { callFrom, type OwnServer, refuseCursor, answered, failed } from './request.ts'
import type { ToolView, ToolViewOf } from './tool-view.ts'
import type { ListedTool } from './toolsets.ts'

/**
 * Errors and advice name arguments by the keys of their operation; a tool that is listed by default declares some of
 * them by other words, and leaves most out. A model knows only what is declared.
 */
export function declaredWords(
  { operation, lean }: ListedTool,
  listed: readonly ListedTool[],
): (advice: string) => string {
  if (!lean) return String
  const own = wordsOf({ operation, lean })
  // Advice names other tools too: of their keys those that are no word of the language.
  const others = listed.flatMap((tool) => [...wordsOf(tool)]).filter(([key]) => isKey(key) && !own.has(key))
  const replacements = [...own, ...others].filter(([key, word]) => key !== word)
  const undeclared = argumentNames(operation).filter((key) => !own.has(key))
  const isDeclared = (line: string): boolean => !undeclared.some((key) => line.startsWith(`- ${key}: `))
  return (advice) =>
    replacements.reduce(
      (text, [key, word]) => text.replaceAll(mention(key), word),
      advice.split('\n').filter(isDeclared).join('\n'),
    )
}

const wordsOf = ({ operation, lean }: ListedTool): ReadonlyMap<string, string> =>
  new Map((lean?.arguments ?? []).map((word) => [keyOfWord(word, operation), word]))

/** `max_results` */
const isKey = (key: string): boolean => /[_A-Z]/.test(key)

/** Such a key anywhere; one that is a word of the language only in quotes or as an entry of a list. */
const mention = (key: string): RegExp =>
  isKey(key) ? new RegExp(`\\b${key}\\b`, 'g') : new RegExp(`(?<=")${key}(?=")|(?<=^- )${key}(?=: )`, 'gm')

const ADVICE: ReadonlySet<string> = new Set(['message', 'notes', 'outside', 'recommendedNextActions'])

/** An answer whose advice is worded so. */
const withAdvice = (answer: Readonly<Record<string, unknown>>, inWords: (advice: string) => string) =>
  Object.fromEntries(
    Object.entries(answer).map(([key, value]) => {
      if (!ADVICE.has(key)) return [key, value]
      return [key, Array.isArray(value) ? value.map((each) => inWords(String(each))) : inWords(String(value))]
    }),
  )

export function serveTools(server: OwnServer, toolViewOf: ToolViewOf): void {
  server.setRequestHandler('tools/list', async ({ params }, context) => {
    refuseCursor(params)
    const toolView = toolViewOf(context)
    if (toolView.mayChange) await toolView.contents.refresh()
    return { tools: toolView.tools().map(describeTool) }
  })
  server.setRequestHandler('tools/call', async ({ params: { name, arguments: given = {} } }, context) => {
    const toolView = toolViewOf(context)
    const from = callFrom(toolView, server, context)
    const isMore = toolView.mayChange && name === toolView.moreTools.name
    const operation = isMore ? toolView.moreTools : toolView.callable.get(name)
    if (!operation) throw unknownTool(name, toolView)
    const result = await (isMore ? callMore(given, from, toolView) : call({ operation, given, from }, toolView))
    // The call may have added the first source of a storehouse. "more_tools" may have handed it on to any operation.
    if (toolView.mayChange && (isMore || operation.effect !== 'read')) void toolView.contents.refresh()
    return result
  })
}

/** Answers a search, or gives the call on to the operation that is meant. */
async function callMore(given: Arguments, from: Call, toolView: ToolView): Promise<CallToolResult> {
  const { moreTools, callable, log } = toolView
  try {
    const delegated = delegatedCall(moreTools, given, callable)
    return await call({ ...(delegated ?? { operation: moreTools, given }), from, isDelegated: true }, toolView)
  } catch (thrown) {
    return failed(thrown, log, from.caller)
  }
}

interface ToolCall {
  readonly operation: Operation
  readonly given: Arguments
  readonly from: Call
  /** By `more_tools`, which showed its own schema. */
  readonly isDelegated?: boolean
}

/** Whatever goes wrong from here on is an answer that the model can act upon. */
async function call({ operation, given, from, isDelegated }: ToolCall, toolView: ToolView): Promise<CallToolResult> {
  const { isVerbose, toolArguments } = splitVerbose(operation, given)
  const tools = toolView.tools()
  const listed = tools.find(({ operation: { name } }) => name === operation.name)
  const words = once(() => (listed && !isDelegated ? declaredWords(listed, tools) : String))
  const inWords = (advice: string): string => words()(advice)
  try {
    const isFull = isVerbose || (listed !== undefined && describesAnswer(listed))
    const renderedResults: CallToolResult[] = []
    const answer = (output: unknown, input: unknown): CallToolResult =>
      isFull
        ? answered(operation.render(output, input), output)
        : answeredBriefly(operation, { output, input, inWords })
    const textOf = (output: unknown, input: unknown): readonly string[] => {
      const result = answer(output, input)
      renderedResults.push(result)
      return result.content.map(textIn)
    }
    const { input, output } = await invoke(operation, toolArguments, {
      ...from,
      isBrief: !isFull,
      origin: { ...from.origin, textOf },
    })
    return renderedResults[0] ?? answer(output, input)
  } catch (thrown) {
    const worded = isWukuError(thrown)
      ? new WukuError(thrown.code, inWords(thrown.message), inWords(thrown.remedy))
      : thrown
    return failed(worded, toolView.log, from.caller)
  }
}

interface Answering {
  readonly output: unknown
  readonly input: unknown
  /** Advice with arguments as the tool declares them. */
  readonly inWords: (advice: string) => string
}

/** The JSON of a replaced program is for callers who asked for its tools. Lines for people alone are left out. */
function answeredBriefly(operation: Operation, { output, input, inWords }: Answering): CallToolResult {
  const brief = withAdvice(briefAnswer(operation, output, input), inWords)
  const blocks = operation.render(output, input)
  const isJson = blocks.some((block) => block.type === 'text' && block.isJson)
  if (!isJson) return answered(blocks, brief)
  const table = operation.brief ? undefined : operation.table?.(output, input)
  const { message, notes = [] } = brief as { readonly message?: string; readonly notes?: readonly string[] }
  const text = table
    ? [message ?? [], writeTable({ ...table, foot: [] }), notes].flat().filter(Boolean).join('\n\n')
    : layOut(brief, input)
  // Plain text in JSON would cost its reader a sixth more.
  return 'plainText' in brief ? { content: [{ type: 'text', text }] } : answered([{ type: 'text', text }], brief)
}

/** The text alone: clients show their model the text or the structure, and both say the same. */
function textIn(part: CallToolResult['content'][number]): string {
  if (part.type === 'text') return part.text
  return part.type === 'resource' && 'text' in part.resource ? part.resource.text : ''
}

/** `verbose` asks for the whole answer of any operation; one that has an argument of that name gets it too. */
function splitVerbose(operation: Operation, { verbose, ...toolArguments }: Arguments) {
  const isArgument = verbose !== undefined && 'verbose' in Object(inputShape(operation)['properties'])
  return {
    isVerbose: verbose === true || verbose === 'true',
    toolArguments: isArgument ? { ...toolArguments, verbose } : toolArguments,
  }
}

/** A tool that is switched off is unknown too. One of another toolset is named with the toolset that has it. */
function unknownTool(name: string, toolView: ToolView): ProtocolError {
  const shown = name.slice(0, 80)
  return new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool "${shown}". ${remedyFor(shown, toolView)}`)
}

function remedyFor(name: string, { callable, permitted, moreTools, toolsets, tools }: ToolView): string {
  const chosen = toolsets.join(',')
  const otherToolset = name === moreTools.name ? 'default' : permitted.get(name)?.group
  if (otherToolset !== undefined)
    return `This server was started with --tools ${chosen}. To have it: --tools ${chosen},${otherToolset}.`
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

const describesAnswer = ({ operation, lean }: ListedTool) => lean === undefined && operation.name !== 'more_tools'

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
