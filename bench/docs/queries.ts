import { sha1 } from '../corpus.ts'
import { randomFrom, type Random } from '../pads/random.ts'
import type { Question } from '../quality/sets.ts'
import type { DocsQuery } from './ask.ts'

/** 200 in all. */
const counts = {
  'a question': 100,
  'a name in code': 40,
  'words of a line': 30,
  'several topics': 15,
  'all libraries': 15,
} as const
export type QueryKind = keyof typeof counts
export const queryKinds = Object.keys(counts) as readonly QueryKind[]

export interface MadeQuery {
  readonly kind: QueryKind
  readonly query: DocsQuery
}

/** Texts of a library, from which queries are made. */
export interface Shelf {
  readonly library: string
  readonly texts: readonly string[]
}

export interface QueryStock {
  readonly shelves: readonly Shelf[]
  /** Questions of people, in both languages; their scope is a library. */
  readonly questions: readonly Question[]
}

/** Each of them once, and the same for the same libraries; the kinds mixed. */
export function makeDocsQueries(stock: QueryStock, seed: number): readonly MadeQuery[] {
  const random = randomFrom(seed)
  const made = new Map<string, MadeQuery>()
  for (const kind of queryKinds) {
    const enough = made.size + counts[kind]
    for (let tries = 0; made.size < enough && tries < 100 * enough; tries++) {
      const query = make[kind](stock, random)
      if (query.topic.trim() !== '') made.set(JSON.stringify(query), { kind, query })
    }
  }
  return [...made]
    .map(([key, query]) => ({ query, order: sha1(key) }))
    .toSorted((a, b) => (a.order < b.order ? -1 : 1))
    .map(({ query }) => query)
}

const make: Record<QueryKind, (stock: QueryStock, random: Random) => DocsQuery> = {
  'a question': (stock, random) => asked(pickQuestion(stock, random)),
  'a name in code': ({ shelves }, random) => {
    const { library, texts } = random.pick(shelves)
    return { library_id: library, topic: nameIn(random.pick(texts), random), mode: 'code' }
  },
  'words of a line': ({ shelves }, random) => {
    const { library, texts } = random.pick(shelves)
    return { library_id: library, topic: wordsIn(random.pick(texts), random) }
  },
  'several topics': (stock, random) => {
    const question = pickQuestion(stock, random)
    const other = random.pick(stock.questions.filter(({ scope }) => scope === question.scope))
    return { library_id: question.scope, topic: `${question.text}, ${other.text}` }
  },
  'all libraries': (stock, random) => ({ ...asked(pickQuestion(stock, random)), library_id: '0' }),
}

/** As often Chinese as English, however many there are of each. */
function pickQuestion({ questions }: QueryStock, random: Random): Question {
  const isChinese = random.whole(2) === 0
  return random.pick(questions.filter(({ text }) => /\p{sc=Han}/u.test(text) === isChinese))
}

const asked = ({ scope, text }: Question): DocsQuery => ({ library_id: scope, topic: text })

const NAME = /\b(?:[a-z]+(?:[A-Z][a-z]+)+|[a-z]{3,}(?:_[a-z]{2,})+|[a-z]{3,}\.[a-z]{3,}[a-zA-Z]*)\b/g

function nameIn(text: string, random: Random): string {
  const names = text.match(NAME) ?? []
  return names.length === 0 ? '' : random.pick(names)
}

/** Five or so of one line, in their order. */
function wordsIn(text: string, random: Random): string {
  const lines = text.split('\n').filter((line) => line.length > 40 && line.length < 400)
  if (lines.length === 0) return ''
  const words = random.pick(lines).match(/\p{sc=Han}{2,6}|[a-zA-Z]{4,}/gu) ?? []
  return words
    .filter((_, at) => at % 2 === 0)
    .slice(0, 5)
    .join(' ')
}
