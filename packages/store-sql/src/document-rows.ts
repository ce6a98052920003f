import type {
  ChunkFacts,
  DocumentId,
  SourceId,
  StoredDocument,
  DocumentFacts,
  ChunkId,
  Passage,
  PassagePlace,
} from '@wuku/core/core-types'
import type { DocumentFilter } from '@wuku/core/ports/index-view'
import type { ParseStored } from './stored-rows.ts'
import { hash as digest } from 'node:crypto'
import { type ModelTextInput, modelTextOf } from '@wuku/text/show/model-text'

export interface DocumentRow extends Pick<
  DocumentFacts,
  'item' | 'path' | 'title' | 'hash' | 'stamp' | 'bytes' | 'lines'
> {
  readonly id: DocumentId
  readonly source: SourceId
  readonly modified_at: number
  readonly meta: string
  readonly analyser: string
}

export const documentColumns = 'id, source, item, path, title, hash, stamp, bytes, lines, modified_at, meta, analyser'

type Meta = StoredDocument['meta']

/** Files of one language that play one part say the same of themselves: it is read once. */
export function toDocuments(rows: readonly DocumentRow[], parse: ParseStored): StoredDocument[] {
  const metas = new Map<string, Meta>()
  return rows.map((row) => {
    const meta = metas.get(row.meta) ?? parse<Meta>(row.meta)
    metas.set(row.meta, meta)
    return {
      id: row.id,
      source: row.source,
      item: row.item,
      path: row.path,
      title: row.title,
      hash: row.hash,
      stamp: row.stamp,
      bytes: row.bytes,
      lines: row.lines,
      modifiedAt: row.modified_at,
      meta,
      analyser: row.analyser,
    }
  })
}

/** Place of a chunk in its document, as it is stored. */
export interface ChunkPlace {
  readonly start: number
  readonly stop: number
  readonly line: number
  readonly end_line: number
  readonly headings: string | null
  readonly anchor: string | null
}

export const placeColumns = 'start, stop, line, end_line, headings, anchor'

export const toChunkFacts = (row: ChunkPlace, parse: ParseStored): ChunkFacts => ({
  start: row.start,
  end: row.stop,
  line: row.line,
  endLine: row.end_line,
  headings: row.headings === null ? [] : parse<string[]>(row.headings),
  ...(row.anchor === null ? {} : { anchor: row.anchor }),
})

export const toPlace = ({ start, end, line, endLine, headings, anchor }: ChunkFacts): ChunkPlace => ({
  start,
  stop: end,
  line,
  end_line: endLine,
  headings: headings.length === 0 ? null : JSON.stringify(headings),
  anchor: anchor ?? null,
})

export const isSamePlace = (one: ChunkPlace, other: ChunkPlace): boolean =>
  one.start === other.start &&
  one.stop === other.stop &&
  one.line === other.line &&
  one.end_line === other.end_line &&
  one.headings === other.headings &&
  one.anchor === other.anchor

/** Whether only some documents of the sources are meant. */
export const narrowsToDocuments = (filter: DocumentFilter) => filter.documents !== undefined || narrowsByFacts(filter)

/** Whether only documents of some paths or times are meant. */
export const narrowsByFacts = (filter: DocumentFilter): boolean =>
  folderOf(filter) !== undefined ||
  filter.paths !== undefined ||
  filter.since !== undefined ||
  filter.before !== undefined

/** `undefined` when the filter does not narrow by folder. */
export const folderOf = ({ under }: DocumentFilter): string | undefined => under?.replace(/\/+$/, '') || undefined

/** In which order a folder lists its files. */
export const orders = { path: 'path', changed: 'modified_at DESC, path', size: 'bytes DESC, path' } as const

/** A folder with its slash, as paths begin that lie in it. */
export const topOf = (under: string): string => (under === '' ? '' : `${under}/`)

/** Two texts with the same 16 bytes are not to be expected before 2^64 of them. */
const HASH_BYTES = 16

/** Vectors are kept by it: chunks that say the same have one. */
export const hashContent = (content: ModelTextInput): Uint8Array =>
  digest('sha256', modelTextOf(content), 'buffer').subarray(0, HASH_BYTES)

export interface FoundChunk {
  readonly chunk: ChunkId
  readonly document: DocumentId
  readonly row: ChunkPlace
}

export function placesIn(found: readonly FoundChunk[], documents: readonly StoredDocument[], parse: ParseStored) {
  const byId = new Map(documents.map((document) => [document.id, document]))
  return found.map(({ chunk, document, row }) => ({
    chunk,
    document: byId.get(document) ?? notStored(document),
    facts: toChunkFacts(row, parse),
  }))
}

export const passagesIn = (places: readonly PassagePlace[], bodies: ReadonlyMap<DocumentId, () => string>) =>
  places.map((place) => passageOf(place, bodies.get(place.document.id) ?? notStored(place.document.id)))

function notStored(id: DocumentId): never {
  throw new Error(`Chunks of document ${id} are stored, but not the document.`)
}

/** Its text is cut out when it is looked at. A getter of its own would be put among V8's old objects at once, and with it the whole text of the document. */
const passageOf = ({ chunk, document, facts }: PassagePlace, body: () => string): Passage =>
  Object.defineProperties({ chunk, document, facts } as Unread, { [BODY]: { value: body }, text: textOfBody })

const BODY = Symbol('body')

interface Unread extends Passage {
  readonly [BODY]: () => string
}

const textOfBody: PropertyDescriptor & ThisType<Unread> = {
  enumerable: true,
  get() {
    return this[BODY]().slice(this.facts.start, this.facts.end)
  },
}
