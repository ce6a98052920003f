import { chunksWithTerms } from '@wuku/kernel/chunks-with-terms'
import type { ChunkId, PassagePlace } from '@wuku/core/core-types'
import { isoTime } from '@wuku/kernel/day'
import type { StoreView } from '@wuku/core/ports/store'
import type { Way } from '@wuku/kernel/search/holders'
import { analyseQuery } from '@wuku/text/terms/query'
import type { Conversation, ConversationMessage } from '../assemble.ts'
import { citeChat } from '../catalogue.ts'
import { cutAround, spotsIn, type Spot } from '../search/snippet-text.ts'
import { wordTarget } from '../search/search-targets.ts'
import type { Branch } from '../thread/branches.ts'
import type { ReadMatch } from './conversation-page-shapes.ts'

const MAX_WORDS = 12
/** Chunks that one way of writing a word is looked for in. */
const MAX_CHUNKS = 2_000
const MAX_SHOWN = 200
/** Characters on each side of what was found. */
const WINDOW = 80
/** Different words of a message that are named. */
const MAX_NAMED_WORDS = 12

export interface Matches {
  readonly shown: readonly ReadMatch[]
  readonly total: number
}

const nothing: Matches = { shown: [], total: 0 }

/** Messages that hold every word of a query, or else those that hold some, by the index: no text of the others is read. */
export async function findWithin(
  query: string,
  { conversation, branches, view }: { conversation: Conversation; branches: readonly Branch[]; view: StoreView },
): Promise<Matches> {
  const words = wordsOf(query)
  const chunks = await findMatchingChunks(words, conversation, view)
  const matchedChunks = await messagesOf(chunks, conversation, view)
  const perWord = words.map(
    (_, at) => new Set(matchedChunks.filter(({ words: own }) => own.has(at)).map(({ index }) => index)),
  )
  const [first, ...others] = perWord
  if (!first) return nothing
  const all = others.reduce((both, each) => both.intersection(each), first)
  const matchingIndexes = all.size > 0 ? all : perWord.reduce((either, each) => either.union(each))
  const indexes = [...matchingIndexes].toSorted((a, b) => a - b)
  const shown = new Set(indexes.slice(0, MAX_SHOWN))
  const places = matchedChunks.filter(({ index }) => shown.has(index))
  const texts = await view.chunks.texts(places.map(({ chunk }) => chunk))
  const terms = new Map(words.flatMap((word) => word.terms).map((term) => [term, 1] as const))
  const renderedMatches = [...Map.groupBy(places, ({ index }) => index)].flatMap(([index, own]) => {
    const ownTexts = own.map(({ chunk }) => texts.get(chunk) ?? '')
    return describeMatch(index, ownTexts, { conversation, branches, terms })
  })
  return { shown: renderedMatches.toSorted((a, b) => a.index - b.index), total: indexes.length }
}

interface QueryWord {
  /** In which the index may hold it. */
  readonly ways: readonly Way[]
  /** By which it is seen in a text. */
  readonly terms: readonly string[]
}

const wordsOf = (query: string): readonly QueryWord[] =>
  analyseQuery(query)
    .filter(({ weight }) => weight > 0)
    .slice(0, MAX_WORDS)
    .map(({ raw, terms }) => {
      const ways = wordTarget(raw).filter((way) => way.terms.length > 0)
      return { ways, terms: [...ways.flatMap((way) => way.terms), ...terms.map(({ term }) => term)] }
    })
    .filter(({ ways }) => ways.length > 0)

/** Chunks with the numbers of the words that they hold. */
async function findMatchingChunks(words: readonly QueryWord[], { entry }: Conversation, view: StoreView) {
  const within = { documents: entry.documents.map(({ id }) => id) }
  const ways = words.flatMap(({ ways: own }, word) => own.map((way) => ({ ...way, word })))
  const found = await chunksWithTerms(
    view,
    ways.map(({ terms }) => ({ terms, required: terms, within, limit: MAX_CHUNKS })),
  )
  const unsure = found.flatMap((own, at) => (ways[at]?.holds ? own.map(({ chunk }) => chunk) : []))
  const texts = unsure.length === 0 ? new Map<ChunkId, string>() : await view.chunks.texts([...new Set(unsure)])
  const wordsByChunk = new Map<ChunkId, Set<number>>()
  for (const [at, { word, holds }] of ways.entries())
    for (const { chunk } of found[at] ?? []) {
      if (holds && !holds(texts.get(chunk) ?? '')) continue
      const own = wordsByChunk.get(chunk) ?? new Set()
      wordsByChunk.set(chunk, own.add(word))
    }
  return wordsByChunk
}

/** A chunk is of the first piece that ends no earlier; the title is of none. */
async function messagesOf(
  chunks: ReadonlyMap<ChunkId, ReadonlySet<number>>,
  { messages }: Conversation,
  view: StoreView,
): Promise<readonly { chunk: ChunkId; index: number; words: ReadonlySet<number> }[]> {
  if (chunks.size === 0) return []
  const ends = endsOf(messages)
  return (await view.chunks.places([...chunks.keys()])).flatMap((place: PassagePlace) => {
    if (place.facts.anchor === undefined) return []
    const block = ends.get(place.document.id)?.find(({ end }) => end >= place.facts.end)
    return block ? [{ chunk: place.chunk, index: block.index, words: chunks.get(place.chunk) ?? new Set() }] : []
  })
}

function endsOf(messages: readonly ConversationMessage[]) {
  const all = messages.flatMap(({ pieces, index }) => pieces.map(({ document, end }) => ({ document, end, index })))
  const inOrder = all.toSorted((a, b) => a.end - b.end)
  return Map.groupBy(inOrder, ({ document }) => document)
}

interface Ground {
  readonly conversation: Conversation
  readonly branches: readonly Branch[]
  readonly terms: ReadonlyMap<string, number>
}

function describeMatch(index: number, texts: readonly string[], ground: Ground): readonly ReadMatch[] {
  const { entry, messages } = ground.conversation
  const message = messages[index - 1]
  if (!message) return []
  const read = texts.map((text) => ({ text, spots: spotsIn(text, ground.terms) }))
  const best = read.reduce((current, each) => (each.spots.length > current.spots.length ? each : current))
  const words = new Set(read.flatMap(({ text, spots }) => writtenAt(text, spots)))
  return [
    {
      index,
      id: message.id,
      role: message.role,
      at: isoTime(message.at ?? null),
      branch: ground.branches.find((each) => each.messages.includes(message))?.id ?? '',
      words: [...words].slice(0, MAX_NAMED_WORDS),
      snippet: cutAround(best.text, best.spots, WINDOW),
      citation: citeChat(entry, message),
    },
  ]
}

/** As it stands there: characters of a Chinese word are spots that touch. */
function writtenAt(text: string, spots: readonly Spot[]): readonly string[] {
  const joined: { start: number; end: number }[] = []
  for (const { start, end } of spots.toSorted((a, b) => a.start - b.start)) {
    const last = joined.at(-1)
    if (last && start <= last.end) last.end = Math.max(last.end, end)
    else joined.push({ start, end })
  }
  return joined.map(({ start, end }) => text.slice(start, end))
}
