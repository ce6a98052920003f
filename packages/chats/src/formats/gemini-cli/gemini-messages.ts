import type { DraftMessage, DraftBlock, Role } from '../../conversation.ts'
import { blocksOf, plainText } from '../content-blocks.ts'
import { countOf, type Fields, fieldsOf, isFields, listOf, parseTimestamp, textOf, writeJson } from '../fields.ts'
import { callOf, namedFile } from '../tools.ts'

const roles: { readonly [type: string]: Role | undefined } = {
  user: 'user',
  gemini: 'assistant',
  info: 'system',
  error: 'system',
  warning: 'system',
}

/** Input for the program itself, or text that it sends as the user. */
const ignored = ['/', '?', '<session_context>', '<hook_context>', '<state_snapshot>']

/** `undefined` for text of neither the user nor the model. */
export function readMessage(id: string, record: Fields): DraftMessage | undefined {
  const role = roles[textOf(record['type']) ?? '']
  if (role === undefined) return undefined
  const contentBlocks = readContent(record, role)
  const blocks = [...thoughtsOf(record), ...contentBlocks, ...callsOf(record).flatMap(callBlocks)]
  if (blocks.length === 0) return undefined
  const at = parseTimestamp(record['timestamp'])
  const model = textOf(record['model'])
  const tokens = fieldsOf(record['tokens'])
  const [inputTokens, outputTokens] = [countOf(tokens['input']), countOf(tokens['output'])]
  return {
    id,
    role,
    ...(at !== undefined && { at }),
    ...(model !== undefined && { model }),
    ...(inputTokens !== undefined && { inputTokens }),
    ...(outputTokens !== undefined && { outputTokens }),
    pieces: blocks,
  }
}

/** The text that a user typed, not what the program expanded it to. */
function readContent({ content, displayContent }: Fields, role: Role): readonly DraftBlock[] {
  const typed = role === 'user' && plainText(displayContent) !== '' ? displayContent : content
  const text = plainText(partsOf(typed).filter((part) => part['thought'] !== true))
  if (role === 'user' && ignored.some((opening) => text.trimStart().startsWith(opening))) return []
  const words: readonly DraftBlock[] = text.trim() === '' ? [] : [{ kind: 'text', text }]
  return [...words, ...partsOf(content).flatMap(handedIn)]
}

/** A single part may stand for a list of one. */
const partsOf = (content: unknown): readonly Fields[] => blocksOf(isFields(content) ? [content] : content)

function handedIn(part: Fields): readonly DraftBlock[] {
  const file = { ...fieldsOf(part['inlineData']), ...fieldsOf(part['fileData']) }
  const name = textOf(file['displayName']) ?? textOf(file['fileUri']) ?? textOf(file['mimeType'])
  return name === undefined ? [] : [{ kind: 'attachment', name, text: '' }]
}

/** Thoughts are in a field of their own, or among the content. */
function thoughtsOf({ thoughts, content }: Fields): readonly DraftBlock[] {
  const recorded = listOf(thoughts)
    .map(fieldsOf)
    .map(({ subject, description }) => [textOf(subject), textOf(description)])
  const among = partsOf(content).flatMap(({ thought, text }) => (thought === true ? [[textOf(text)]] : []))
  return (recorded.length > 0 ? recorded : among).flatMap((lines): readonly DraftBlock[] => {
    const text = lines.filter((each) => each !== undefined).join('\n')
    return text === '' ? [] : [{ kind: 'thinking', text }]
  })
}

/** Calls in the content are used only if there is no fuller record in `toolCalls`. */
function callsOf({ toolCalls, content }: Fields): readonly Fields[] {
  const recorded = listOf(toolCalls).map(fieldsOf)
  const among = partsOf(content).flatMap(({ functionCall }) => (isFields(functionCall) ? [functionCall] : []))
  return [...recorded, ...among.filter(({ id }) => !recorded.some((call) => call['id'] === id))]
}

const edits: ReadonlySet<string> = new Set(['write_file', 'replace', 'edit'])
const reads: ReadonlySet<string> = new Set(['read_file'])

function callBlocks(recorded: Fields): readonly DraftBlock[] {
  const [call, name] = [textOf(recorded['id']), textOf(recorded['name']) ?? 'tool']
  const named = edits.has(name) || reads.has(name)
  const files = named
    ? namedFile(fieldsOf(recorded['args']), ['file_path', 'absolute_path', 'path'], edits.has(name))
    : []
  const called = callOf({ call, name, args: recorded['args'], files })
  const text = resultText(recorded)
  const isError = recorded['status'] === 'error'
  if (text === '' && !isError) return [called]
  return [
    called,
    { kind: 'result', ...(call !== undefined && { call }), tool: called.tool, text, ...(isError && { isError }) },
  ]
}

/** The result as the model received it, which is more than what was shown. */
function resultText({ result, resultDisplay }: Fields): string {
  const answers = partsOf(result).flatMap((part) => {
    const { response } = fieldsOf(part['functionResponse'])
    return response === undefined ? (textOf(part['text']) ?? []) : answerText(response)
  })
  const text = answers.join('\n')
  return text !== '' ? text : (textOf(resultDisplay) ?? (isFields(resultDisplay) ? displayText(resultDisplay) : ''))
}

function answerText(response: unknown): string {
  const { output, error, content } = fieldsOf(response)
  const text = textOf(output) ?? textOf(error) ?? plainText(content)
  return text !== '' ? text : isFields(response) && Object.keys(response).length > 0 ? writeJson(response) : ''
}

const displayText = (display: Fields): string =>
  textOf(display['fileDiff']) ?? textOf(display['content']) ?? writeJson(display)
