import { sha1 } from '../corpus.ts'
import { randomFrom, type Random } from './random.ts'
import { textsOf, type DraftWorkflow } from './workload.ts'

export interface Query {
  readonly kind: QueryKind
  readonly text: string
  /** Its words in small letters: a workflow that holds one of them should be found. */
  readonly words: readonly string[]
}

/** 200 in all. */
const counts = {
  'word of a name': 20,
  'rare word': 30,
  'common word': 30,
  'two words': 30,
  'Chinese run': 40,
  mixed: 20,
  substring: 20,
  'no hit': 10,
} as const
export type QueryKind = keyof typeof counts
export const queryKinds = Object.keys(counts) as readonly QueryKind[]

/** The same queries for the same workload, the kinds mixed; `part` of all of them. */
export function makeQueries(workload: readonly DraftWorkflow[], part: number): readonly Query[] {
  const vocabulary = readVocabulary(workload)
  const random = randomFrom(7)
  return queryKinds
    .flatMap((kind) => {
      const wanted = Math.max(2, Math.round(counts[kind] * part))
      return take(wanted, () => ({ kind, ...make[kind](vocabulary, random) }))
    })
    .toSorted((a, b) => (sha1(a.text) < sha1(b.text) ? -1 : 1))
}

interface Vocabulary {
  /** Words of Latin letters, those of the fewest workflows first. */
  readonly words: readonly string[]
  /** Words with digits, such as the name of a commit. */
  readonly names: readonly string[]
  /** Whole words of names and descriptions, of any script. */
  readonly headings: readonly string[]
  readonly runs: readonly string[]
}

type Made = Omit<Query, 'kind'>

const make: Record<QueryKind, (vocabulary: Vocabulary, random: Random) => Made> = {
  'word of a name': ({ headings }, random) => of(random.pick(headings)),
  'rare word': ({ words, names }, random) => of(random.whole(4) === 0 ? random.pick(names) : rare(words, random)),
  'common word': ({ words }, random) => of(common(words, random)),
  'two words': ({ words }, random) => of(rare(words, random), common(words, random)),
  'Chinese run': ({ runs }, random) => of(partOf(random.pick(runs), 2 + random.whole(5), random)),
  mixed: ({ words, runs }, random) => of(common(words, random), partOf(random.pick(runs), 2 + random.whole(3), random)),
  substring: ({ words }, random) => {
    const word = random.pick(words.filter((each) => each.length > 8))
    return of(word.slice(2, 7))
  },
  'no hit': (_, random) => ({ text: `zq${random.whole(2 ** 31).toString(36)}vx`, words: [] }),
}

const of = (...words: readonly string[]): Made => ({
  text: words.join(' '),
  words: words.map((word) => word.toLowerCase()),
})

const rare = (words: readonly string[], random: Random): string => random.pick(words.slice(0, words.length >> 1))
const common = (words: readonly string[], random: Random): string => random.pick(words.slice(-300))

/** Characters and not units: rare ones have two. */
function partOf(run: string, length: number, random: Random): string {
  const characters = [...run]
  const start = random.whole(Math.max(1, characters.length - length + 1))
  return characters.slice(start, start + length).join('')
}

function readVocabulary(workload: readonly DraftWorkflow[]): Vocabulary {
  const holders = new Map<string, number>()
  const runs = new Set<string>()
  for (const workflow of workload) {
    const all = textsOf(workflow).join('\n')
    for (const word of new Set(all.toLowerCase().match(/\b[a-z][a-z0-9]{3,19}\b/g)))
      holders.set(word, (holders.get(word) ?? 0) + 1)
    const [first = ''] = all.match(/\p{sc=Han}{4,12}/gu) ?? []
    if (first) runs.add(first)
  }
  const words = [...holders].toSorted(([a, x], [b, y]) => x - y || (a < b ? -1 : 1)).map(([word]) => word)
  const headings = workload.flatMap(
    ({ name, description }) => `${name} ${description}`.match(/[\p{L}\p{N}]{2,12}/gu) ?? [],
  )
  return {
    headings,
    runs: [...runs].toSorted(),
    words: words.filter((word) => !hasDigit(word)),
    names: words.filter(hasDigit),
  }
}

const hasDigit = (word: string): boolean => /\d/.test(word)

/** Different ones, as far as there are any. */
function take(wanted: number, next: () => Query): readonly Query[] {
  const made = new Map<string, Query>()
  for (let tries = 0; made.size < wanted && tries < wanted * 20; tries++) {
    const query = next()
    made.set(query.text, query)
  }
  return [...made.values()]
}
