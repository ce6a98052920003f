import { taiwanWords } from '../tables/taiwan.ts'

/** A word of Taiwan in a folded text, and what the Mainland says for it. */
export interface TaiwanWord {
  readonly start: number
  readonly end: number
  readonly mainland: string
}

const mainlandWords = new Map(taiwanWords.split('|').map((pair) => pair.split(' ') as [string, string]))
const longest = Math.max(...[...mainlandWords.keys()].map(({ length }) => length))

/** Longest words first, none overlapping. `shortest` leaves out words of fewer characters. */
export function taiwanWordsIn(folded: string, shortest: number): readonly TaiwanWord[] {
  const found: TaiwanWord[] = []
  let start = 0
  while (start < folded.length) {
    const word = wordAt(folded, start, shortest)
    if (word) found.push(word)
    start = word?.end ?? start + 1
  }
  return found
}

function wordAt(folded: string, start: number, shortest: number): TaiwanWord | undefined {
  for (let end = Math.min(folded.length, start + longest); end - start >= shortest; end--) {
    const mainland = mainlandWords.get(folded.slice(start, end))
    if (mainland !== undefined) return { start, end, mainland }
  }
  return undefined
}
