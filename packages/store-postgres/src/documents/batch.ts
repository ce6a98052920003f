import type { SourceId, ChunkId, DocumentId } from '@wuku/core/core-types'
import type {
  IndexBatch,
  ItemTouch,
  AnalysedDocument,
  AnalysedSlice,
  ItemMove,
  TermTable,
} from '@wuku/core/ports/store'
import { markGone, type MarkedSegment, moveSegments, placesInSegments, removeSegmentsOf } from '../postings/segments.ts'
import { insertion, type Session } from '../connection/session.ts'
import type { Change } from '@wuku/store-sql/sql-session'
import { requireSource, unknownSource } from '@wuku/store-sql/sources'
import { reviseSource } from '../postgres-sources.ts'
import { type SetRow, setsUnderLock } from '../vectors/sets.ts'
import { vectorsOfNewChunks, vectorsWithoutChunks } from '../vectors/copy-vectors.ts'
import {
  openAmended,
  finishAmended,
  type OpenedAmendment,
  type GoneChunks,
  joinGone,
  deleteItems,
  deleteReplaced,
  type GoneDocument,
} from './amending.ts'
import { changesOfSegment, draftSegments, writeSegment } from '../postings/segment-writer.ts'
import { chunkRow, type PlacedChunk } from './chunk-rows.ts'
import { packShort } from '@wuku/store-sql/packed-text'

/** Rows of terms, with the chunk and the document of each. */
interface ChunkTerms {
  readonly chunks: readonly ChunkId[]
  readonly documents: readonly DocumentId[]
  readonly terms: TermTable
}

/** Runs inside a transaction. Removals come before additions, so that a path that changes hands is free. */
export async function applyBatch(db: Session, batch: IndexBatch): Promise<void> {
  const { source, move, put, amend = [], takes } = batch
  const [ids, , left, , opened] = await Promise.all([
    allocateIds(db, source, {
      documents: put.documents.length,
      chunks: amend.reduce((sum, { terms }) => sum + terms.starts.length - 1, put.terms.starts.length - 1),
    }),
    takes !== undefined && requireSource(db, takes),
    deleteItems(db, source, itemsThatLeave(batch)),
    touchItems(db, source, batch.touch),
    openAmended(db, source, amend),
  ])
  const replaced = takes === undefined ? [] : await transferDocuments(db, source, takes)
  const changed = await finishAmended(db, source, opened)
  const additions = joinAdditions([
    movedAdditions(source, move, left),
    amendedAdditions(source, opened, ids),
    newAdditions(source, put, ids),
  ])
  const gone = joinGone([...left, ...replaced, changed])
  await finishBatch(db, batch, { additions, gone, leaving: changed.chunks })
}

/** Also those that another item of the batch takes the place of, or that come again under another path. */
const itemsThatLeave = ({ remove, put, move }: IndexBatch): readonly string[] => [
  ...new Set([...remove, ...put.documents.map(({ facts }) => facts.item), ...move.map(({ from }) => from)]),
]

async function touchItems(db: Session, source: SourceId, touched: readonly ItemTouch[]): Promise<void> {
  if (touched.length === 0) return
  await db.run(
    `UPDATE documents SET stamp = given.stamp FROM unnest($2::text[], $3::text[]) AS given (item, stamp)
     WHERE source = $1 AND documents.item = given.item`,
    [source, touched.map(({ item }) => item), touched.map(({ stamp }) => stamp)],
  )
}

/** Rows of source `$2`, by the index of its documents: otherwise a whole part of the table would be read. */
const OF_DOCUMENTS = 'document = ANY(ARRAY(SELECT id FROM documents WHERE source = $2))'

/** All that lies in a source goes over to another with its ids, and replaces what is there of the same items. */
async function transferDocuments(db: Session, source: SourceId, takes: SourceId): Promise<readonly GoneChunks[]> {
  const replaced = await deleteReplaced(db, source, takes)
  await db.run(`UPDATE bodies SET source = $1 WHERE source = $2 AND ${OF_DOCUMENTS}`, [source, takes])
  await db.run(`UPDATE chunks SET source = $1 WHERE source = $2 AND ${OF_DOCUMENTS}`, [source, takes])
  await db.run('UPDATE documents SET source = $1 WHERE source = $2', [source, takes])
  return replaced
}

