import type { DocumentId, Json, SourceId } from '@wuku/core/core-types'
import { mayHoldPairs } from '@wuku/text/terms/word-pairs'
import { unpackShort } from '@wuku/store-sql/packed-text'
import { type ReadContext, sourcesShown } from '../read-context.ts'
import { parseStored, readStored } from '../connection/postgres-rows.ts'
import { SHOWN } from './postgres-documents.ts'

export async function bodiesOf(
  context: ReadContext,
  documents: readonly DocumentId[],
): Promise<ReadonlyMap<DocumentId, string>> {
  const bodies = await openBodies(context, documents)
  return new Map([...bodies].map(([id, body]) => [id, body()]))
}

/**
 * Texts of existing documents. A text is read now and unpacked on demand: for most passages only the lines are shown.
 * `sources`: where they are known to lie.
 */
export async function openBodies(
  context: ReadContext,
  documents: readonly DocumentId[],
  sources?: readonly SourceId[],
): Promise<ReadonlyMap<DocumentId, () => string>> {
  if (documents.length === 0) return new Map()
  const rows = await context.db.rows<{ document: DocumentId; text: Uint8Array }>(
    `SELECT document, text FROM bodies WHERE ${SHOWN} AND document = ANY($2::int8[])`,
    [sourcesShown(context, sources), [...new Set(documents)]],
  )
  return new Map(
    rows.map(({ document, text: packed }) => {
      let text: string | undefined
      return [document, () => (text ??= readStored(() => unpackShort(packed)))]
    }),
  )
}

export async function outlinesOf(
  context: ReadContext,
  documents: readonly DocumentId[],
): Promise<ReadonlyMap<DocumentId, Json>> {
  if (documents.length === 0) return new Map()
  const rows = await context.db.rows<{ document: DocumentId; outline: Uint8Array }>(
    `SELECT document, outline FROM bodies
     WHERE ${SHOWN} AND document = ANY($2::int8[]) AND outline IS NOT NULL ORDER BY document`,
    [sourcesShown(context), [...new Set(documents)]],
  )
  return new Map(
    rows.map(({ document, outline }) => [document, parseStored<Json>(readStored(() => unpackShort(outline)))]),
  )
}

/** Documents that lack some of the pairs; of those that were amended it is not known. */
export async function lackingPairs(
  context: ReadContext,
  pairs: readonly number[],
  { documents, sources }: { readonly documents: readonly DocumentId[]; readonly sources: readonly SourceId[] },
): Promise<ReadonlySet<DocumentId>> {
  if (pairs.length === 0 || documents.length === 0) return new Set()
  const rows = await context.db.rows<{ document: DocumentId; pairs: Uint8Array }>(
    `SELECT document, pairs FROM bodies WHERE ${SHOWN} AND document = ANY($2::int8[]) AND pairs IS NOT NULL`,
    [sourcesShown(context, sources), documents],
  )
  return new Set(rows.flatMap(({ document, pairs: bits }) => (mayHoldPairs(bits, pairs) ? [] : [document])))
}
