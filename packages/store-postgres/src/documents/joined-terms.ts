import type { ChunkId, DocumentId } from '@wuku/core/core-types'
import type { TermTable } from '@wuku/core/ports/store'

/** Rows of terms, with the chunk and the document of each. */
export interface ChunkTerms {
  readonly chunks: readonly ChunkId[]
  readonly documents: readonly DocumentId[]
  readonly terms: TermTable
}

/** One table of all rows, ascending by chunk: a batch of many small changes then writes one segment. */
export function joinTerms(parts: readonly ChunkTerms[]): ChunkTerms {
  const [first, ...others] = parts
  if (first && others.length === 0 && isAscending(first.chunks)) return first
  const rows = parts
    .flatMap((part) => part.chunks.map((chunk, row) => ({ part, row, chunk })))
    .toSorted((a, b) => a.chunk - b.chunk)
  const { vocabulary, numbers } = joinVocabularies(parts)
  const size = rows.reduce((sum, { part, row }) => sum + lengthOf(part.terms, row), 0)
  const starts = new Uint32Array(rows.length + 1)
  const [terms, strengths] = [new Uint32Array(size), new Uint8Array(size)]
  let at = 0
  for (const [nth, { part, row }] of rows.entries()) {
    const own = numbers.get(part)
    const end = part.terms.starts[row + 1] ?? 0
    for (let entry = part.terms.starts[row] ?? 0; entry < end; entry++, at++) {
      terms[at] = own?.[part.terms.terms[entry] ?? 0] ?? 0
      strengths[at] = part.terms.strengths[entry] ?? 0
    }
    starts[nth + 1] = at
  }
  return {
    chunks: rows.map(({ chunk }) => chunk),
    documents: rows.flatMap(({ part, row }) => part.documents[row] ?? []),
    terms: { vocabulary, starts, terms, strengths },
  }
}

const isAscending = (ids: readonly number[]): boolean => ids.every((id, at) => at === 0 || id > (ids[at - 1] ?? 0))

const lengthOf = ({ starts }: TermTable, row: number): number => (starts[row + 1] ?? 0) - (starts[row] ?? 0)

interface Joined {
  readonly vocabulary: readonly string[]
  /** For each part the numbers of its words in the joined one. */
  readonly numbers: ReadonlyMap<ChunkTerms, Uint32Array>
}

function joinVocabularies(parts: readonly ChunkTerms[]): Joined {
  const known = new Map<string, number>()
  const numberOf = (word: string): number => {
    const number = known.get(word) ?? known.size
    known.set(word, number)
    return number
  }
  const numbers = new Map(parts.map((part) => [part, Uint32Array.from(part.terms.vocabulary, numberOf)]))
  return { vocabulary: [...known.keys()], numbers }
}
