import type { ChunkFacts, DocumentId, SourceId, StoredDocument, DocumentFacts } from '@wuku/core/core-types'
import type { ParseStored } from './stored-rows.ts'

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
