import type {
  FormatInput,
  DraftConversation,
  DraftMessage,
  FormatOutput,
  DraftBlock,
  Role,
} from '../../conversation.ts'
import { callBlock, resultBlocks, textBlocks, thinkingBlocks } from '../draft-blocks.ts'
import type { Fields } from '../fields.ts'
import { fieldsOf, listOf, parseFields, parseTimestamp, parsed, textIn, countIn, roleOf } from '../fields.ts'
import { createProblemList, spanned, titled, type ProblemList } from '../draft.ts'
import { pathOf, typedIn } from './cursor-blocks.ts'

interface Bubble {
  readonly fields: Fields
  readonly id: string | undefined
  /** Its composer does not name it any more: the turn was taken back. */
  readonly isOrphan: boolean
}

/** A composer with its bubbles, or a tab of the older chat panel with all that it holds. */
export function readEditor({ path, text }: FormatInput): FormatOutput {
  const item = fieldsOf(parsed(text))
  const id = textIn(item, 'id')
  const problemList = createProblemList(path)
  const facts = withHead(fieldsOf(parsed(item.composer ?? item.tab)), fieldsOf(item.head))
  if (id === undefined) return { problems: [] }
  const bubbles = bubblesOf(facts, item, problemList)
  const model = textIn(fieldsOf(facts.modelConfig), 'modelName')
  const messages = bubbles.flatMap((bubble, at) => bubbleMessage(bubble, at, model) ?? [])
  return {
    conversation: { agent: 'cursor', id, ...factsOf(facts, item, bubbles), messages: withoutWrongTimes(messages) },
    problems: problemList.list(),
  }
}

/** Merges the facts that newer versions keep outside the composer, in a table row. */
function withHead(composer: Fields, row: Fields): Fields {
  const head = fieldsOf(parsed(row.value))
  const name = textIn(head, 'name') ?? textIn(composer, 'name')
  const isArchived = Number(row.isArchived) === 1 || head.isArchived === true || composer.isArchived === true
  return { ...head, ...composer, ...(name !== undefined && { name }), isArchived }
}

/**
 * Bubbles in the order that the composer lists, since keys have none. They are stored separately; older versions kept
 * them inside the composer, as a map or a list, and the earlier panel in its tab.
 */
function bubblesOf(facts: Fields, item: Fields, problemList: ProblemList): readonly Bubble[] {
  const known = new Map<string, Fields>(
    Object.entries(fieldsOf(facts.conversationMap)).map(([id, value]) => [id, fieldsOf(value)]),
  )
  const inline = [...listOf(facts.conversation), ...listOf(facts.bubbles)].map(fieldsOf)
  inline.forEach((bubble, at) => known.set(textIn(bubble, 'bubbleId', 'id') ?? `#${at}`, bubble))
  for (const row of listOf(item.bubbles).map(fieldsOf)) {
    const bubble = parseFields(String(row.value))
    if (bubble) known.set(String(row.id), bubble)
    else problemList.note('A message is not JSON')
  }
  const heads = listOf(facts.fullConversationHeadersOnly).flatMap((head) => textIn(fieldsOf(head), 'bubbleId') ?? [])
  const named = new Set(heads)
  const order = [...new Set([...heads, ...known.keys()])]
  return order.flatMap((id) => {
    const fields = known.get(id)
    const isOrphan = named.size > 0 && !named.has(id)
    return fields ? [{ fields, id: id.startsWith('#') ? undefined : id, isOrphan }] : []
  })
}

/** Names that Cursor gives before it knows what a conversation is about. */
const UNNAMED = /^(?:New|Untitled) (?:Chat|Composer|Agent)$/i

function factsOf(
  facts: Fields,
  item: Fields,
  bubbles: readonly Bubble[],
): Omit<DraftConversation, 'agent' | 'id' | 'messages'> {
  const parent = textIn(fieldsOf(facts.subagentInfo), 'parentComposerId')
  const startedAt = parseTimestamp(facts.createdAt)
  const endedAt = parseTimestamp(facts.lastUpdatedAt) ?? parseTimestamp(facts.lastSendTime)
  return {
    ...titled(textIn(facts, 'name', 'chatTitle'), UNNAMED),
    project: projectOf(facts, item, bubbles),
    branch: textIn(facts, 'createdOnBranch'),
    ...(parent !== undefined && { parent: { id: parent, as: 'subagent' } }),
    ...(facts.isArchived === true && { isArchived: true }),
    ...spanned(startedAt, endedAt),
  }
}

/** Cursor keeps notes of its own for a folder; those are not the folder. */
const OWN = /[/\\]\.cursor[/\\]projects[/\\]/

function projectOf(facts: Fields, item: Fields, bubbles: readonly Bubble[]): string | undefined {
  const workspace = fieldsOf(parsed(item.workspace))
  const named = [
    fieldsOf(facts.workspaceIdentifier).uri,
    workspace.folder,
    ...bubbles.flatMap(({ fields }) => [listOf(fields.workspaceUris)[0], fields.workspaceProjectDir]),
  ]
  return named.map(pathOf).find((path) => path !== undefined && !OWN.test(path))
}

/** Some versions date bubbles by when they were loaded. If times run backwards, all of them are dropped. */
function withoutWrongTimes(messages: readonly DraftMessage[]): readonly DraftMessage[] {
  const times = messages.filter(({ isInactive }) => !isInactive).flatMap(({ at }) => at ?? [])
  if (times.every((at, index) => index === 0 || at >= (times[index - 1] ?? 0))) return messages
  return messages.map(({ at: _wrong, ...message }) => message)
}

