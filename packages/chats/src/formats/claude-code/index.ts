import type { ChatFormat, FormatInput, DraftConversation, DraftTitle, FormatOutput } from '../../conversation.ts'
import { titleRanks } from '../../conversation.ts'
import { type Fields, fieldsOf, parseFields, textOf } from '../fields.ts'
import { readFirstLine, readHead, readLines } from '../json-lines.ts'
import { looksLikeLine } from './kinds.ts'
import { readMessages } from './claude-messages.ts'

/** Transcripts of Claude Code: a file a session, one a subagent, and outputs of tools that were too long for either. */
export const claudeCode: ChatFormat = {
  agent: 'claude-code',
  recognises: (input) => OUTPUT.test(input.path) || readHead(input).some(looksLikeLine),
  read: (input) => readOutput(input) ?? readTranscript(input),
}

const OUTPUT = /(?:^|\/)([^/]+)\/tool-results\/([^/]+)\.txt$/

/**
 * An output belongs to the session in whose folder it lies; there the call is answered by the beginning of the output
 * and the name of this file. The date of this file is ignored: a copied file would make an old session look new.
 */
function readOutput({ path, part, text }: FormatInput): FormatOutput | undefined {
  const [, id, name] = OUTPUT.exec(path) ?? []
  if (id === undefined || name === undefined) return undefined
  const message = {
    id: `tool-${name}${part === 1 ? '' : `.${part}`}`,
    role: 'tool' as const,
    pieces: [{ kind: 'result' as const, ...(name.startsWith('toolu_') && { call: name }), text }],
  }
  return { conversation: { agent: 'claude-code', id, siblingFile: name, messages: [message] }, problems: [] }
}

function readTranscript(input: FormatInput): FormatOutput {
  const { lines, problems } = readLines(input)
  const identity = identify(input, lines)
  const { messages, links, ids } = readMessages(lines, { part: input.part, isSubagent: identity.isSubagent })
  const title = identity.isSubagent ? subagentTitle(input.about) : titleOf(lines, ids)
  if (messages.length === 0 && (input.part === 1 || (title === undefined && links.length === 0))) return { problems }
  const conversation: DraftConversation = {
    agent: 'claude-code',
    id: identity.id,
    title,
    project: lines.map((line) => textOf(line['cwd'])).find((each) => each !== undefined),
    branch: lines.map((line) => textOf(line['gitBranch'])).findLast((each) => each !== undefined),
    parent: identity.parent,
    ...(identity.isAutomated && { isAutomated: true }),
    messages,
    ...(links.length > 0 && { links }),
  }
  return { conversation, problems }
}

/** The agent that sent it off said what for. */
function subagentTitle(about: string | undefined): DraftConversation['title'] {
  const { description, agentType } = parseFields(about ?? '') ?? {}
  const text = textOf(description) ?? textOf(agentType)
  return text === undefined ? undefined : { text, given: 'agent' }
}

/** The title that was given with the most thought, of equal ones the last. `ids` are those of the lines of this piece. */
function titleOf(lines: readonly Fields[], ids: ReadonlySet<string>): DraftTitle | undefined {
  let best: DraftTitle | undefined
  for (const line of lines) {
    const title = titleIn(line, ids)
    if (title && titleRanks[title.given] >= titleRanks[best?.given ?? 'firstLine']) best = title
  }
  return best
}

function titleIn(line: Fields, ids: ReadonlySet<string>): DraftTitle | undefined {
  const [text, given] = givenIn(line, ids)
  const title = textOf(text)?.trim()
  return title && given ? { text: title, given } : undefined
}

function givenIn(line: Fields, ids: ReadonlySet<string>): readonly [text?: unknown, given?: DraftTitle['given']] {
  if (line['type'] === 'custom-title') return [line['customTitle'], 'person']
  if (line['type'] === 'agent-name') return [line['agentName'], 'agent']
  if (line['type'] === 'ai-title') return [line['aiTitle'], 'model']
  // Summaries of other sessions of the project stand in the same file: one that ends elsewhere is not of this one.
  return line['type'] === 'summary' && ids.has(textOf(line['leafUuid']) ?? '') ? [line['summary'], 'summary'] : []
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

const SUBAGENT = /(?:^|\/)(?:([^/]+)\/subagents\/(?:.*\/)?)?(agent-[^/]+)$/

/** Which conversation it is, and which one it came from. A file is named for its session; its lines may be another's. */
function identify(input: FormatInput, lines: readonly Fields[]) {
  const path = input.path.replace(/\.jsonl(?:\.zst)?$/, '')
  const [, folder, agent] = SUBAGENT.exec(path) ?? []
  const own = [readFirstLine(input), ...lines].filter((line) => agent !== undefined || line['isSidechain'] !== true)
  const sessions = own.flatMap((line) => textOf(line['sessionId']) ?? [])
  if (agent !== undefined) return { id: agent, parent: parentOf(folder ?? sessions[0], 'subagent'), ...subagentFlags }
  const name = path.slice(path.lastIndexOf('/') + 1)
  const id = UUID.test(name) ? name : (sessions[0] ?? name)
  const origin = forkedFrom(lines) ?? sessions.find((session) => session !== id)
  const isAutomated = lines.some((line) => textOf(line['entrypoint'])?.startsWith('sdk'))
  return { id, parent: parentOf(origin, 'fork'), isSubagent: false, isAutomated }
}

const parentOf = (id: string | undefined, as: 'subagent' | 'fork') => (id === undefined ? undefined : { id, as })

const subagentFlags = { isSubagent: true, isAutomated: true }

/** A fork says so on the lines that it took over; older versions took them over with their session's id. */
const forkedFrom = (lines: readonly Fields[]): string | undefined =>
  lines.map((line) => textOf(fieldsOf(line['forkedFrom'])['sessionId'])).find((each) => each !== undefined)
