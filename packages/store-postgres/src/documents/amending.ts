import type { ChunkId, DocumentId, SourceId, StoredDocument } from '@wuku/core/core-types'
import type { Amendment } from '@wuku/core/ports/store'
import type { Session } from '../connection/session.ts'
import { type ChunkPlace, isSamePlace, placeColumns, toPlace } from '@wuku/store-sql/document-rows'
import type { ChunkRow } from './chunk-rows.ts'

/** An amendment with what it changes. The rows of the document and of its text are out, and will be written again. */
export interface OpenedAmendment {
  readonly amendment: Amendment
  readonly id: DocumentId
  /** In the order of the old text. */
  readonly old: readonly OldChunk[]
  /** Number of new chunks. */
  readonly added: number
}

type OldChunk = ChunkPlace & Pick<ChunkRow, 'id' | 'document' | 'said'>
type OldDocument = Pick<StoredDocument, 'id' | 'item' | 'path' | 'title' | 'analyser'>

export async function openAmended(db: Session, source: SourceId, amendments: readonly Amendment[]) {
  if (amendments.length === 0) return []
  // `null`: the document has none.
  const rows = await db.rows<OldDocument & { document: DocumentId; chunk: ChunkId | null } & Omit<OldChunk, 'id'>>(
    `WITH gone AS (
       DELETE FROM documents WHERE source = $1 AND item = ANY($2::text[]) RETURNING id, item, path, title, analyser),
       texts AS (DELETE FROM bodies WHERE source = $1 AND document = ANY(ARRAY(SELECT id FROM gone)))
     SELECT gone.*, chunks.id AS chunk, document, said, ${placeColumns}
     FROM gone LEFT JOIN chunks ON source = $1 AND document = ANY(ARRAY(SELECT id FROM gone)) AND document = gone.id
     ORDER BY gone.id, start, chunks.id`,
    [source, amendments.map(({ document }) => document.facts.item)],
  )
  const byDocument = Map.groupBy(rows, ({ id }) => id)
  const byItem = Map.groupBy(
    [...byDocument.values()].flatMap(([document]) => document ?? []),
    ({ item }) => item,
  )
  return amendments.map((amendment) => {
    const { id } = documentToAmend(amendment, byItem.get(amendment.document.facts.item) ?? [])
    const old = (byDocument.get(id) ?? []).flatMap(({ chunk, ...row }) =>
      chunk === null ? [] : [{ ...row, id: chunk }],
    )
    return openOne(amendment, { id, old })
  })
}

function documentToAmend({ document, reusedPlaces }: Amendment, stored: readonly OldDocument[]): OldDocument {
  const { facts, chunks, analyser } = document
  const [old, ...others] = stored
  if (!old || others.length > 0 || old.path !== facts.path || old.title !== facts.title)
    throw new Error(`"${facts.path}" is not the one document of "${facts.item}" that is stored.`)
  if (old.analyser !== analyser) throw new Error(`"${facts.path}" is amended by another analyser.`)
  if (chunks.length !== reusedPlaces.length) throw new Error(`Of "${facts.path}" it is not said which chunks stay.`)
  return old
}

function openOne(amendment: Amendment, { id, old }: Pick<OpenedAmendment, 'id' | 'old'>): OpenedAmendment {
  const { document, reusedPlaces, terms } = amendment
  const missing = reusedPlaces.find((at) => at >= old.length)
  if (missing !== undefined) throw new Error(`"${document.facts.path}" has no chunk ${missing} that could stay.`)
  const added = reusedPlaces.filter((at) => at < 0).length
  if (added !== terms.starts.length - 1) throw new Error(`"${document.facts.path}" has ${added} new chunks.`)
  return { amendment, id, old, added }
}

