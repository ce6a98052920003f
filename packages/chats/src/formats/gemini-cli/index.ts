import type {
  ChatFormat,
  FormatInput,
  DraftConversation,
  DraftMessage,
  FormatOutput,
  Rewind,
  DraftBlock,
  Role,
} from '../../conversation.ts'
import { blocksOf, plainText } from '../content-blocks.ts'
import type { Fields } from '../fields.ts'
import { fieldsOf, isFields, listOf, parseFields, textOf, countOf, parseTimestamp, writeJson } from '../fields.ts'
import { readFirstLine, readLines } from '../json-lines.ts'
import { textBlocks } from '../draft-blocks.ts'
import { callOf, namedFile } from '../tools.ts'

/** Sessions of Gemini CLI: one object of JSON, and later a log of records that change one another. */
export const geminiCli: ChatFormat = {
  agent: 'gemini-cli',
  recognises: (input) =>
    /\.jsonl?$/.test(input.path) && (isSession(readFirstLine(input)) || readObject(input) !== undefined),
  read: (input) => {
    const object = readObject(input)
    if (object) return conversationOf(input, [object, { $set: { messages: object['messages'] } }], [])
    const { lines, problems } = readLines(input)
    return conversationOf(input, lines, problems)
  },
}

const isSession = (fields: Fields): boolean =>
  textOf(fields['sessionId']) !== undefined && textOf(fields['projectHash']) !== undefined

/** Parsing is what it costs: the texts that every such file holds are looked for first. */
function readObject({ part, text }: FormatInput): Fields | undefined {
  if (part !== 1 || !['"sessionId"', '"projectHash"', '"messages"'].every((key) => text.includes(key))) return undefined
  const object = parseFields(text.replace(/^\uFEFF/, ''))
  return object && isSession(object) && Array.isArray(object['messages']) ? object : undefined
}

function conversationOf(input: FormatInput, records: readonly Fields[], problems: FormatOutput['problems']) {
  const { messages, rewinds } = replay(records, input.part)
  const facts = [readFirstLine(input), ...records].map(factsIn)
  const id = latestValue(facts, 'sessionId')
  const title = latestValue(facts, 'summary')
  if (id === undefined || (messages.length === 0 && (input.part === 1 || (rewinds.length === 0 && !title))))
    return { problems }
  const isSubagent = latestValue(facts, 'kind') === 'subagent'
  const parent = isSubagent ? PARENT.exec(input.path)?.[1] : undefined
  const project = input.projectRoot ?? (isSubagent ? firstFolder(facts) : undefined)
  const conversation: DraftConversation = {
    agent: 'gemini-cli',
    id,
    ...(title !== undefined && { title: { text: title, given: 'summary' } }),
    project,
    ...(parent !== undefined && { parent: { id: parent, as: 'subagent' } }),
    ...(isSubagent && { isAutomated: true }),
    messages,
    ...(rewinds.length > 0 && { rewinds }),
  }
  return { conversation, problems }
}

const PARENT = /(?:^|\/)chats\/([^/]+)\/[^/]+$/

/** Facts in a record about the session as a whole. */
const factsIn = (record: Fields): Fields =>
  isFields(record['$set']) ? record['$set'] : isSession(record) ? record : {}

/** The latest value of a field. */
const latestValue = (facts: readonly Fields[], key: string): string | undefined =>
  facts.map((each) => textOf(each[key])).findLast((each) => each !== undefined)

/** A subagent records the folders in which it may work, its project first. */
const firstFolder = (facts: readonly Fields[]): string | undefined =>
  facts.map(({ directories }) => textOf(listOf(directories)[0])).find((each) => each !== undefined)

/**
 * A log of changes, played to its end. A message that is written again takes its old place; what was taken back stays
 * and is marked; what a compressed history leaves out was said all the same, and stays as it was.
 */
