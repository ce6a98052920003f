import { sha1 } from '../corpus.ts'
import { randomFrom, type Random } from '../pads/random.ts'
import type { MadeChat } from './history.ts'

/** A call of `search_conversations`; every parameter that is not named has its default. */
export interface ChatQuery {
  readonly kind: QueryKind
  readonly input: Readonly<Record<string, unknown>>
  /** The conversation that the words were taken from: it should be found. */
  readonly target?: string
}

/** 200 in all. */
const counts = {
  'rare words': 40,
  'a vague description': 50,
  'a run of Chinese': 30,
  'all of some terms': 20,
  'a window of time': 20,
  'without a term': 10,
  fuzzy: 20,
  recent: 10,
} as const
export type QueryKind = keyof typeof counts
export const queryKinds = Object.keys(counts) as readonly QueryKind[]

/** The same for the same conversations, the kinds mixed. */
export function makeChatQueries(chats: readonly MadeChat[]): readonly ChatQuery[] {
  const random = randomFrom(5)
  return queryKinds
    .flatMap((kind) =>
      Array.from({ length: counts[kind] }, () => {
        const chat = random.pick(chats)
        const words = wordsOf(random.pick(chat.messages).text, random)
        const input = make[kind](words, { random, chats })
        return { kind, input, ...(taken.has(kind) && { target: chat.id }) }
      }),
    )
    .map((query) => ({ query, order: sha1(JSON.stringify(query.input)) }))
    .toSorted((a, b) => (a.order < b.order ? -1 : 1))
    .map(({ query }) => query)
}

interface Made {
  readonly random: Random
  readonly chats: readonly MadeChat[]
}

const taken: ReadonlySet<QueryKind> = new Set(['rare words', 'a vague description', 'all of some terms', 'fuzzy'])

const make: Record<QueryKind, (words: readonly string[], made: Made) => ChatQuery['input']> = {
  'rare words': (words) => ({
    intent_query: words
      .toSorted((a, b) => b.length - a.length)
      .slice(0, 2)
      .join(' '),
  }),
  'a vague description': (words) => ({ intent_query: words.join(' ') }),
  'a run of Chinese': (_, { random, chats }) => ({ intent_query: chineseRun(chats, random) }),
  'all of some terms': (words) => ({ intent_query: words.slice(0, 3), match: 'all' }),
  'a window of time': (words) => ({
    intent_query: words.slice(0, 4).join(' '),
    time_window: { start: Date.UTC(2025, 5, 1), end: Date.UTC(2025, 11, 1) },
  }),
  'without a term': (words) => ({
    intent_query: words.slice(1, 5).join(' ') || words[0],
    exclude_terms: words.slice(0, 1),
  }),
  fuzzy: (words, { random }) => ({
    intent_query: words
      .slice(0, 3)
      .map((word) => mistyped(word, random))
      .join(' '),
    precision_mode: 'fuzzy',
  }),
  recent: () => ({ intent_query: '*', include_tools_in_search: false }),
}

/** Six in ten of them, in their order, as somebody remembers a sentence. */
function wordsOf(text: string, random: Random): readonly string[] {
  const all = text.match(/\p{sc=Han}{2,6}|[\p{L}\p{N}]{3,}/gu) ?? ['nothing']
  const kept = all.filter(() => random.whole(10) < 6).slice(0, 8)
  return kept.length > 0 ? kept : all.slice(0, 3)
}

function chineseRun(chats: readonly MadeChat[], random: Random): string {
  for (let tries = 0; tries < 500; tries++) {
    const [run] = /\p{sc=Han}{4,8}/u.exec(random.pick(random.pick(chats).messages).text) ?? []
    if (run) return run
  }
  return '没有'
}

function mistyped(word: string, random: Random): string {
  if (word.length < 5) return word
  const at = 1 + random.whole(word.length - 2)
  return word.slice(0, at) + word.charAt(at + 1) + word.charAt(at) + word.slice(at + 2)
}
