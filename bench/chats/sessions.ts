import { readRecords, text } from '../quality/records.ts'
import type { MadeChat, MadeMessage } from './history.ts'

/** The part of an answer of `search_conversations` that is read. */
export interface Found {
  readonly results: readonly { readonly chatId: string }[]
}

/** Sessions as the set names them, best first. */
export function sessionsIn({ results }: Found, chats: readonly MadeChat[]): readonly string[] {
  const named = new Map(chats.map((chat) => [chat.id, sessionOf(chat)]))
  return results.map(({ chatId }) => named.get(chatId) ?? chatId)
}

/** Sessions of the set are named `conv-26/S1`, and files are not. */
const sessionOf = ({ id, project }: MadeChat): string => `${scopeOf(project)}/${id.split('--').at(-1)}`
export const scopeOf = (project: string): string => project.split('/').at(-1) ?? ''

export function readSessions(file: string): readonly MadeChat[] {
  const turns = readRecords(file)
  return [...Map.groupBy(turns, (turn) => text(turn, 'session'))].map(([session, own]) => {
    const first = text(own[0] ?? {}, 'speaker')
    return {
      id: session.replace('/', '--'),
      project: `/home/reader/${session.split('/')[0]}`,
      messages: own.map((turn, at): MadeMessage => ({
        id: text(turn, '_id'),
        role: text(turn, 'speaker') === first ? 'user' : 'assistant',
        at: dateOf(text(turn, 'time')) + at * 60_000,
        text: text(turn, 'text'),
      })),
    }
  })
}

/** "1:56 pm on 8 May, 2023". */
function dateOf(time: string): number {
  const [, hour, minute, half, date] = /^(\d+):(\d+) (am|pm) on (.+)$/.exec(time) ?? []
  const day = Date.parse(`${date} UTC`)
  return day + ((Number(hour) % 12) + (half === 'pm' ? 12 : 0)) * 3_600_000 + Number(minute) * 60_000
}
