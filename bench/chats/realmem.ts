import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fullPathOf } from '@wuku/core/part-paths'
import type { Citation } from '@wuku/core/citation'
import type { Tools } from '../house/build.ts'
import { askConversations, askRecall, type Answered } from '../house/doors.ts'
import type { HouseSource } from '../house/kept.ts'
import { list, readRecords, text, type JsonRecord } from '../quality/records.ts'
import type { Question } from '../quality/sets.ts'
import type { ChatsTool } from './friends.ts'
import type { MadeChat } from './history.ts'
import { writeSessions } from './write.ts'

/** Whole messages of people to an assistant, and the earlier sessions of theirs that each needs. */
export interface RealMem {
  readonly chats: readonly MadeChat[]
  readonly questions: readonly PersonaQuestion[]
  /** A source for each person; written where they do not lie yet. */
  sources(folder: string): readonly HouseSource[]
}

/** Asked of one person's sessions before a moment, in milliseconds since the epoch. */
export interface PersonaQuestion extends Question {
  readonly asked: number
}

export function readRealMem(folder: string): RealMem {
  const sessions = readRecords(join(folder, 'sessions.jsonl'))
  const personas = [...Map.groupBy(sessions, personaOf)].map(([persona, own]) => [persona, readPersona(own)] as const)
  const chats = personas.flatMap(([, own]) => own)
  const byPersona = new Map(personas)
  return {
    chats,
    questions: readRecords(join(folder, 'queries.jsonl')).map((record) => ({
      text: text(record, 'text'),
      scope: personaOf(record),
      grades: new Map(list(record, 'sessions').map((session) => [session, 1])),
      excluded: new Set<string>(),
      asked: byPersona.get(personaOf(record))?.[Number(record['before_order'])]?.messages[0]?.at ?? Infinity,
    })),
    sources(place) {
      if (!existsSync(place)) writeSessions(chats, place)
      return readdirSync(place)
        .toSorted()
        .map((name) => ({ kind: 'chats', name: name.replace('-home-reader-', ''), root: join(place, name) }))
    },
  }
}

/** Sessions of the set are named by their files. */
export const sessionOf = ({ path }: Citation): string => fullPathOf(path)

export const askRealMem = (
  product: Pick<Tools, 'call'>,
  { text: query, scope, asked }: PersonaQuestion,
  tool: ChatsTool,
): Promise<Answered> =>
  tool === 'recall'
    ? askRecall(product, { query, sources: [scope], until: String(asked) })
    : askConversations(product, { intent_query: query, project: scope, time_window: { start: 0, end: asked - 1 } })

const personaOf = (record: JsonRecord): string => text(record, 'persona').replaceAll('_', '-')

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** In order of time. The clock goes on by two hours if a date steps back or two sessions share one. */
function readPersona(sessions: readonly JsonRecord[]): readonly MadeChat[] {
  let clock = 0
  return sessions
    .toSorted((a, b) => Number(a['order']) - Number(b['order']))
    .map((session) => {
      clock = Math.max(Date.parse(text(session, 'date')), clock + 2 * HOUR)
      const id = text(session, 'session')
      return {
        id,
        project: `/home/reader/${personaOf(session)}`,
        messages: (session['turns'] as readonly JsonRecord[]).map((turn, at) => ({
          id: `${id}-${at}`,
          role: text(turn, 'role') === 'user' ? 'user' : 'assistant',
          at: clock + at * MINUTE,
          text: text(turn, 'text'),
        })),
      }
    })
}
