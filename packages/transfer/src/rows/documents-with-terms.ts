import type { DocumentId, SourceId } from '@wuku/core/core-types'
import { decodePostings, emptyPostings } from '@wuku/index-core/postings/posting-codec'
import type { MovedDocument, MovedPostings, MovingOrigin } from './moving.ts'

/** A document with the terms of its chunks, whatever the order in which a store keeps them. */
export interface DocumentWithTerms {
  readonly document: MovedDocument
  readonly vocabulary: readonly string[]
  /** For each chunk pairs of a place in the vocabulary and a strength. */
  readonly terms: readonly number[][]
}

/** Terms of chunks until their document comes, a number for each: `term * 256 + strength`. */
interface Rows {
  readonly words: string[]
  readonly numbers: Map<string, number>
  readonly byChunk: Map<number, number[]>
}

const STRENGTHS = 256

/** Memory holds the terms of chunks between their place and that of their document, and no more. */
export async function* documentsWithTerms(source: SourceId, origin: MovingOrigin): AsyncGenerator<DocumentWithTerms> {
  const postings = origin.postings(new Map([[source, -1]]))[Symbol.asyncIterator]()
  const rows: Rows = { words: [], numbers: new Map(), byChunk: new Map() }
  /** `false`: there are no more. */
  const readOn = async (): Promise<boolean> => {
    const page = await postings.next()
    if (page.done === true) return false
    for (const part of page.value.parts) if (part.source === source) collectRows(part, rows)
    return true
  }
  for (let after: DocumentId | 0 = 0; ;) {
    const documents = await origin.documents(source, after)
    for (const document of documents) {
      const isComplete = (): boolean => document.chunks.every(({ id }) => rows.byChunk.has(id))
      while (!isComplete() && (await readOn()));
      yield { document, ...termsOf(document, rows) }
      for (const { id } of document.chunks) rows.byChunk.delete(id)
    }
    const last = documents.at(-1)
    if (!last) return
    after = last.id
  }
}

function collectRows({ chunks, terms }: MovedPostings, { words, numbers, byChunk }: Rows): void {
  const postings = emptyPostings()
  for (const chunk of chunks) if (!byChunk.has(chunk)) byChunk.set(chunk, [])
  for (const { term, data } of terms) {
    const number = numbers.get(term) ?? words.push(term) - 1
    numbers.set(term, number)
    decodePostings(data, postings)
    for (let at = 0; at < postings.count; at++)
      byChunk.get(chunks[postings.chunks[at] ?? 0] ?? -1)?.push(number * STRENGTHS + (postings.strengths[at] ?? 0))
  }
}

function termsOf({ chunks }: MovedDocument, { words, byChunk }: Rows): Pick<DocumentWithTerms, 'vocabulary' | 'terms'> {
  const own = new Map<number, number>()
  const placeOf = (word: number): number => {
    const known = own.get(word) ?? own.size
    own.set(word, known)
    return known
  }
  const terms = chunks.map(({ id }) =>
    (byChunk.get(id) ?? []).flatMap((row) => [placeOf(Math.floor(row / STRENGTHS)), row % STRENGTHS]),
  )
  return { vocabulary: [...own.keys()].map((word) => words[word] ?? ''), terms }
}