interface Changes {
  readonly additions: Additions
  readonly gone: GoneChunks
  /** Chunks among them whose rows are still there. */
  readonly leaving: readonly ChunkId[]
}

async function finishBatch(db: Session, batch: IndexBatch, { additions, gone, leaving }: Changes): Promise<void> {
  const { source, takes } = batch
  const sources = takes === undefined ? [source] : [source, takes]
  const changesChunks = takes !== undefined || additions.chunks.length + gone.said.length > 0
  const lockSets = async () => (changesChunks ? setsUnderLock(db, sources) : [])
  const { contentHashes, left, sets } = await writeRows(db, batch, { additions, gone, leaving }, lockSets)
  await vectorsOfNewChunks(db, sets, source, contentHashes)
  await vectorsWithoutChunks(db, sets, sources, takes === undefined ? gone.said : undefined)
  markGone(db, source, left)
  if (changesDocuments(batch)) reviseSource(db, source)
  if (takes !== undefined) reviseSource(db, takes)
}

interface Written {
  /** Hash of what each new chunk says; `undefined`: all of the source is looked through, since it took over another. */
  readonly contentHashes: readonly Uint8Array[] | undefined
  /** Segments that chunks leave. */
  readonly left: readonly MarkedSegment[]
  readonly sets: readonly SetRow[]
}

/** In as few round trips as the answers allow. */
async function writeRows(
  db: Session,
  { source, takes }: IndexBatch,
  { additions: { documents, chunks, terms }, gone, leaving }: Changes,
  lockSets: () => Promise<readonly SetRow[]>,
): Promise<Written> {
  const chunkRows = chunks.map(chunkRow)
  const tables: readonly (readonly [name: string, rows: readonly object[]])[] = [
    ['documents', documents.map(documentRow)],
    ['bodies', documents.map(bodyRow)],
    ['chunks', chunkRows],
  ]
  // As an append has: then it is one statement.
  const areFew = tables.every(([, rows]) => rows.length <= FEW_ROWS)
  const removal: Change = (value) =>
    `DELETE FROM chunks WHERE source = ${value(source)} AND id = ANY(${value(leaving)}::int8[]) RETURNING 1`
  const additions = tables.flatMap(([table, rows]): Change[] =>
    rows.length === 0 || !areFew ? [] : [(value) => `${insertion(table, rows, value)} RETURNING 1`],
  )
  const drafts = chunks.length > 0 ? draftSegments(joinTerms(terms)) : []
  const segment = areFew && drafts[0] && changesOfSegment(source, drafts[0])
  const segments = async (): Promise<readonly MarkedSegment[]> => {
    // Chunks that stay under another name leave the old segments, and not the new one: these are looked for before.
    const places = placesInSegments(db, source, gone.chunks)
    if (takes !== undefined) {
      await places
      await moveSegments(db, takes, source)
    }
    if (!segment) for (const draft of drafts) await Promise.all([places, writeSegment(db, source, draft)])
    return places
  }
  const [left, , early] = await Promise.all([
    segments(),
    db.together([...(leaving.length > 0 ? [removal] : []), ...additions, ...(segment || [])]),
    // Statements of a connection take their turns: the chunks are written before.
    areFew && takes === undefined && lockSets(),
    ...(areFew ? [] : tables.map(([table, rows]) => db.insert(table, rows))),
  ])
  const contentHashes = takes === undefined ? chunkRows.map((row) => row.said) : undefined
  return { contentHashes, left, sets: early || (await lockSets()) }
}

const FEW_ROWS = 100

const changesDocuments = ({ remove, move, touch, put, amend = [], adopt = [], takes }: IndexBatch): boolean =>
  takes !== undefined ||
  remove.length + move.length + touch.length + put.documents.length + amend.length + adopt.length > 0