/** Puts chunks that stay where they are now. Those that do not, which it answers, are still to be taken out. */
export async function finishAmended(db: Session, source: SourceId, opened: readonly OpenedAmendment[]) {
  await placeRetained(db, source, opened.flatMap(placesOfRetained))
  const leaving = opened.flatMap(({ amendment, old }) => {
    const staying = new Set(amendment.reusedPlaces)
    return old.filter((_, at) => !staying.has(at))
  })
  return { chunks: leaving.map(({ id }) => id), said: leaving.map(({ said }) => said) }
}

type NewPlace = ChunkPlace & Pick<ChunkRow, 'id'>

/** Only chunks that stand elsewhere now. */
const placesOfRetained = ({ amendment: { document, reusedPlaces }, old }: OpenedAmendment): NewPlace[] =>
  document.chunks.flatMap((facts, nth) => {
    const before = old[reusedPlaces[nth] ?? -1]
    const place = toPlace(facts)
    return before && !isSamePlace(before, place) ? [{ id: before.id, ...place }] : []
  })

async function placeRetained(db: Session, source: SourceId, places: readonly NewPlace[]): Promise<void> {
  if (places.length === 0) return
  await db.run(
    `UPDATE chunks SET start = given.start, stop = given.stop, line = given.line, end_line = given.end_line,
       headings = given.headings, anchor = given.anchor
     FROM unnest($2::int8[], $3::int[], $4::int[], $5::int[], $6::int[], $7::text[], $8::text[])
       AS given (id, start, stop, line, end_line, headings, anchor)
     WHERE source = $1 AND chunks.id = given.id`,
    [
      source,
      places.map(({ id }) => id),
      places.map(({ start }) => start),
      places.map(({ stop }) => stop),
      places.map(({ line }) => line),
      places.map((place) => place.end_line),
      places.map(({ headings }) => headings),
      places.map(({ anchor }) => anchor),
    ],
  )
}

/** Chunks that are not there any more under their words. */
export interface GoneChunks {
  readonly chunks: readonly ChunkId[]
  /** Hash of what each said. */
  readonly said: readonly Uint8Array[]
}

/** A document that was taken out; its chunks in the order of its text. */
export interface GoneDocument extends GoneChunks {
  readonly id: DocumentId
  readonly item: string
}

export const joinGone = (gone: readonly GoneChunks[]): GoneChunks => ({
  chunks: gone.flatMap(({ chunks }) => chunks),
  said: gone.flatMap(({ said: contentHashes }) => contentHashes),
})

/** With their texts and chunks, in the order of their ids. */
export async function deleteItems(db: Session, source: SourceId, items: readonly string[]): Promise<GoneDocument[]> {
  if (items.length === 0) return []
  return db.rows<GoneDocument>(deleteStatement('item = ANY($2::text[])'), [source, items])
}

/** Documents of the items that another source has too. */
export const deleteReplaced = (db: Session, source: SourceId, by: SourceId): Promise<GoneDocument[]> =>
  db.rows<GoneDocument>(deleteStatement('item IN (SELECT item FROM documents WHERE source = $2)'), [source, by])

/** Lists of ids rather than joins: the server may not know yet how many rows there are, and would read a whole table. */
const deleteStatement = (condition: string): string => `
  WITH gone AS (DELETE FROM documents WHERE source = $1 AND ${condition} RETURNING id, item),
    texts AS (DELETE FROM bodies WHERE source = $1 AND document = ANY(ARRAY(SELECT id FROM gone))),
    pieces AS (
      DELETE FROM chunks WHERE source = $1 AND document = ANY(ARRAY(SELECT id FROM gone))
      RETURNING id, document, start, said)
  SELECT gone.id, gone.item,
    coalesce(array_agg(pieces.id ORDER BY start, pieces.id) FILTER (WHERE pieces.id IS NOT NULL), '{}') AS chunks,
    coalesce(array_agg(said ORDER BY start, pieces.id) FILTER (WHERE pieces.id IS NOT NULL), '{}') AS said
  FROM gone LEFT JOIN pieces ON pieces.document = gone.id GROUP BY gone.id, gone.item ORDER BY gone.id`
