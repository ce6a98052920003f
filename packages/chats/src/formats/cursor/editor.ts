import type { FormatInput, DraftConversation, DraftMessage, FormatOutput } from '../../conversation.ts'
import { type Fields, fieldsOf, listOf, parseFields, parseTimestamp, parsed, textIn } from '../fields.ts'
import { createProblemList, spanned, titled, type ProblemList } from '../draft.ts'
import { type Bubble, bubbleMessage } from './bubble.ts'
import { pathOf } from './cursor-blocks.ts'

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
  inline.forEach((bubble, at) => known.set(idOf(bubble) ?? `#${at}`, bubble))
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

const idOf = (bubble: Fields): string | undefined => textIn(bubble, 'bubbleId', 'id')

/** Names that Cursor gives before it knows what a conversation is about. */
const UNNAMED = /^(?:New|Untitled) (?:Chat|Composer|Agent)$/i

function factsOf(
  facts: Fields,
  item: Fields,
  bubbles: readonly Bubble[],
): Omit<DraftConversation, 'agent' | 'id' | 'messages'> {
  const title = textIn(facts, 'name', 'chatTitle')
  const project = projectOf(facts, item, bubbles)
  const branch = textIn(facts, 'createdOnBranch')
  const parent = textIn(fieldsOf(facts.subagentInfo), 'parentComposerId')
  const startedAt = parseTimestamp(facts.createdAt)
  const endedAt = parseTimestamp(facts.lastUpdatedAt) ?? parseTimestamp(facts.lastSendTime)
  return {
    ...titled(title, UNNAMED),
    ...(project === undefined ? {} : { project }),
    ...(branch === undefined ? {} : { branch }),
    ...(parent === undefined ? {} : { parent: { id: parent, as: 'subagent' } }),
    ...(facts.isArchived === true ? { isArchived: true } : {}),
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