/** `undefined` for a bubble without text: Cursor writes one for every step. */
function bubbleMessage(
  { fields, id, isOrphan }: Bubble,
  index: number,
  defaultModel: string | undefined,
): DraftMessage | undefined {
  const role = roleOfBubble(fields)
  const blocks = readBlocks(fields, role)
  if (blocks.length === 0) return undefined
  const models = [textIn(fieldsOf(fields.modelInfo), 'modelName'), textIn(fields, 'modelType'), defaultModel]
  const tokens = fieldsOf(fields.tokenCount)
  return {
    id: id ?? String(index + 1),
    role,
    at: timeOf(fields),
    model: role === 'assistant' ? models.find(isModel) : undefined,
    inputTokens: countIn(tokens, 'inputTokens'),
    outputTokens: countIn(tokens, 'outputTokens'),
    ...(isOrphan && { isInactive: true }),
    pieces: blocks,
  }
}

function roleOfBubble({ type, role }: Fields): Role {
  if (type === 1) return 'user'
  return type === 2 ? 'assistant' : roleOf(type ?? role)
}

/** "default" is what was chosen, not what answered. */
const isModel = (name: string | undefined): boolean => name !== undefined && name !== 'default'

/** Older versions count from when the window was opened, which comes out as a day in 1970. */
const EARLIEST = Date.UTC(2020, 0, 1)

function timeOf(fields: Fields): number | undefined {
  const timing = fieldsOf(fields.timingInfo)
  const found = [fields.createdAt, fields.timestamp, timing.clientRpcSendTime, timing.clientEndTime].map(parseTimestamp)
  return found.find((at) => at !== undefined && at >= EARLIEST)
}

function readBlocks(fields: Fields, role: Role): readonly DraftBlock[] {
  const rawText =
    textIn(fields, 'text', 'rawText', 'content', 'message') ??
    (textOfRich(fields.richText ?? fields.initText) || undefined)
  const text = role === 'user' && rawText !== undefined ? typedIn(rawText).text : rawText
  return [
    ...readThinking(fields),
    ...textBlocks(text),
    ...codeTextBlocks(fields, text ?? ''),
    ...toolBlocks(fieldsOf(fields.toolFormerData)),
    ...attachmentBlocks(fields),
  ]
}

function readThinking(fields: Fields): readonly DraftBlock[] {
  const thought = textIn(fields, 'thinking') ?? textIn(fieldsOf(fields.thinking), 'text')
  if (thought !== undefined) return thinkingBlocks(thought)
  return listOf(fields.allThinkingBlocks).flatMap((block) =>
    thinkingBlocks(textIn(fieldsOf(block), 'text', 'thinking')),
  )
}

/** Most stand in the text as well. */
const codeTextBlocks = (fields: Fields, text: string): readonly DraftBlock[] =>
  listOf(fields.codeBlocks).flatMap((block) => {
    const code = textIn(fieldsOf(block), 'content', 'code')
    if (code === undefined || text.includes(code.trim())) return []
    const [language = '', path = ''] = [textIn(fieldsOf(block), 'languageId'), pathOf(fieldsOf(block).uri)]
    return textBlocks(`\`\`\`${[language, path].filter((word) => word !== '').join(' ')}\n${code}\n\`\`\``)
  })

function toolBlocks(data: Fields): readonly DraftBlock[] {
  const called = textIn(data, 'name')
  if (called === undefined) return []
  const wrapped = fieldsOf(listOf(fieldsOf(parsed(data.params)).tools)[0])
  // A tool of an MCP server comes wrapped, and says whose it is.
  const [tool, server] = [textIn(wrapped, 'name') ?? called, textIn(wrapped, 'serverName')]
  const call = textIn(data, 'toolCallId')
  const args = parsed(data.rawArgs) ?? wrapped.parameters ?? parsed(data.params) ?? {}
  return [
    callBlock({ call, server, tool, args }),
    ...resultBlocks({ call, tool, output: data.result ?? data.error, isError: data.status === 'error' }),
  ]
}

function attachmentBlocks(fields: Fields): readonly DraftBlock[] {
  const context = fieldsOf(fields.context)
  const files = listOf(context.fileSelections).flatMap((file) => pathOf(fieldsOf(file).uri) ?? [])
  const selections = [...listOf(context.selections), ...listOf(fields.selections)].map(fieldsOf)
  return [
    ...files.map((name) => ({ kind: 'attachment' as const, name, text: '' })),
    ...selections.flatMap((selection) => {
      const [name, text] = [pathOf(selection.uri), textIn(selection, 'text', 'rawText')]
      return name === undefined || text === undefined ? [] : [{ kind: 'attachment' as const, name, text }]
    }),
  ]
}

/** The text of what an editor of rich text keeps as a tree of nodes. Without recursion: the tree may be deep. */
function textOfRich(value: unknown): string {
  const open: unknown[] = [fieldsOf(parsed(value)).root]
  let text = ''
  while (open.length > 0) {
    const next = open.pop()
    if (next === LINE) {
      if (text !== '' && !text.endsWith('\n')) text += '\n'
      continue
    }
    const node = fieldsOf(next)
    if (typeof node.text === 'string') text += node.text
    if (node.type === 'linebreak') text += '\n'
    if (node.type === 'paragraph' || node.type === 'code') open.push(LINE)
    open.push(...listOf(node.children).slice(0, MAX_CHILDREN).toReversed())
  }
  return text.trim()
}

/** As many arguments as a call takes on every machine. */
const MAX_CHILDREN = 10_000
const LINE = Symbol('end of a line')
