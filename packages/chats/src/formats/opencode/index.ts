import { compareTexts } from '@wuku/core/list-helpers'
import type { ChatFormat, DraftConversation, DraftMessage, DraftBlock, FormatOutput } from '../../conversation.ts'
import { type Fields, fieldsOf, listOf, parseTimestamp, countIn, parsed, roleOf, textIn, textOf } from '../fields.ts'
import { callBlock, resultBlocks, textBlocks, thinkingBlocks } from '../draft-blocks.ts'
import { createProblemList, spanned, titled, type ProblemList } from '../draft.ts'

/** A session of OpenCode with its messages and their parts, from its database or from its older folders. */
export const opencode: ChatFormat = {
  agent: 'opencode',
  recognises: ({ text }) => /^\s*\{\s*"from"\s*:\s*"opencode"/.test(text),
  read: ({ path, text }): FormatOutput => {
    const item = fieldsOf(parsed(text))
    const session = flattenRow(item.session)
    const id = textIn(session, 'id')
    if (id === undefined) return { problems: [] }
    const problemList = createProblemList(path)
    const messages = listOf(item.messages).flatMap((row) => messageOf(fieldsOf(row), problemList) ?? [])
    const facts = factsOf(session, flattenRow(item.project))
    return {
      conversation: { agent: 'opencode', id, ...facts, messages: withoutReverted(inOrder(messages), session) },
      problems: problemList.list(),
    }
  },
}

/** Folders keep as one JSON what the database keeps in columns. */
const flattenRow = (row: unknown): Fields => ({ ...fieldsOf(row), ...fieldsOf(parsed(fieldsOf(row).data)) })

/** The placeholder until a model has found a title. */
const UNNAMED = /^(?:New|Child) session - \d{4}-/

function factsOf(session: Fields, { worktree }: Fields): Omit<DraftConversation, 'agent' | 'id' | 'messages'> {
  const time = fieldsOf(session.time)
  const project = textIn(session, 'directory') ?? (worktree === '/' ? undefined : textOf(worktree))
  const parent = textIn(session, 'parent_id', 'parentID')
  const startedAt = parseTimestamp(session.time_created) ?? parseTimestamp(time.created)
  const endedAt = parseTimestamp(session.time_updated) ?? parseTimestamp(time.updated)
  const archivedAt = parseTimestamp(session.time_archived) ?? parseTimestamp(time.archived)
  return {
    ...titled(textIn(session, 'title'), UNNAMED),
    project,
    ...(parent !== undefined && { parent: { id: parent, as: 'subagent' } }),
    ...(archivedAt !== undefined && { isArchived: true }),
    ...spanned(startedAt, endedAt),
  }
}

const inOrder = (messages: readonly DraftMessage[]): readonly DraftMessage[] =>
  messages.toSorted((one, other) => (one.at ?? 0) - (other.at ?? 0) || compareTexts(one.id, other.id))

/** "Undo" leaves the messages where they are, until the next one is written, and says from which on they do not count. */
function withoutReverted(messages: readonly DraftMessage[], session: Fields): readonly DraftMessage[] {
  const from = textIn(fieldsOf(parsed(session.revert)), 'messageID')
  const at = from === undefined ? -1 : messages.findIndex(({ id }) => id === from)
  return (
    at === -1
      ? messages
      : messages.map((message, index) => (index < at ? message : { ...message, isInactive: true as const }))
  ).filter(({ pieces: blocks }) => blocks.length > 0)
}

/** A row of messages; what it is made of comes as rows of parts. `undefined` when it has no id, or is broken. */
function messageOf(row: Fields, problemList: ProblemList): DraftMessage | undefined {
  const data = dataOf(row, problemList, 'A message is not JSON')
  const id = textIn(row, 'id') ?? textIn(data, 'id')
  if (id === undefined) return undefined
  const role = roleOf(data.role)
  const tokens = fieldsOf(data.tokens)
  const cache = fieldsOf(tokens.cache)
  const model = textIn(data, 'modelID') ?? textIn(fieldsOf(data.model), 'modelID')
  const at = parseTimestamp(fieldsOf(data.time).created) ?? parseTimestamp(row.time_created)
  return {
    id,
    role,
    at,
    model: role === 'assistant' ? model : undefined,
    inputTokens: sum(countIn(tokens, 'input'), countIn(cache, 'read'), countIn(cache, 'write')),
    outputTokens: sum(countIn(tokens, 'output'), countIn(tokens, 'reasoning')),
    pieces: partsOf(row, problemList).flatMap(readBlocks),
  }
}

const sum = (...counts: readonly (number | undefined)[]): number | undefined =>
  counts.reduce<number>((all, each) => all + (each ?? 0), 0) || undefined

function dataOf(row: Fields, problemList: ProblemList, otherwise: string): Fields {
  const data = parsed(row.data)
  if (data === undefined) problemList.note(otherwise)
  return fieldsOf(data)
}

/** Ids of parts grow with time. */
function partsOf(row: Fields, problemList: ProblemList): readonly Fields[] {
  const parts = listOf(row.parts).map(fieldsOf)
  return parts
    .toSorted((one, other) => compareTexts(String(one.id), String(other.id)))
    .map((part) => dataOf(part, problemList, 'A part of a message is not JSON'))
}

function readBlocks(part: Fields): readonly DraftBlock[] {
  switch (part.type) {
    case 'text':
      // Nobody typed it: files read for the model, reminders.
      return part.synthetic === true || part.ignored === true ? [] : textBlocks(textIn(part, 'text'))
    case 'reasoning':
      return thinkingBlocks(textIn(part, 'text'))
    case 'subtask':
      return textBlocks(textIn(part, 'prompt'))
    case 'tool':
      return toolBlocks(part)
    case 'file': {
      const name = textIn(part, 'filename') ?? textIn(fieldsOf(part.source), 'path')
      return name === undefined ? [] : [{ kind: 'attachment', name, text: '' }]
    }
    default:
      return []
  }
}

function toolBlocks(part: Fields): readonly DraftBlock[] {
  const tool = textIn(part, 'tool')
  if (tool === undefined) return []
  const [state, call] = [fieldsOf(part.state), textIn(part, 'callID')]
  // A command that failed is a tool that worked: only its exit code says so.
  const exitCode = fieldsOf(state.metadata).exit
  const hasBroken = state.status === 'error'
  const isError = hasBroken || (typeof exitCode === 'number' && exitCode !== 0)
  const output = hasBroken ? (state.error ?? state.output) : state.output
  return [callBlock({ call, tool, args: state.input }), ...resultBlocks({ call, tool, output, isError })]
}
