import { parseJson } from '@wuku/core/lenient-parsing'
import type { DraftCall, DraftBlock, Rewind, Role } from '../../conversation.ts'
import { blocksOf, plainText } from '../content-blocks.ts'
import { countOf, type Fields, fieldsOf, isFields, listOf, parseFields, textOf, writeJson } from '../fields.ts'
import { createNaming, type GrowingMessage } from '../draft.ts'
import type { Entry } from './entries.ts'
import { userBlocks } from './preambles.ts'
import { callOf, patchedFiles } from '../tools.ts'
import { append } from '@wuku/core/list-helpers'

/** An answer of the model is a message: what it thought, what it said, then what it called and what came of that. */
export function readMessages(entries: readonly Entry[], part: number, agentName: string | undefined) {
  const thread: Thread = {
    nameOf: createNaming(part),
    agentName,
    messages: [],
    activeMessages: [],
    rewinds: [],
    callers: new Map(),
  }
  for (const entry of entries) entryReaders[entry.log](thread, entry)
  return { messages: thread.messages, rewinds: part === 1 ? [] : thread.rewinds, folder: thread.folder }
}

interface Thread {
  readonly nameOf: ReturnType<typeof createNaming>
  /** How other agents call the one whose thread it is. */
  readonly agentName: string | undefined
  readonly messages: GrowingMessage[]
  /** Messages that were not taken back. */
  readonly activeMessages: GrowingMessage[]
  readonly rewinds: Rewind[]
  readonly callers: Map<string, { readonly message: GrowingMessage; readonly tool: string }>
  folder?: string
  model?: string
  /** The answer that is going on; none after the user has spoken. */
  answer?: GrowingMessage | undefined
  /** Token usage of the whole conversation at the last count. */
  cost?: string
}

const entryReaders: { readonly [log in Entry['log']]: (thread: Thread, entry: Entry) => void } = {
  item: readItem,
  event: readEvent,
  context: (thread, { payload }) => {
    thread.folder ??= textOf(payload['cwd'])
    thread.model = textOf(payload['model']) ?? thread.model
  },
  compacted: (thread, { at, payload }) => {
    const text = textOf(payload['message'])
    if (text !== undefined) begin(thread, 'system', at).pieces.push({ kind: 'text', text })
  },
}

function readItem(thread: Thread, { at, type, payload }: Entry): void {
  if (type === 'message') return readMessage(thread, at, payload)
  if (type === 'reasoning') {
    const parts = [...listOf(payload['summary']), ...listOf(payload['content'])]
    return addThinking(thread, at, parts.flatMap((part) => textOf(fieldsOf(part)['text']) ?? []).join('\n\n'))
  }
  if (type === 'agent_message')
    return readAgentMessage(thread, at, { ...payload, content: plainText(payload['content']) })
  const call = readCall(type, payload)
  if (call) addCall(thread, at, call)
  else if (type.endsWith('_output'))
    addResult(thread, at, { call: payload['call_id'], output: payload['output'] ?? payload['tools'] })
}

function addCall(thread: Thread, at: number | undefined, call: DraftCall): void {
  const message = thread.answer ?? beginAnswer(thread, at)
  message.pieces.push(call)
  if (call.call !== undefined) thread.callers.set(call.call, { message, tool: call.tool })
}

function readMessage(thread: Thread, at: number | undefined, { role, content, ...more }: Fields): void {
  // Newer versions say of each block where it comes from.
  const { content_item_kinds: kinds } = fieldsOf(more['internal_chat_message_metadata_passthrough'])
  if (role === 'user') return addUserMessage(thread, at, userBlocks(content, listOf(kinds)))
  const text = blocksOf(content).length === 0 ? '' : plainText(content)
  if (text.trim() === '') return
  if (role === 'assistant') addAnswerText(thread, at, text)
  else if (role === 'system') begin(thread, 'system', at).pieces.push({ kind: 'text', text })
}

function readEvent(thread: Thread, { at, type, payload }: Entry): void {
  const text = textOf(payload['message']) ?? ''
  if (type === 'user_message') addUserMessage(thread, at, userBlocks(text))
  else if (type === 'agent_message' && text !== '') addAnswerText(thread, at, text)
  else if (type === 'agent_reasoning') addThinking(thread, at, textOf(payload['text']) ?? '')
  else if (type === 'exec_command_end') addResult(thread, at, resultOfCommand(payload))
  else if (type === 'token_count') countTokens(thread, fieldsOf(payload['info']))
  else if (type === 'token_usage_record') countTokens(thread, { last_token_usage: payload['usage'] })
  else if (type === 'inter_agent_communication') readAgentMessage(thread, at, payload)
  else if (type === 'item_completed') addCompletedCall(thread, at, fieldsOf(payload['item']))
  else if (type === 'thread_rolled_back') rollBack(thread, countOf(payload['num_turns']) ?? 0)
}

