import { decodePostings, emptyPostings } from '@wuku/index-core/postings/posting-codec'
import type { ChunkRecord, DocumentRecord, PostingsRecord, RecordReader } from '../rows/records.ts'
import { unpackShort } from '@wuku/store-sql/packed-text'
import type { DocumentId, Json, Source, SourceId } from '@wuku/core/core-types'
import type { FileDraft, Library, LibraryFile, LibraryVersion } from '@wuku/core/ports/library-store'
import type { CarriedDocument, CarriedLine, CarriedSource } from './carried-lines.ts'
import type { StoreSnapshot } from './store-snapshot.ts'

/** A source that may be carried, with the library that it is a version of. */
export interface Carriable {
  readonly source: Source & { readonly addedAt?: number }
  readonly library?: Library
  readonly version?: LibraryVersion
  /** Some of its documents, as notes of their own. */
  readonly part?: { readonly name: string; select(document: CarriedDocument): CarriedDocument | undefined }
}

/** Its name where it is taken in. */
export const nameOf = ({ source, part }: Carriable): Pick<Source, 'kind' | 'name'> =>
  part ? { kind: 'notes', name: part.name } : { kind: source.kind, name: source.name }

const FILES_AT_ONCE = 1_000

export async function* readSource(carriable: Carriable, snapshot: StoreSnapshot): AsyncGenerator<CarriedLine> {
  yield { source: carriedSource(carriable) }
  if (carriable.version)
    for (let offset = 0; ; offset += FILES_AT_ONCE) {
      const page = { version: carriable.version.id, limit: FILES_AT_ONCE, offset }
      const { items } = await snapshot.read((view) => view.libraries.files(page))
      if (items.length === 0) break
      yield { files: items.map(fileDraft) }
    }
  const { part } = carriable
  for await (const found of documentsOf(carriable.source.id, snapshot)) {
    const document = part ? part.select(found) : found
    if (document) yield { document }
  }
}

/** Facts say where on this machine a file came from. */
function fileDraft({ id: _id, version: _version, ...file }: LibraryFile): FileDraft {
  return { ...file, facts: {} }
}

function carriedSource(carriable: Carriable): CarriedSource {
  const { source, library, version } = carriable
  const { root, indexedAt, options, addedAt } = source
  const { patterns, exclude, searchedByDefault, offline } = options
  return {
    ...nameOf(carriable),
    root,
    options: { patterns: patterns && [...patterns], exclude: exclude && [...exclude], searchedByDefault, offline },
    addedAt: addedAt ?? indexedAt ?? 0,
    indexedAt,
    ...(library && { library: carriedLibrary(library) }),
    ...(version && { version: carriedVersion(version) }),
  }
}

function carriedLibrary({ slug, name, description, origin }: Library): NonNullable<CarriedSource['library']> {
  return { slug, name, description, origin: fetched(origin) }
}

/** A folder of this machine is another one elsewhere. */
const fetched = (origin: LibraryVersion['origin']) => (origin?.type === 'folder' ? null : origin)

function carriedVersion(found: LibraryVersion): NonNullable<CarriedSource['version']> {
  const { version, origin, ref, commit, url, createdAt, indexedAt, counts } = found
  return { version, origin: fetched(origin), ref, commit, url, createdAt, indexedAt, counts: { ...counts } }
}

type Terms = Pick<CarriedDocument, 'vocabulary' | 'terms'>

const carriedDocument = ({ facts, text, outline, pairs, chunks }: DocumentRecord, terms: Terms): CarriedDocument => ({
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
  ...terms,
})

function carriedChunk(chunk: ChunkRecord): CarriedDocument['chunks'][number] {
  const { start, stop, line, end_line: end, headings, anchor } = chunk
  return [start, stop, line, end, headings === null ? [] : (JSON.parse(headings) as string[]), anchor]
}

/** Terms of chunks until their document comes, a number for each: `term * 256 + strength`. */
interface Rows {
  readonly words: string[]
  readonly numbers: Map<string, number>
  readonly byChunk: Map<number, number[]>
}

const STRENGTHS = 256

/** Memory holds the terms of chunks between their place and that of their document, and no more. */
async function* documentsOf(source: SourceId, origin: RecordReader): AsyncGenerator<CarriedDocument> {
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
      yield carriedDocument(document, termsOf(document, rows))
      for (const { id } of document.chunks) rows.byChunk.delete(id)
    }
    const last = documents.at(-1)
    if (!last) return
    after = last.id
  }
}

function collectRows({ chunks, terms }: PostingsRecord, { words, numbers, byChunk }: Rows): void {
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

function termsOf({ chunks }: DocumentRecord, { words, byChunk }: Rows): Terms {
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
