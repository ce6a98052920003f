import type { ChatFormat, ChatPiece, DraftConversation, ReadPiece } from '../../conversation.ts'
import { isFields, listOf, parseFields, textOf, type Fields } from '../fields.ts'
import { readFirstLine, readLines } from '../lines.ts'
import { replay } from './replay.ts'

/** Sessions of Gemini CLI: one object of JSON, and later a log of records that change one another. */
export const geminiCli: ChatFormat = {
  agent: 'gemini-cli',
  recognises: (piece) =>
    /\.jsonl?$/.test(piece.path) && (isSession(readFirstLine(piece)) || readObject(piece) !== undefined),
  read: (piece) => {
    const object = readObject(piece)
    if (object) return conversationOf(piece, [object, { $set: { messages: object['messages'] } }], [])
    const { lines, problems } = readLines(piece)
    return conversationOf(piece, lines, problems)
  },
}

const isSession = (fields: Fields): boolean =>
  textOf(fields['sessionId']) !== undefined && textOf(fields['projectHash']) !== undefined

/** Parsing is what it costs: the texts that every such file holds are looked for first. */
function readObject({ part, text }: ChatPiece): Fields | undefined {
  if (part !== 1 || !['"sessionId"', '"projectHash"', '"messages"'].every((key) => text.includes(key))) return undefined
  const object = parseFields(text.replace(/^\uFEFF/, ''))
  return object && isSession(object) && Array.isArray(object['messages']) ? object : undefined
}

function conversationOf(piece: ChatPiece, records: readonly Fields[], problems: ReadPiece['problems']): ReadPiece {
  const { messages, rewinds } = replay(records, piece.part)
  const facts = [readFirstLine(piece), ...records].map(factsIn)
  const id = told(facts, 'sessionId')
  const title = told(facts, 'summary')
  if (id === undefined || (messages.length === 0 && (piece.part === 1 || (rewinds.length === 0 && !title))))
    return { problems }
  const isSubagent = told(facts, 'kind') === 'subagent'
  const parent = isSubagent ? PARENT.exec(piece.path)?.[1] : undefined
  const project = piece.projectRoot ?? (isSubagent ? firstFolder(facts) : undefined)
  const conversation: DraftConversation = {
    agent: 'gemini-cli',
    id,
    ...(title !== undefined && { title: { text: title, given: 'summary' } }),
    ...(project !== undefined && { project }),
    ...(parent !== undefined && { parent: { id: parent, as: 'subagent' } }),
    ...(isSubagent && { isAutomated: true }),
    messages,
    ...(rewinds.length > 0 && { rewinds }),
  }
  return { conversation, problems }
}

const PARENT = /(?:^|\/)chats\/([^/]+)\/[^/]+$/

/** What a record says of the session as a whole. */
const factsIn = (record: Fields): Fields =>
  isFields(record['$set']) ? record['$set'] : isSession(record) ? record : {}

/** As it was told last. */
const told = (facts: readonly Fields[], key: string): string | undefined =>
  facts.map((each) => textOf(each[key])).findLast((each) => each !== undefined)

/** Of a subagent the folders are told in which it may work, its project first. */
const firstFolder = (facts: readonly Fields[]): string | undefined =>
  facts.map(({ directories }) => textOf(listOf(directories)[0])).find((each) => each !== undefined)
