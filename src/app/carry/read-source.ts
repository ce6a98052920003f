import type { MovedChunk, MovedDocument, MovedPostings, MovingOrigin } from '../../adapters/stores/moving.ts'
import { unpackShort } from '../../adapters/stores/packed-text.ts'
import type { DocumentId, Json, Source } from '../../core/words.ts'
import { decodePieces, emptyPostings } from '../../postings/posting-pieces.ts'
import type { Library, LibraryVersion } from '../../ports/libraries.ts'
import type { StoreView } from '../../ports/store.ts'
import type { CarriedDocument, CarriedLine, CarriedSource } from './carried.ts'
import type { Moment } from './moment.ts'

/** A source that may be carried, with the library that it is a version of. */
export interface Carriable {
  readonly source: Source & { readonly addedAt?: number }
  readonly library?: Library
  readonly version?: LibraryVersion
}

const FILES_AT_ONCE = 1_000

export async function* readSource(wanted: Carriable, { store, origin }: Moment): AsyncGenerator<CarriedLine> {
  yield { source: carriedSource(wanted) }
  if (wanted.version)
    for (let offset = 0; ; offset += FILES_AT_ONCE) {
      const page = { version: wanted.version.id, limit: FILES_AT_ONCE, offset }
      const { items } = await store.read({ sources: 'all', hidden: true }, (view: StoreView) =>
        view.libraries.files(page),
      )
      if (items.length === 0) break
      yield { files: items.map(({ id: _, version: __, ...file }) => file) }
    }
  for await (const document of readDocuments(wanted.source, origin)) yield { document }
}

function carriedSource({ source, library, version }: Carriable): CarriedSource {
  const { kind, name, root, indexedAt, options } = source
  const { patterns, exclude, searchedByDefault, offline } = options
  return {
    kind,
    name,
    root,
    options: {
      ...(patterns && { patterns: [...patterns] }),
      ...(exclude && { exclude: [...exclude] }),
      ...(searchedByDefault !== undefined && { searchedByDefault }),
      ...(offline !== undefined && { offline }),
    },
    addedAt: source.addedAt ?? indexedAt ?? 0,
    indexedAt,
    ...(library && {
      library: { slug: library.slug, name: library.name, description: library.description, origin: library.origin },
    }),
    ...(version && { version: carriedVersion(version) }),
  }
}

function carriedVersion(found: LibraryVersion): NonNullable<CarriedSource['version']> {
  const { version, origin, ref, commit, url, createdAt, indexedAt, counts } = found
  return { version, origin, ref, commit, url, createdAt, indexedAt, counts: { ...counts } }
}

/** Terms of the chunks that were read, until their document comes: a number for each, `term * 256 + strength`. */
interface Rows {
  readonly words: string[]
  readonly numbers: Map<string, number>
  readonly byChunk: Map<number, number[]>
}

const STRENGTHS = 256

async function* readDocuments({ id: source }: Source, origin: MovingOrigin): AsyncGenerator<CarriedDocument> {
  const postings = origin.postings(new Map([[source, -1]]))[Symbol.asyncIterator]()
  const rows: Rows = { words: [], numbers: new Map(), byChunk: new Map() }
  let isOver = false
  const readOn = async (): Promise<void> => {
    const page = await postings.next()
    isOver = page.done === true
    if (!page.done) for (const part of page.value.parts) if (part.source === source) takeRows(part, rows)
  }
  for (let after: DocumentId | 0 = 0; ;) {
    const documents = await origin.documents(source, after)
    for (const document of documents) {
      while (!isOver && document.chunks.some(({ id }) => !rows.byChunk.has(id))) await readOn()
      yield carriedDocument(document, rows)
      for (const { id } of document.chunks) rows.byChunk.delete(id)
    }
    const last = documents.at(-1)
    if (!last) return
    after = last.id
  }
}

const held = emptyPostings()

function takeRows({ chunks, terms }: MovedPostings, { words, numbers, byChunk }: Rows): void {
  for (const chunk of chunks) if (!byChunk.has(chunk)) byChunk.set(chunk, [])
  for (const { term, data } of terms) {
    const number = numbers.get(term) ?? words.push(term) - 1
    numbers.set(term, number)
    decodePieces(data, held)
    for (let at = 0; at < held.count; at++)
      byChunk.get(chunks[held.chunks[at] ?? 0] ?? -1)?.push(number * STRENGTHS + (held.strengths[at] ?? 0))
  }
}

function carriedDocument({ facts, text, outline, pairs, chunks }: MovedDocument, rows: Rows): CarriedDocument {
  const own = new Map<number, number>()
  const placeOf = (word: number): number => {
    const known = own.get(word)
    if (known !== undefined) return known
    own.set(word, own.size)
    return own.size - 1
  }
  const terms = chunks.map(({ id }) =>
    (rows.byChunk.get(id) ?? []).flatMap((row) => [placeOf(Math.floor(row / STRENGTHS)), row % STRENGTHS]),
  )
  return {
    item: String(facts['item']),
    path: String(facts['path']),
    title: String(facts['title']),
    hash: String(facts['hash']),
    stamp: String(facts['stamp']),
    bytes: Number(facts['bytes']),
    lines: Number(facts['lines']),
    modifiedAt: Number(facts['modified_at']),
    meta: JSON.parse(String(facts['meta'] ?? '{}')) as CarriedDocument['meta'],
    analyser: String(facts['analyser']),
    text: unpackShort(text),
    ...(outline && { outline: JSON.parse(unpackShort(outline)) as Json }),
    ...(pairs && { pairs: Buffer.from(pairs).toString('base64') }),
    chunks: chunks.map(carriedChunk),
    vocabulary: [...own.keys()].map((word) => rows.words[word] ?? ''),
    terms,
  }
}

const carriedChunk = ({
  start,
  stop,
  line,
  end_line: end,
  headings,
  anchor,
}: MovedChunk): CarriedDocument['chunks'][number] => [
  start,
  stop,
  line,
  end,
  headings === null ? [] : (JSON.parse(headings) as string[]),
  anchor,
]
