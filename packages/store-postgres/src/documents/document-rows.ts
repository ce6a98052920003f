import type { DocumentId, SourceId } from '@wuku/core/core-types'
import type { AnalysedDocument } from '@wuku/core/ports/store'
import { packShort } from '@wuku/store-sql/packed-text'

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
