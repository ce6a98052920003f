import type { DocumentId, SourceId, StoredDocument } from '@wuku/core/core-types'
import type { DocumentFilter, DocumentName, DocumentPlace } from '@wuku/core/ports/index-view'
import { isShown, type ReadContext, sourcesShown } from '../read-context.ts'
import { documentColumns, type DocumentRow, toDocuments } from '@wuku/store-sql/document-rows'
import { parseStored } from '../connection/postgres-dialect.ts'
import { documentsWithin } from '../filters.ts'

/** The first value of a statement with it is that of `sourcesShown`. */
export const SHOWN = '($1::int[] IS NULL OR source = ANY($1))'

/** In the order asked. `sources`: where they are known to lie, so that no other part of the table is looked into. */
export async function documentsById(context: ReadContext, ids: readonly DocumentId[], sources?: readonly SourceId[]) {
  if (ids.length === 0) return []
  const rows = await context.db.rows<DocumentRow>(
    `SELECT ${documentColumns} FROM documents WHERE ${SHOWN} AND id = ANY($2::int8[])`,
    [sourcesShown(context, sources), [...new Set(ids)]],
  )
  const found = new Map(toDocuments(rows, parseStored).map((document) => [document.id, document]))
  return ids.flatMap((id) => found.get(id) ?? [])
}

/** In the order asked, each once. Every one is looked for by itself, whatever the server believes about their number. */
export async function documentsAt(context: ReadContext, places: readonly DocumentPlace[]) {
  const requested = places.filter(({ source }) => isShown(context, source))
  if (requested.length === 0) return []
  const rows = await context.db.rows<DocumentRow>(
    `SELECT found.* FROM unnest($1::int[], $2::text[]) WITH ORDINALITY AS asked (source, path, nth)
       CROSS JOIN LATERAL (
         SELECT ${documentColumns} FROM documents WHERE source = asked.source AND path = asked.path OFFSET 0) AS found
     ORDER BY nth`,
    [requested.map(({ source }) => source), requested.map(({ path }) => path)],
  )
  return [...new Map(toDocuments(rows, parseStored).map((document) => [document.id, document])).values()]
}

/** The letter after the last hexadecimal digit, so that a prefix becomes a range of the index. */
const AFTER_HEX = 'g'

export async function documentsByHash(context: ReadContext, prefix: string): Promise<readonly StoredDocument[]> {
  const rows = await context.db.rows<DocumentRow>(
    `SELECT ${documentColumns} FROM documents WHERE ${SHOWN} AND hash >= $2 AND hash < $3 ORDER BY source, path`,
    [sourcesShown(context), prefix, prefix + AFTER_HEX],
  )
  return toDocuments(rows, parseStored)
}

/**
 * Each once. Both ends of a range are given: where policies guard the rows, the server uses an index for comparisons alone, and
 * not for what it would have to work out first.
 */
export async function hashesFrom(context: ReadContext, prefixes: readonly string[]): Promise<readonly string[]> {
  if (prefixes.length === 0) return []
  const firsts = [...new Set(prefixes)]
  const rows = await context.db.rows<{ hash: string }>(
    `SELECT DISTINCT hash FROM unnest($2::text[], $3::text[]) AS asked (first, after)
       JOIN documents ON hash >= first AND hash < after WHERE ${SHOWN} ORDER BY hash`,
    [sourcesShown(context), firsts, firsts.map((prefix) => prefix + AFTER_HEX)],
  )
  return rows.map(({ hash }) => hash)
}

export async function listDocuments(context: ReadContext, filter: DocumentFilter): Promise<readonly StoredDocument[]> {
  const { sql, values } = documentsWithin(context, filter)
  const rows = await context.db.rows<DocumentRow>(
    `SELECT ${documentColumns} FROM documents WHERE ${sql} ORDER BY source, path`,
    values,
  )
  return toDocuments(rows, parseStored)
}

export async function newestDocuments(context: ReadContext, source: SourceId, limit: number) {
  if (!isShown(context, source)) return []
  const rows = await context.db.rows<DocumentRow>(
    `SELECT ${documentColumns} FROM documents WHERE source = $1 ORDER BY modified_at DESC, path LIMIT $2`,
    [source, limit],
  )
  return toDocuments(rows, parseStored)
}

/** All in one row: to hand over a row for each of 50,000 documents takes twice as long. */
export async function namesWithin(context: ReadContext, filter: DocumentFilter): Promise<readonly DocumentName[]> {
  const { sql, values } = documentsWithin(context, filter)
  const row = await context.db.row<{ ids: DocumentId[]; sources: SourceId[]; paths: string[]; bytes: number[] }>(
    `SELECT array_agg(id) AS ids, array_agg(source) AS sources, array_agg(path) AS paths, array_agg(bytes) AS bytes
     FROM (SELECT id, source, path, bytes FROM documents WHERE ${sql} ORDER BY source, path) AS named HAVING count(*) > 0`,
    values,
  )
  const { ids, sources, paths, bytes } = row ?? { ids: [], sources: [], paths: [], bytes: [] }
  return ids.map((id, at) => ({ id, source: sources[at] as SourceId, path: paths[at] ?? '', bytes: bytes[at] ?? 0 }))
}