/** All documents of a source with their chunks, texts, postings and vectors. */
export async function removeDocumentsOf(db: Session, source: SourceId): Promise<void> {
  const ofDocuments = 'source = $1 AND document = ANY(ARRAY(SELECT id FROM documents WHERE source = $1))'
  await db.run(`DELETE FROM bodies WHERE ${ofDocuments}`, [source])
  await db.run(`DELETE FROM chunks WHERE ${ofDocuments}`, [source])
  await db.run('DELETE FROM documents WHERE source = $1', [source])
  await removeSegmentsOf(db, source)
  await vectorsWithoutChunks(db, await setsUnderLock(db, [source]), [source])
}

interface Additions {
  readonly documents: readonly Placed[]
  readonly chunks: readonly PlacedChunk[]
  /** One row of them for each of the chunks. */
  readonly terms: readonly ChunkTerms[]
}

const joinAdditions = (parts: readonly Additions[]): Additions => ({
  documents: parts.flatMap(({ documents }) => documents),
  chunks: parts.flatMap(({ chunks }) => chunks),
  terms: parts.flatMap(({ terms }) => terms).filter(({ chunks }) => chunks.length > 0),
})

/** `left`: all documents that were taken out, those that move among them. */
function movedAdditions(source: SourceId, moves: readonly ItemMove[], left: readonly GoneDocument[]): Additions {
  const byItem = Map.groupBy(left, ({ item }) => item)
  return joinAdditions(
    moves.map(({ from, to, documents: slice }) => {
      const retained = byItem.get(from) ?? []
      const { documents } = slice
      if (
        documents.length !== retained.length ||
        documents.some(({ chunks }, i) => chunks.length !== retained[i]?.chunks.length)
      )
        throw new Error(`"${to}" does not have the documents and chunks that "${from}" had.`)
      return sliceAdditions(source, slice, retained)
    }),
  )
}

function newAdditions(source: SourceId, slice: AnalysedSlice, ids: NewIds): Additions {
  const documents = ids.documents(slice.documents.length)
  const retained = slice.documents.map(({ chunks }, i) => ({
    id: idAt(documents, i),
    chunks: ids.chunks(chunks.length),
  }))
  return sliceAdditions(source, slice, retained)
}

/** The ids that a document and its chunks get, in the order of the text. */
type RetainedIds = Pick<GoneDocument, 'id' | 'chunks'>

function sliceAdditions(source: SourceId, { documents, terms }: AnalysedSlice, retained: readonly RetainedIds[]) {
  const given = retained.map(({ id }) => id)
  const placed = documents.map((document, i) => ({ id: idAt(given, i), source, document }))
  const chunks = placed.flatMap(({ id, document }, i) =>
    placeChunks({ source, document: id, of: document }, retained[i]?.chunks ?? []),
  )
  return { documents: placed, chunks, terms: [termsOf(chunks, terms)] }
}

const placeChunks = (place: Pick<PlacedChunk, 'source' | 'document' | 'of'>, ids: readonly ChunkId[]): PlacedChunk[] =>
  place.of.chunks.map((facts, nth) => ({ ...place, id: idAt(ids, nth), facts }))

const termsOf = (chunks: readonly PlacedChunk[], terms: ChunkTerms['terms']): ChunkTerms => ({
  chunks: chunks.map(({ id }) => id),
  documents: chunks.map(({ document }) => document),
  terms,
})

const amendedAdditions = (source: SourceId, opened: readonly OpenedAmendment[], ids: NewIds): Additions =>
  joinAdditions(
    opened.map(({ id, added, amendment: { document, reusedPlaces, terms } }) => {
      const isNew = document.chunks.filter((_, nth) => (reusedPlaces[nth] ?? -1) < 0)
      const of: AnalysedDocument = { ...document, chunks: isNew }
      const chunks = placeChunks({ source, document: id, of }, ids.chunks(added))
      return { documents: [{ id, source, document }], chunks, terms: [termsOf(chunks, terms)] }
    }),
  )

function idAt<Id extends ChunkId | DocumentId>(ids: readonly Id[], at: number): Id {
  const id = ids[at]
  if (id === undefined) throw new Error(`There are ${ids.length} ids, and more to be named.`)
  return id
}

