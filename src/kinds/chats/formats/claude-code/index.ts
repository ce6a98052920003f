import type { ChatFormat, ChatPiece, DraftConversation, ReadPiece } from '../../conversation.ts'
import { parseFields, textOf, type Fields } from '../fields.ts'
import { readHead, readLines } from '../lines.ts'
import { identify } from './identity.ts'
import { looksLikeLine } from './kinds.ts'
import { readMessages } from './messages.ts'
import { titleOf } from './titles.ts'

/** Transcripts of Claude Code: a file a session, one a subagent, and outputs of tools that were too long for either. */
export const claudeCode: ChatFormat = {
  agent: 'claude-code',
  recognises: (piece) => OUTPUT.test(piece.path) || readHead(piece).some(looksLikeLine),
  read: (piece) => readOutput(piece) ?? readTranscript(piece),
}

const OUTPUT = /(?:^|\/)([^/]+)\/tool-results\/([^/]+)\.txt$/

/**
 * It belongs to the session in whose folder it lies; there the call is answered by its beginning and
 * this file's name. Its date is not told: a copied file would make an old session young.
 */
function readOutput({ path, part, text }: ChatPiece): ReadPiece | undefined {
  const [, id, name] = OUTPUT.exec(path) ?? []
  if (id === undefined || name === undefined) return undefined
  const message = {
    id: `tool-${name}${part === 1 ? '' : `.${part}`}`,
    role: 'tool' as const,
    pieces: [{ kind: 'result' as const, ...(name.startsWith('toolu_') && { call: name }), text }],
  }
  return { conversation: { agent: 'claude-code', id, beside: name, messages: [message] }, problems: [] }
}

function readTranscript(piece: ChatPiece): ReadPiece {
  const { lines, problems } = readLines(piece)
  const identity = identify(piece, lines)
  const { messages, links, ids } = readMessages(lines, { part: piece.part, isSubagent: identity.isSubagent })
  const title = identity.isSubagent ? subagentTitle(piece.about) : titleOf(lines, ids)
  const project = firstIn(lines, 'cwd')
  const branch = lines.map((line) => textOf(line['gitBranch'])).findLast((each) => each !== undefined)
  if (messages.length === 0 && (piece.part === 1 || (title === undefined && links.length === 0))) return { problems }
  const conversation: DraftConversation = {
    agent: 'claude-code',
    id: identity.id,
    ...(title && { title }),
    ...(project !== undefined && { project }),
    ...(branch !== undefined && { branch }),
    ...(identity.parent && { parent: identity.parent }),
    ...(identity.isAutomated && { isAutomated: true }),
    messages,
    ...(links.length > 0 && { links }),
  }
  return { conversation, problems }
}

const firstIn = (lines: readonly Fields[], key: string): string | undefined =>
  lines.map((line) => textOf(line[key])).find((each) => each !== undefined)

/** The agent that sent it off said what for. */
function subagentTitle(about: string | undefined): DraftConversation['title'] {
  const { description, agentType } = parseFields(about ?? '') ?? {}
  const text = textOf(description) ?? textOf(agentType)
  return text === undefined ? undefined : { text, given: 'agent' }
}
