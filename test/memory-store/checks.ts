import type { ChunkFacts, DocumentFacts } from '@wuku/core/core-types'
import type {
  Amendment,
  AnalysedDocument,
  AnalysedSlice,
  IndexBatch,
  ItemMove,
  TermTable,
} from '@wuku/core/ports/store'
import type { TextProbe } from '@wuku/core/ports/index-view'

/** Throws on everything that the port forbids and a real store may not notice: misuse shows in a test, not in an index. */
export function checkBatch({ remove, move, touch, put, amend = [], adopt = [] }: IndexBatch): void {
  checkSlice(put)
  for (const one of move) checkMove(one)
  for (const one of amend) checkAmendment(one)
  const items = new Set([...put.documents.map(({ facts }) => facts), ...adopt].map(({ item }) => item))
  const goals = [...move.map(({ to }) => to), ...items]
  const amended = amend.map(({ document }) => document.facts.item)
  const origins = move.map(({ from }) => from)
  const touched = touch.map(({ item }) => item)
  noneTwice('removed item', remove)
  noneTwice('moved item', origins)
  noneTwice('item moved to', goals)
  noneTwice('touched item', touched)
  noneTwice('adopted item', [
    ...new Set(put.documents.map(({ facts }) => facts.item)),
    ...adopt.map(({ item }) => item),
  ])
  noneTwice('amended item', amended)
  noneTwice(
    'path',
    [put, ...move.map(({ documents }) => documents)].flatMap((slice) => slice.documents.map(({ facts }) => facts.path)),
  )
  for (const from of origins) demand(!remove.includes(from), `"${from}" is moved and removed`)
  for (const item of touched) demand(!items.has(item) && !remove.includes(item), `"${item}" is touched and replaced`)
  for (const item of amended)
    demand(![...remove, ...origins, ...goals, ...touched].includes(item), `"${item}" is amended and something else`)
}

function checkAmendment({ document, reusedPlaces: kept, terms }: Amendment): void {
  checkDocument(document)
  const { chunks, facts } = document
  const places = kept.filter((place) => place >= 0)
  demand(
    kept.length === chunks.length,
    `"${facts.path}" has ${chunks.length} chunks, and says of ${kept.length} what they were`,
  )
  checkTable(terms, kept.length - places.length)
  for (const [at, place] of places.entries())
    demand(place > (places[at - 1] ?? -1), `kept chunks of "${facts.path}" are not in their order`)
  for (const [at, { start }] of chunks.entries())
    demand(start !== chunks[at - 1]?.start, `two chunks of "${facts.path}" begin at ${start}`)
}

function checkMove({ to, stamp, documents }: ItemMove): void {
  checkSlice(documents)
  for (const { facts } of documents.documents) {
    demand(facts.item === to, `a document of "${facts.item}" is among those moved to "${to}"`)
    demand(facts.stamp === stamp, `"${facts.path}" has another stamp than its move`)
  }
}

function checkSlice({ documents, terms }: AnalysedSlice): void {
  checkTable(
    terms,
    documents.reduce((sum, { chunks }) => sum + chunks.length, 0),
  )
  for (const document of documents) checkDocument(document)
}

function checkTable({ vocabulary, starts, terms, strengths }: TermTable, rows: number): void {
  demand(starts.length === rows + 1, `${rows} chunks, but ${starts.length - 1} rows of terms`)
  demand(starts[0] === 0 && starts.at(-1) === terms.length, 'rows do not begin at 0 and end with the terms')
  demand(strengths.length === terms.length, 'as many strengths as terms')
  noneTwice('word of the vocabulary', vocabulary)
  for (let row = 0; row < rows; row++) {
    const [start = 0, end = 0] = starts.subarray(row, row + 2)
    demand(start <= end, `row ${row} ends before it begins`)
    noneTwice(`term of row ${row}`, terms.subarray(start, end))
  }
  for (const term of terms) demand(term < vocabulary.length, `term ${term} is not in the vocabulary`)
  for (const strength of strengths) demand(strength > 0, 'a strength of 0 says that the term is not there')
}

function checkDocument({ facts, text, chunks }: AnalysedDocument): void {
  checkFacts(facts)
  demand(Buffer.byteLength(text) === facts.bytes, `"${facts.path}" has ${Buffer.byteLength(text)} bytes of text`)
  chunks.forEach((chunk, i) => checkChunk(chunk, { path: facts.path, length: text.length, before: chunks[i - 1] }))
}

function checkFacts({ path, item, hash }: DocumentFacts): void {
  checkPath(path)
  demand(item !== '', 'a document without item')
  demand(/^[0-9a-f]{64}$/.test(hash), `"${path}" has a hash that is not SHA-256 in hex`)
}

export function checkPath(path: string): void {
  checkTexts(path)
  demand(path !== '', 'something without a path')
  demand(!path.startsWith('/') && !path.endsWith('/'), `"${path}" begins or ends with a slash`)
}

export function checkTexts(...texts: readonly string[]): void {
  for (const text of texts) demand(text.isWellFormed(), 'a text with half a character')
}

interface ChunkPlace {
  readonly path: string
  readonly length: number
  readonly before: ChunkFacts | undefined
}

function checkChunk({ start, end, line, endLine }: ChunkFacts, { path, length, before }: ChunkPlace): void {
  demand(0 <= start && start <= end && end <= length, `a chunk of "${path}" lies outside its text`)
  demand(1 <= line && line <= endLine, `a chunk of "${path}" has lines ${line} to ${endLine}`)
  demand(!before || (before.line <= line && before.start <= start), `chunks of "${path}" are not in their order`)
}

export function checkProbe({ terms, k1, depth }: TextProbe): void {
  for (const { term, weight } of terms) demand(weight > 0, `"${term}" has weight ${weight}`)
  demand(k1 > 0, `k1 is ${k1}`)
  demand(Number.isInteger(depth) && depth > 0, `depth is ${depth}`)
}

export function noneTwice(what: string, items: Iterable<string | number>): void {
  const seen = new Set<string | number>()
  for (const item of items) {
    demand(!seen.has(item), `${what} ${JSON.stringify(item)} stands twice`)
    seen.add(item)
  }
}

export function demand(holds: boolean, otherwise: string): asserts holds {
  if (!holds) throw new Error(`Misuse of the store: ${otherwise}.`)
}
