import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Citation } from '@wuku/core/citation'
import { fullPathOf } from '@wuku/core/part-paths'
import type { Tools } from '../house/build.ts'
import { askConversations, askRecall, type Answered, type Depth } from '../house/doors.ts'
import type { HouseSource } from '../house/kept.ts'
import type { Question } from '../quality/sets.ts'
import { readSessions, scopeOf } from './sessions.ts'
import { writeSessions } from './write.ts'

/** Tools that find conversations. */
export type ChatsTool = 'recall' | 'search_conversations'

/** Unit of an answer: a message, or a whole conversation. */
export type Wanted = 'turns' | 'sessions'

/** Sessions of pairs of friends, a folder and a source a pair; each question is asked of one pair. */
export interface Friends {
  /** Written where they do not lie yet. */
  sources(folder: string): readonly HouseSource[]
  readonly count: number
  /** As the set names it. */
  idOf(wanted: Wanted): (place: Citation) => string
}

export function readFriends(turns: string): Friends {
  const chats = readSessions(turns)
  const sessions = new Map(chats.map(({ id, project }) => [id, `${scopeOf(project)}/${id.split('--').at(-1)}`]))
  return {
    count: chats.length,
    sources(folder) {
      if (!existsSync(folder)) writeSessions(chats, folder)
      return readdirSync(folder)
        .toSorted()
        .map((name) => ({ kind: 'chats', name: name.replace('-home-reader-', ''), root: join(folder, name) }))
    },
    idOf: (wanted) => (wanted === 'turns' ? messageOf : ({ path }) => sessions.get(fullPathOf(path)) ?? path),
  }
}

const messageOf = ({ anchor, path }: Citation): string => anchor ?? path

export interface Asking {
  readonly tool: ChatsTool
  readonly depth?: Depth
}

export const askFriends = (
  product: Pick<Tools, 'call'>,
  { text, scope }: Pick<Question, 'text' | 'scope'>,
  { tool, depth }: Asking,
): Promise<Answered> =>
  tool === 'recall'
    ? askRecall(product, { query: text, sources: [scope] }, depth)
    : askConversations(product, { intent_query: text, project: scope }, depth)
