import type { DocumentId, SourceId, StoredDocument } from '../../../core/words.ts'
import type { AnalysedDocument } from '../../../ports/store.ts'
import { packShort } from '../../stores/packed-text.ts'
import { parseStored } from '../rows.ts'

export interface DocumentRow {
  readonly id: DocumentId
  readonly source: SourceId
  readonly item: string
  readonly path: string
  readonly title: string
  readonly hash: string
  readonly stamp: string
  readonly bytes: number
  readonly lines: number
  readonly modified_at: number
  readonly meta: string
  readonly analyser: string
}

export const documentColumns = 'id, source, item, path, title, hash, stamp, bytes, lines, modified_at, meta, analyser'

type Meta = StoredDocument['meta']

/** Files of one language that play one part say the same of themselves: it is read once. */
export function toDocuments(rows: readonly DocumentRow[]): StoredDocument[] {
  const metas = new Map<string, Meta>()
  return rows.map((row) => {
    const meta = metas.get(row.meta) ?? parseStored<Meta>(row.meta)
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

/** A document under the id that it has, or gets. */
export interface Placed {
  readonly id: DocumentId
  readonly source: SourceId
  readonly document: AnalysedDocument
}

export const documentRow = ({ id, source, document: { facts, analyser, chunks } }: Placed) => ({
  id,
  source,
  item: facts.item,
  path: facts.path,
  folder: facts.path.slice(0, facts.path.lastIndexOf('/') + 1),
  title: facts.title,
  hash: facts.hash,
  stamp: facts.stamp,
  bytes: facts.bytes,
  lines: facts.lines,
  modified_at: facts.modifiedAt,
  meta: JSON.stringify(facts.meta),
  analyser,
  chunks: chunks.length,
})

export const bodyRow = ({ id, source, document: { text, outline, pairs } }: Placed) => ({
  document: id,
  source,
  text: packShort(text),
  outline: outline === undefined ? null : packShort(JSON.stringify(outline)),
  pairs: pairs ?? null,
})