function addCompletedCall(thread: Thread, at: number | undefined, item: Fields): void {
  const done = readCompleted(item)
  if (!done) return
  addCall(thread, at, done.call)
  if (done.output !== undefined) addResult(thread, at, { call: done.call.call, output: done.output })
}

/** To an agent that was sent off its task is what a user's words are to another; what agents report is a result. */
function readAgentMessage(thread: Thread, at: number | undefined, { recipient, author, content }: Fields): void {
  const [text, tool] = [textOf(content), textOf(author)]
  if (text === undefined) return
  if (thread.agentName !== undefined && recipient === thread.agentName)
    return addUserMessage(thread, at, [{ kind: 'text', text }])
  begin(thread, 'tool', at).pieces.push({ kind: 'result', tool, text })
}

const resultOfCommand = (payload: Fields) => ({
  call: payload['call_id'],
  output: {
    content: textOf(payload['aggregated_output']) ?? textOf(payload['stdout']) ?? '',
    success: (payload['exit_code'] ?? 0) === 0,
  },
})

function addUserMessage(thread: Thread, at: number | undefined, blocks: readonly DraftBlock[]): void {
  if (blocks.length > 0) append(begin(thread, 'user', at).pieces, blocks)
}

function addAnswerText(thread: Thread, at: number | undefined, text: string): void {
  opening(thread, at).pieces.push({ kind: 'text', text })
}

function addThinking(thread: Thread, at: number | undefined, text: string): void {
  if (text.trim() !== '') opening(thread, at).pieces.push({ kind: 'thinking', text })
}

/** Words begin another answer, unless nothing but thoughts came before them. */
function opening(thread: Thread, at: number | undefined): GrowingMessage {
  const { answer } = thread
  return answer?.pieces.every(({ kind }) => kind === 'thinking') ? answer : beginAnswer(thread, at)
}

/** A result whose call stands in an earlier part, or in none, is a message of its own. */
function addResult(thread: Thread, at: number | undefined, result: { call: unknown; output: unknown }) {
  const call = textOf(result.call)
  const caller = thread.callers.get(call ?? '')
  const { text, isError } = readResult(result.output)
  const message = caller?.message ?? begin(thread, 'tool', at)
  message.pieces.push({ kind: 'result', call, tool: caller?.tool, text, ...(isError && { isError }) })
}

function beginAnswer(thread: Thread, at: number | undefined): GrowingMessage {
  const message = begin(thread, 'assistant', at)
  if (thread.model !== undefined) message.model = thread.model
  thread.answer = message
  return message
}

function begin(thread: Thread, role: Role, at: number | undefined): GrowingMessage {
  const message: GrowingMessage = { id: thread.nameOf(role, at), role, at, pieces: [] }
  thread.messages.push(message)
  thread.activeMessages.push(message)
  if (role !== 'tool') thread.answer = undefined
  return message
}

/** Usage is counted after each request; the same count may be repeated when only a limit has changed. */
function countTokens(thread: Thread, info: Fields): void {
  const last = fieldsOf(info['last_token_usage'])
  const cost = 'total_token_usage' in info ? writeJson(info['total_token_usage']) : undefined
  const message = thread.activeMessages.findLast(({ role }) => role === 'assistant')
  if (!message || (cost !== undefined && cost === thread.cost)) return
  if (cost !== undefined) thread.cost = cost
  const [input, output] = [countOf(last['input_tokens']), countOf(last['output_tokens'])]
  if (input !== undefined) message.inputTokens = (message.inputTokens ?? 0) + input
  if (output !== undefined) message.outputTokens = (message.outputTokens ?? 0) + output
}

/** Takes back so many turns of the user, and of an earlier part what this one does not hold. */
function rollBack(thread: Thread, turns: number): void {
  let left = turns
  while (left > 0 && thread.activeMessages.length > 0) {
    const message = thread.activeMessages.pop()
    if (message) message.isInactive = true
    if (message?.role === 'user') left--
  }
  if (left > 0) thread.rewinds.push({ turns: left })
  thread.answer = undefined
}

/** Text of a tool's output, as people read it. */
function readResult(output: unknown): { text: string; isError: boolean } {
  if (typeof output === 'string') return readWritten(output)
  if (!isFields(output)) return { text: plainText(output), isError: false }
  const text = textOf(output['content']) ?? textOf(output['output']) ?? plainText(output['content'])
  return {
    text: text === '' && !('content' in output) ? writeJson(output) : text,
    isError: output['success'] === false,
  }
}