/** A document under the id that it has, or gets. */
interface Placed {
  readonly id: DocumentId
  readonly source: SourceId
  readonly document: AnalysedDocument
}

const documentRow = ({ id, source, document: { facts, analyser, chunks } }: Placed) => ({
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

const bodyRow = ({ id, source, document: { text, outline, pairs } }: Placed) => ({
  document: id,
  source,
  text: packShort(text),
  outline: outline === undefined ? null : packShort(JSON.stringify(outline)),
  pairs: pairs ?? null,
})

/** Ids for new rows, ascending: each call takes the next ones. */
interface NewIds {
  documents(count: number): readonly DocumentId[]
  chunks(count: number): readonly ChunkId[]
}

/**
 * One statement for all of a batch, which refuses a source that is not there. If several write at once, ids of one batch may
 * lie between those of another.
 */
async function allocateIds(db: Session, source: SourceId, count: Readonly<Record<keyof NewIds, number>>) {
  const row = await db.row<{ documents: readonly DocumentId[] | null; chunks: readonly ChunkId[] | null }>(
    `SELECT (SELECT array_agg(nextval('document_ids')) FROM generate_series(1, $2::int)) AS documents,
       (SELECT array_agg(nextval('chunk_ids')) FROM generate_series(1, $3::int)) AS chunks
     FROM sources WHERE id = $1`,
    [source, count.documents, count.chunks],
  )
  if (!row) throw unknownSource(source)
  return { documents: allocatorOf(row.documents ?? []), chunks: allocatorOf(row.chunks ?? []) }
}

function allocatorOf<Id>(ids: readonly Id[]): (count: number) => readonly Id[] {
  let next = 0
  return (count) => ids.slice(next, (next += count))
}

/** One table of all rows, ascending by chunk: a batch of many small changes then writes one segment. */
function joinTerms(parts: readonly ChunkTerms[]): ChunkTerms {
  const [first, ...others] = parts
  if (first && others.length === 0 && isAscending(first.chunks)) return first
  const rows = parts
    .flatMap((part) => part.chunks.map((chunk, row) => ({ part, row, chunk })))
    .toSorted((a, b) => a.chunk - b.chunk)
  const { vocabulary, numbers } = joinVocabularies(parts)
  const size = rows.reduce((sum, { part, row }) => sum + lengthOf(part.terms, row), 0)
  const starts = new Uint32Array(rows.length + 1)
  const [terms, strengths] = [new Uint32Array(size), new Uint8Array(size)]
  let at = 0
  for (const [nth, { part, row }] of rows.entries()) {
    const own = numbers.get(part)
    const end = part.terms.starts[row + 1] ?? 0
    for (let entry = part.terms.starts[row] ?? 0; entry < end; entry++, at++) {
      terms[at] = own?.[part.terms.terms[entry] ?? 0] ?? 0
      strengths[at] = part.terms.strengths[entry] ?? 0
    }
    starts[nth + 1] = at
  }
  return {
    chunks: rows.map(({ chunk }) => chunk),
    documents: rows.flatMap(({ part, row }) => part.documents[row] ?? []),
    terms: { vocabulary, starts, terms, strengths },
  }
}

const isAscending = (ids: readonly number[]): boolean => ids.every((id, at) => at === 0 || id > (ids[at - 1] ?? 0))

const lengthOf = ({ starts }: TermTable, row: number): number => (starts[row + 1] ?? 0) - (starts[row] ?? 0)

interface Joined {
  readonly vocabulary: readonly string[]
  /** For each part the numbers of its words in the joined one. */
  readonly numbers: ReadonlyMap<ChunkTerms, Uint32Array>
}

function joinVocabularies(parts: readonly ChunkTerms[]): Joined {
  const known = new Map<string, number>()
  const numberOf = (word: string): number => {
    const number = known.get(word) ?? known.size
    known.set(word, number)
    return number
  }
  const numbers = new Map(parts.map((part) => [part, Uint32Array.from(part.terms.vocabulary, numberOf)]))
  return { vocabulary: [...known.keys()], numbers }
}
