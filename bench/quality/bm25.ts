import { wordsOf } from './words.ts'
import type { Contestant, Ready } from './contestant.ts'
import type { Question, QuestionSet } from './sets.ts'

const K1 = 1.2
const B = 0.75

interface Index {
  readonly set: QuestionSet
  /** For each word, the documents that hold it, each with its weight, rarity included. */
  readonly postings: ReadonlyMap<string, readonly Posting[]>
}

interface Posting {
  readonly document: number
  readonly weight: number
}

/** Plain BM25 in memory, title and text as one. */
export const bm25: Contestant = {
  name: 'BM25',
  takeIn: (set) => Promise.resolve(ready({ set, postings: buildPostings(set) })),
}

const ready = (index: Index): Ready => ({
  ask: (question) => Promise.resolve(search(index, question)),
  close: () => Promise.resolve(),
})

function search({ set, postings }: Index, question: Question): readonly string[] {
  const scores = new Map<number, number>()
  for (const word of wordsOf(question.text))
    for (const { document, weight } of postings.get(word) ?? [])
      scores.set(document, (scores.get(document) ?? 0) + weight)
  return [...scores]
    .filter(([document]) => !question.scope || set.documents[document]?.scope === question.scope)
    .toSorted(([a, x], [b, y]) => y - x || a - b)
    .slice(0, 100)
    .map(([document]) => set.documents[document]?.id ?? '')
}

function buildPostings(set: QuestionSet): Index['postings'] {
  const documents = set.documents.map(({ title, text }) => wordsOf(`${title}\n${text}`))
  const usual = documents.reduce((sum, words) => sum + words.length, 0) / Math.max(1, documents.length)
  const postings = new Map<string, Posting[]>()
  documents.forEach((words, document) => {
    const length = 1 - B + (B * words.length) / usual
    for (const [word, count] of counts(words)) {
      const held = postings.get(word) ?? []
      held.push({ document, weight: (count * (K1 + 1)) / (count + K1 * length) })
      postings.set(word, held)
    }
  })
  return new Map([...postings].map(([word, held]) => [word, weighByRarity(held, documents.length)]))
}

function weighByRarity(held: readonly Posting[], total: number): readonly Posting[] {
  const rarity = Math.log(1 + (total - held.length + 0.5) / (held.length + 0.5))
  return held.map(({ document, weight }) => ({ document, weight: weight * rarity }))
}

function counts(words: readonly string[]): ReadonlyMap<string, number> {
  const found = new Map<string, number>()
  for (const word of words) found.set(word, (found.get(word) ?? 0) + 1)
  return found
}
