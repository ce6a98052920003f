import type { DraftCall } from '../../conversation.ts'
import { type Fields, fieldsOf, isFields, listOf, parseJson, textOf } from '../fields.ts'
import { callOf, patchedFiles } from '../tools.ts'

export interface Completed {
  readonly call: DraftCall
  readonly output: unknown
}

/** Calls made by a program that the model wrote: they appear only in the second log. */
export function readCompleted(item: Fields): Completed | undefined {
  const call = textOf(item['id'])
  switch (item['type']) {
    case 'CommandExecution':
      return {
        call: callOf({ call, name: 'exec_command', args: { cmd: item['command'], workdir: item['cwd'] } }),
        output: { content: textOf(item['aggregated_output']) ?? '', success: (item['exit_code'] ?? 0) === 0 },
      }
    case 'McpToolCall':
      return {
        call: callOf({
          call,
          name: `mcp__${String(item['server'])}__${String(item['tool'])}`,
          args: item['arguments'],
        }),
        output: answerOf(item),
      }
    case 'FileChange':
      return { call: changeOf(call, fieldsOf(item['changes'])), output: outputOf(item) }
    case 'WebSearch':
      return { call: callOf({ call, name: 'web_search', args: { query: item['query'] } }), output: undefined }
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
  return callOf({
    call,
    name: 'apply_patch',
    args: { files: paths },
    files: paths.map((path) => ({ path, isEdited: true })),
  })
}

const outputOf = ({ stdout, stderr, status }: Fields) => ({
  content: [textOf(stdout), textOf(stderr)].filter((each) => each !== undefined).join('\n'),
  success: status !== 'failed',
})

/** Reads a call of the model, in any of its forms. */
export function readCall(type: string, payload: Fields): DraftCall | undefined {
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

/** A patch is the argument itself, or stands in a command. */
const textsIn = (args: unknown): readonly string[] =>
  [args, ...(isFields(args) ? Object.values(fieldsOf(args)) : [])]
    .flatMap((value) => (Array.isArray(value) ? listOf(value) : [value]))
    .filter((value) => typeof value === 'string')