function replay(records: readonly Fields[], part: number) {
  const log: Log = { messages: new Map(), order: [], rewound: [], rewinds: [] }
  for (const record of records) {
    const to = textOf(record['$rewindTo'])
    if (to !== undefined) rewind(log, to)
    else if (isFields(record['$set'])) for (const each of listOf(record['$set']['messages'])) put(log, fieldsOf(each))
    else put(log, record)
  }
  return { messages: inOrder(log), rewinds: part === 1 ? [] : log.rewinds }
}

interface Log {
  /** By id; `place` is where it was first written among all of them. */
  readonly messages: Map<string, Placed>
  /** Ids of those that stand, in order. */
  readonly order: string[]
  readonly rewound: Placed[]
  readonly rewinds: Rewind[]
}

interface Placed {
  readonly place: number
  readonly message: DraftMessage | undefined
}

function put(log: Log, record: Fields): void {
  const id = textOf(record['id'])
  if (id === undefined || textOf(record['type']) === undefined) return
  const place = log.messages.get(id)?.place ?? log.messages.size + log.rewound.length
  if (!log.messages.has(id)) log.order.push(id)
  log.messages.set(id, { place, message: readMessage(id, record) })
}

/** A message that is not in this part is in an earlier one; then everything in this part came after it and is taken back. */
function rewind(log: Log, to: string): void {
  if (!log.messages.has(to)) log.rewinds.push({ to })
  for (let id = log.order.pop(); id !== undefined; id = id === to ? undefined : log.order.pop()) {
    const placed = log.messages.get(id)
    if (placed) log.rewound.push(placed)
    log.messages.delete(id)
  }
}

/** A message that was taken back and said again is there once, as it was said again. */
function inOrder({ messages, rewound }: Log): readonly DraftMessage[] {
  const again = new Set(messages.keys())
  const lost = new Map(rewound.flatMap(({ place, message }) => (message ? [[message.id, { place, message }]] : [])))
  const inactive = [...lost.values()]
    .filter(({ message }) => !again.has(message.id))
    .map(({ place, message }): Placed => ({ place, message: { ...message, isInactive: true } }))
  return [...messages.values(), ...inactive]
    .toSorted((a, b) => a.place - b.place)
    .flatMap(({ message }) => message ?? [])
}

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
function readMessage(id: string, record: Fields): DraftMessage | undefined {
  const role = roles[textOf(record['type']) ?? '']
  if (role === undefined) return undefined
  const contentBlocks = readContent(record, role)
  const blocks = [...thoughtsOf(record), ...contentBlocks, ...callsOf(record).flatMap(callBlocks)]
  if (blocks.length === 0) return undefined
  const [at, model, tokens] = [parseTimestamp(record['timestamp']), textOf(record['model']), fieldsOf(record['tokens'])]
  const [inputTokens, outputTokens] = [countOf(tokens['input']), countOf(tokens['output'])]
  return { id, role, at, model, inputTokens, outputTokens, pieces: blocks }
}

/** The text that a user typed, not what the program expanded it to. */
function readContent({ content, displayContent }: Fields, role: Role): readonly DraftBlock[] {
  const typed = role === 'user' && plainText(displayContent) !== '' ? displayContent : content
  const text = plainText(partsOf(typed).filter((part) => part['thought'] !== true))
  if (role === 'user' && ignored.some((opening) => text.trimStart().startsWith(opening))) return []
  return [...textBlocks(text), ...partsOf(content).flatMap(handedIn)]
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
  const keys = edits.has(name) || reads.has(name) ? ['file_path', 'absolute_path', 'path'] : []
  const files = namedFile(fieldsOf(recorded['args']), keys, edits.has(name))
  const called = callOf({ call, name, args: recorded['args'], files })
  const text = resultText(recorded)
  const isError = recorded['status'] === 'error'
  if (text === '' && !isError) return [called]
  return [called, { kind: 'result', call, tool: called.tool, text, ...(isError && { isError }) }]
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

const displayText = (display: Fields) => textOf(display['fileDiff']) ?? textOf(display['content']) ?? writeJson(display)
