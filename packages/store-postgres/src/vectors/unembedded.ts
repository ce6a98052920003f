import type { ChunkId, DocumentId } from '@wuku/core/core-types'
import type { UnembeddedChunk, UnembeddedRequest, UnembeddedSize } from '@wuku/core/ports/vectors'
import { unpackShort } from '@wuku/store-sql/packed-text'
import { type ReadContext, sourcesShown } from '../read-context.ts'
import { parseStored } from '../connection/postgres-rows.ts'
import type { Session } from '../connection/session.ts'
import { requireSet, tableOf } from './sets.ts'

type Scope = Pick<UnembeddedRequest, 'set' | 'sources'>

interface Row {
  readonly id: ChunkId
  readonly document: DocumentId
  readonly title: string
  readonly start: number
  readonly stop: number
  readonly headings: string | null
}

export async function unembeddedChunks(
  context: ReadContext,
  request: UnembeddedRequest,
): Promise<readonly UnembeddedChunk[]> {
  const { after, limit } = request
  const rows = await context.db.rows<Row>(
    `SELECT chunks.id, document, title, start, stop, headings FROM chunks
       JOIN documents ON documents.id = document AND documents.source = chunks.source
     WHERE chunks.source = ANY($1::int[]) AND chunks.id > $2 AND ${await missingCondition(context.db, request)}
     ORDER BY chunks.id LIMIT $3`,
    [sourcesShown(context, request.sources), after, limit],
  )
  const textOf = await bodiesOf(context.db, [...new Set(rows.map(({ document }) => document))])
  return rows.map(({ id, document, title, start, stop, headings }) => ({
    chunk: id,
    title,
    headings: headings === null ? [] : parseStored<readonly string[]>(headings),
    text: textOf.get(document)?.slice(start, stop) ?? '',
  }))
}

export async function unembeddedSize(context: ReadContext, scope: Scope): Promise<UnembeddedSize> {
  const row = await context.db.row<UnembeddedSize>(
    `SELECT count(DISTINCT document) AS documents, count(*) AS chunks, coalesce(sum(stop - start), 0)::int8 AS chars
     FROM chunks WHERE chunks.source = ANY($1::int[]) AND ${await missingCondition(context.db, scope)}`,
    [sourcesShown(context, scope.sources)],
  )
  return row ?? { documents: 0, chunks: 0, chars: 0 }
}

async function missingCondition(db: Session, { set }: Scope): Promise<string> {
  if (set === undefined) return 'true'
  const table = tableOf(await requireSet(db, set))
  return `NOT EXISTS (SELECT FROM ${table} AS v WHERE v.source = chunks.source AND v.said = chunks.said)`
}

async function bodiesOf(db: Session, documents: readonly DocumentId[]): Promise<ReadonlyMap<DocumentId, string>> {
  if (documents.length === 0) return new Map()
  const rows = await db.rows<{ document: DocumentId; text: Uint8Array }>(
    'SELECT document, text FROM bodies WHERE document = ANY($1::int8[])',
    [documents],
  )
  return new Map(rows.map(({ document, text }) => [document, unpackShort(text)]))
}