const FAILED = /^(?:Exit code: |Process exited with code )([1-9]\d*)/m

/** Older versions put the output and the exit code into JSON within the text. */
function readWritten(output: string): { text: string; isError: boolean } {
  const result = output.startsWith('{') ? parseFields(output) : undefined
  const inner = result && 'metadata' in result ? result['output'] : undefined
  if (typeof inner !== 'string') return { text: output, isError: FAILED.test(output.slice(0, 200)) }
  return { text: inner, isError: (fieldsOf(result?.['metadata'])['exit_code'] ?? 0) !== 0 }
}

/** Calls made by a program that the model wrote: they appear only in the second log. */
function readCompleted(item: Fields): { readonly call: DraftCall; readonly output?: unknown } | undefined {
  const call = textOf(item['id'])
  switch (item['type']) {
    case 'CommandExecution':
      return {
        call: callOf({ call, name: 'exec_command', args: { cmd: item['command'], workdir: item['cwd'] } }),
        output: { content: textOf(item['aggregated_output']) ?? '', success: (item['exit_code'] ?? 0) === 0 },
      }
    case 'McpToolCall':
      return {
        call: callOf({ call, name: `mcp__${item['server']}__${item['tool']}`, args: item['arguments'] }),
        output: answerOf(item),
      }
    case 'FileChange':
      return { call: changeOf(call, fieldsOf(item['changes'])), output: outputOf(item) }
    case 'WebSearch':
      return { call: callOf({ call, name: 'web_search', args: { query: item['query'] } }) }
    default:
      return undefined
  }
}

const answerOf = ({ result, error, status }: Fields) => ({
  content:
    listOf(fieldsOf(result)['content']).length > 0 ? fieldsOf(result)['content'] : textOf(fieldsOf(error)['message']),
  success: status !== 'failed' && fieldsOf(result)['isError'] !== true,
})

function changeOf(call: string | undefined, changes: Fields): DraftCall {
  const paths = Object.keys(changes)
  const files = paths.map((path) => ({ path, isEdited: true }))
  return callOf({ call, name: 'apply_patch', args: { files: paths }, files })
}

const outputOf = ({ stdout, stderr, status }: Fields) => ({
  content: [textOf(stdout), textOf(stderr)].filter((each) => each !== undefined).join('\n'),
  success: status !== 'failed',
})

/** Reads a call of the model, in any of its forms. */
function readCall(type: string, payload: Fields): DraftCall | undefined {
  const call = textOf(payload['call_id']) ?? textOf(payload['id'])
  const name = nameOf(payload)
  if (type === 'function_call') return called({ call, name, args: readArguments(payload['arguments']) })
  if (type === 'custom_tool_call') return called({ call, name, args: payload['input'] })
  if (type === 'tool_search_call')
    return called({ call, name: 'tool_search', args: readArguments(payload['arguments']) })
  if (type === 'image_generation_call')
    return called({ call, name: 'image_generation', args: { prompt: payload['revised_prompt'] } })
  if (type === 'local_shell_call') return called({ call, name: 'local_shell', args: payload['action'] })
  return type === 'web_search_call' ? called({ call, name: 'web_search', args: payload['action'] }) : undefined
}

/** The namespace of a server's tool may be a separate field, with or without `mcp__`; tools of Codex itself have none. */
function nameOf(payload: Fields): string {
  const [name, space = ''] = [textOf(payload['name']) ?? 'tool', textOf(payload['namespace'])]
  const server = space.replace(/^mcp__/, '').replace(/(?<!_)_+$/, '')
  return server === '' || server === 'functions' || name.startsWith('mcp__') ? name : `mcp__${server}__${name}`
}

/** Arguments come as JSON within a text; a text that is none is an argument itself. */
const readArguments = (value: unknown): unknown => (typeof value === 'string' ? (parseJson(value) ?? value) : value)

const called = ({ args, ...tool }: { call: string | undefined; name: string; args: unknown }): DraftCall =>
  callOf({ ...tool, args, files: patchedFiles(textsIn(args).join('\n')) })

/** All texts in the arguments of a call: a patch may be the whole argument or a part of a command. */
const textsIn = (args: unknown): readonly string[] =>
  [args, ...(isFields(args) ? Object.values(fieldsOf(args)) : [])]
    .flatMap((value) => (Array.isArray(value) ? listOf(value) : [value]))
    .filter((value) => typeof value === 'string')
