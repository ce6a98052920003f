import type { DraftCall } from '../../conversation.ts'
import { fieldsOf, isFields, listOf, parseJson, textOf, type Fields } from '../fields.ts'
import { callOf, patchedFiles } from '../tools.ts'

/** What the model called, in whichever of the forms that a call may have. */
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

/** Tools of a server may have its name beside theirs. */
function nameOf(payload: Fields): string {
  const [name, space] = [textOf(payload['name']) ?? 'tool', textOf(payload['namespace'])]
  return space?.startsWith('mcp__') && !name.startsWith('mcp__') ? `${space.replace(/(?<!_)_+$/, '')}__${name}` : name
}

/** Arguments come as JSON within a text; a text that is none is an argument itself. */
const readArguments = (told: unknown): unknown => (typeof told === 'string' ? (parseJson(told) ?? told) : told)

const called = ({ args, ...tool }: { call: string | undefined; name: string; args: unknown }): DraftCall =>
  callOf({ ...tool, args, files: patchedFiles(textsIn(args).join('\n')) })

/** A patch is the argument itself, or stands in a command. */
const textsIn = (args: unknown): readonly string[] =>
  [args, ...(isFields(args) ? Object.values(fieldsOf(args)) : [])]
    .flatMap((value) => (Array.isArray(value) ? listOf(value) : [value]))
    .filter((value) => typeof value === 'string')
