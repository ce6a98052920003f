import type { ChatPiece, DraftConversation } from '../../conversation.ts'
import { fieldsOf, textOf, type Fields } from '../fields.ts'
import { readFirstLine } from '../lines.ts'

export interface Identity {
  readonly id: string
  readonly parent?: DraftConversation['parent']
  readonly isSubagent: boolean
  readonly isAutomated: boolean
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const SUBAGENT = /(?:^|\/)(?:([^/]+)\/subagents\/(?:.*\/)?)?(agent-[^/]+)$/

/** Which conversation it is, and which one it came from. A file is named for its session; its lines may be another's. */
export function identify(piece: ChatPiece, lines: readonly Fields[]): Identity {
  const path = piece.path.replace(/\.jsonl(?:\.zst)?$/, '')
  const [, folder, agent] = SUBAGENT.exec(path) ?? []
  const own = [readFirstLine(piece), ...lines].filter((line) => agent !== undefined || line['isSidechain'] !== true)
  const sessions = own.flatMap((line) => textOf(line['sessionId']) ?? [])
  if (agent !== undefined) {
    const parent = folder ?? sessions[0]
    return { id: agent, ...(parent !== undefined && { parent: { id: parent, as: 'subagent' } }), ...nobody }
  }
  const name = path.slice(path.lastIndexOf('/') + 1)
  const id = UUID.test(name) ? name : (sessions[0] ?? name)
  const origin = forkedFrom(lines) ?? sessions.find((session) => session !== id)
  const isAutomated = lines.some((line) => textOf(line['entrypoint'])?.startsWith('sdk'))
  return { id, ...(origin !== undefined && { parent: { id: origin, as: 'fork' } }), isSubagent: false, isAutomated }
}

const nobody = { isSubagent: true, isAutomated: true }

/** A fork says so on the lines that it took over; older versions took them over with their session's id. */
const forkedFrom = (lines: readonly Fields[]): string | undefined =>
  lines.map((line) => textOf(fieldsOf(line['forkedFrom'])['sessionId'])).find((each) => each !== undefined)
