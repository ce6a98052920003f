import type { ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { serveUntilEnd } from '../../serve-until-end.ts'

/** Calls one tool, and speaks once it has seen the answers. */
export interface Script {
  /** As the agent names it to its model. Empty: it calls nothing. */
  readonly calls: string
  readonly with: Readonly<Record<string, unknown>>
  /** How often it calls it, each time after the answer to the call before. Default: once. */
  readonly times?: number
  readonly says: string
  /** What an answer is said to have cost: an agent makes its context smaller by that. */
  readonly tokens?: number
}

export interface ScriptedModel {
  readonly address: string
  /** Bodies that it was sent, in which the tool could be called or had been. */
  readonly requests: readonly string[]
}

interface Dialect {
  readonly path: RegExp
  /** Once for each answer of the tool in a request. */
  readonly answered: RegExp
  /** Ends a stream, where events do not say so. */
  readonly end?: string
  /** Events, each a line of `data:`. */
  calls(script: Script, id: string): readonly object[]
  says(script: Script): readonly object[]
}

const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 }

const chunk = (delta: object, finish_reason: string | null = null): object => ({
  id: 'c',
  object: 'chat.completion.chunk',
  created: 1,
  model: 'scripted',
  choices: [{ index: 0, delta, finish_reason }],
  ...(finish_reason !== null && { usage }),
})

const message = (content: object, delta: object, stop_reason: string): readonly object[] => [
  {
    type: 'message_start',
    message: {
      id: 'm',
      type: 'message',
      role: 'assistant',
      model: 'scripted',
      content: [],
      stop_reason: null,
      stop_sequence: null,
      usage: { input_tokens: 1, output_tokens: 1 },
    },
  },
  { type: 'content_block_start', index: 0, content_block: content },
  { type: 'content_block_delta', index: 0, delta },
  { type: 'content_block_stop', index: 0 },
  { type: 'message_delta', delta: { stop_reason, stop_sequence: null }, usage: { output_tokens: 1 } },
  { type: 'message_stop' },
]

const response = (item: object, { tokens = 2 }: Script): readonly object[] => [
  { type: 'response.created', response: { id: 'r' } },
  { type: 'response.output_item.done', output_index: 0, item },
  {
    type: 'response.completed',
    response: {
      id: 'r',
      usage: {
        input_tokens: 1,
        input_tokens_details: null,
        output_tokens: 1,
        output_tokens_details: null,
        total_tokens: tokens,
      },
    },
  },
]

const candidate = (part: object): readonly object[] => [
  {
    candidates: [{ index: 0, finishReason: 'STOP', content: { role: 'model', parts: [part] } }],
    usageMetadata: { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 },
  },
]

const dialects: readonly Dialect[] = [
  {
    path: /\/v1\/messages(?:\?|$)/,
    answered: /"type":"tool_result"/g,
    calls: ({ calls, with: given }, id) =>
      message(
        { type: 'tool_use', id, name: calls, input: {} },
        { type: 'input_json_delta', partial_json: JSON.stringify(given) },
        'tool_use',
      ),
    says: ({ says }) => message({ type: 'text', text: '' }, { type: 'text_delta', text: says }, 'end_turn'),
  },
  {
    path: /\/responses$/,
    answered: /"type":"function_call_output"/g,
    calls(script, id) {
      const { calls, with: given } = script
      const [namespace, name] = calls.includes('/') ? calls.split('/') : [undefined, calls]
      const call = { type: 'function_call', call_id: id, name, arguments: JSON.stringify(given) }
      return response(namespace === undefined ? call : { ...call, namespace }, script)
    },
    says: (script) =>
      response(
        { type: 'message', role: 'assistant', id: 'm', content: [{ type: 'output_text', text: script.says }] },
        script,
      ),
  },
  {
    path: /\/chat\/completions$/,
    answered: /"role":"tool"/g,
    end: 'data: [DONE]\n\n',
    calls: ({ calls, with: given }, id) => [
      chunk({
        role: 'assistant',
        tool_calls: [{ index: 0, id, type: 'function', function: { name: calls, arguments: JSON.stringify(given) } }],
      }),
      chunk({}, 'tool_calls'),
    ],
    says: ({ says }) => [chunk({ role: 'assistant', content: says }), chunk({}, 'stop')],
  },
  {
    path: /streamGenerateContent/,
    answered: /"functionResponse"/g,
    calls: ({ calls, with: given }) => candidate({ functionCall: { name: calls, args: given } }),
    says: ({ says }) => candidate({ text: says }),
  },
]

/** A model in the dialect that it is asked in. */
export async function startModel(script: Script): Promise<ScriptedModel> {
  const requests: string[] = []
  let called = 0
  const address = await serveUntilEnd(async (request, reply) => {
    const asked = await text(request)
    const dialect = dialects.find(({ path }) => path.test(request.url ?? ''))
    if (!dialect) return void reply.writeHead(404).end()
    // Agents also have it write titles, without any tool.
    const mayCall = asked.includes(`"${script.calls.split('/').at(-1)}"`) || asked.includes(script.calls)
    if (mayCall) requests.push(asked)
    const { calls: tool, times = 1 } = script
    const answers = asked.match(dialect.answered)?.length ?? 0
    // An agent that has made its context smaller brings no answers any more.
    const calls = tool !== '' && mayCall && asked.includes('"tools":') && answers < times && called < times
    if (calls) called++
    send(reply, calls ? dialect.calls(script, `t${answers}`) : dialect.says(script), dialect.end)
  })
  return { address, requests }
}

function send(reply: ServerResponse, events: readonly object[], end = ''): void {
  const lines = events.map((event) => {
    const { type } = event as { readonly type?: string }
    return `${type === undefined ? '' : `event: ${type}\n`}data: ${JSON.stringify(event)}\n\n`
  })
  reply.writeHead(200, { 'content-type': 'text/event-stream' }).end(lines.join('') + end)
}
