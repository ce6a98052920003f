import { chunksWithTerms } from '@wuku/kernel/chunks-with-terms'
import { rarity } from '@wuku/core/strength'
import type { DocumentId } from '@wuku/core/core-types'
import { TAG_MARK, tagValue } from '@wuku/kernel/search/filters/stated-facts'
import { markTerm } from '@wuku/text/terms/mark-terms'
import { termsOf } from '@wuku/text/terms/terms'
import { named, type Ground } from './ground.ts'

/** Characters of the note, and different words of it, that are looked at; words of these that are looked for. */
const READ = 20_000
const MAX_WORDS = 400
const QUERY_WORDS = 24
/** Chunks that hold some of the words. */
const DEPTH = 200
const SHOWN_WORDS = 5

interface Request {
  readonly tags: readonly string[]
  /** Notes that are listed as linked already. */
  readonly without: ReadonlySet<DocumentId>
  readonly limit: number
}

/** Notes that share tags and rare words with the one that is asked for, without being linked to it. */
export async function notesNear({ tags, without, limit }: Request, ground: Ground) {
  const { view, source, note } = ground
  const tagged = await sharing(tags, ground)
  const words = await rareWords(ground)
  const ideal = words.reduce((sum, { weight }) => sum + weight, 0)
  const within = { sources: [source.id] }
  const found = (await chunksWithTerms(view, [{ terms: words, within, limit: DEPTH }])).flat()
  const byWords = new Map<DocumentId, number>()
  for (const { document, score } of found)
    byWords.set(document, Math.max(byWords.get(document) ?? 0, Math.min(1, score / ideal)))
  const best = [...new Set([...byWords.keys(), ...tagged.keys()])]
    .filter((id) => id !== note.document.id && !without.has(id))
    .map((id) => ({ id, score: 1 - (1 - (byWords.get(id) ?? 0)) * (1 - TAGS * (tagged.get(id)?.share ?? 0)) }))
    .filter(({ score }) => score >= LEAST)
    .toSorted((a, b) => b.score - a.score || a.id - b.id)
    .slice(0, limit)
  const documents = await view.documents.byId(best.map(({ id }) => id))
  const documentsByTerm = await view.terms.documentsWith(
    words.map(({ term }) => term),
    { ...within, documents: documents.map(({ id }) => id) },
  )
  const scores = new Map(best.map(({ id, score }) => [id, score]))
  return documents.map((document) => ({
    note: named(document),
    score: Math.round((scores.get(document.id) ?? 0) * 100) / 100,
    tags: tagged.get(document.id)?.tags ?? [],
    words: words
      .filter(({ term }) => documentsByTerm.get(term)?.has(document.id))
      .slice(0, SHOWN_WORDS)
      .map(({ raw }) => raw),
  }))
}

/** Weight of all tags together, relative to all words. */
const TAGS = 0.5
/** Notes below this share too little to list. */
const LEAST = 0.1

interface Shared {
  readonly tags: string[]
  /** Share of the information of all tags of the note. */
  share: number
}

/** A tag of more says nothing of any of them. */
const MAX_SHARING = 1_000

/** Rare tags count more. */
async function sharing(tags: readonly string[], { view, source }: Ground): Promise<ReadonlyMap<DocumentId, Shared>> {
  const terms = new Map(tags.map((tag) => [markTerm(TAG_MARK, tagValue(tag)), tag]))
  const { holders: documentFrequency, chunks: total } = await view.terms.stats([...terms.keys()], [source.id])
  const telling = [...terms.keys()].filter((term) => (documentFrequency.get(term) ?? 0) <= MAX_SHARING)
  const documentsByTerm = await view.terms.documentsWith(telling, { sources: [source.id] })
  const weights = new Map([...documentsByTerm].map(([term, documents]) => [term, rarity(documents.size, total)]))
  const all = [...weights.values()].reduce((sum, weight) => sum + weight, 0)
  const found = new Map<DocumentId, Shared>()
  for (const [term, documents] of documentsByTerm)
    for (const id of documents) {
      const shared = found.get(id) ?? { tags: [], share: 0 }
      shared.tags.push(terms.get(term) ?? '')
      shared.share += (weights.get(term) ?? 0) / all
      found.set(id, shared)
    }
  return found
}

/** The most characteristic words among those that some other note holds too. */
async function rareWords({ view, note, source }: Ground) {
  const text = ((await view.documents.bodies([note.document.id])).get(note.document.id) ?? '').slice(0, READ)
  const counts = new Map<string, { readonly raw: string; count: number }>()
  for (const { start, end, terms } of termsOf(text)) {
    // A character of Chinese says little, and the pair that it begins is a word most often.
    const term = terms.at(-1) === terms[0] ? terms[0] : terms.find((each) => [...each].length > 1)
    if (term === undefined || term.length < 2 || /^\d+$/.test(term)) continue
    const known = counts.get(term)
    if (known) known.count++
    else
      counts.set(term, { raw: [...term].length === 2 && end - start === 1 ? term : text.slice(start, end), count: 1 })
  }
  const commonest = [...counts].toSorted(([, a], [, b]) => b.count - a.count).slice(0, MAX_WORDS)
  const terms = commonest.map(([term]) => term)
  const { holders: documentFrequency, chunks: total } = await view.terms.stats(terms, [source.id])
  return commonest
    .flatMap(([term, { raw, count }]) => {
      const frequency = documentFrequency.get(term) ?? 0
      return frequency < 2 || frequency > total / 10 + 2 ? [] : [{ term, raw, weight: rarity(frequency, total), count }]
    })
    .toSorted((a, b) => b.weight * Math.log1p(b.count) - a.weight * Math.log1p(a.count))
    .slice(0, QUERY_WORDS)
    .map(({ term, raw, weight }) => ({ term, raw, weight }))
}
