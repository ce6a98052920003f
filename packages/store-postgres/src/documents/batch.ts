import type { SourceId } from '@wuku/core/core-types'
import type { IndexBatch, ItemTouch } from '@wuku/core/ports/store'
import {
  addSegment,
  markGone,
  type MarkedSegment,
  moveSegments,
  placesInSegments,
  removeSegmentsOf,
} from '../postings/segments.ts'
import type { Session } from '@wuku/store-sql/postgres/session'
import { requireSource } from '@wuku/store-sql/sources'
import { reviseSource } from '../postgres-sources.ts'
import { setsUnderLock } from '../vectors/sets.ts'
import { vectorsOfNewChunks, vectorsWithoutChunks } from '../vectors/copy-vectors.ts'
import { type Additions, amendedAdditions, movedAdditions, newAdditions, joinAdditions } from './additions.ts'
import { openAmended, finishAmended } from './amending.ts'
import { bodyRow, documentRow } from './document-rows.ts'
import { chunkRow } from './chunk-rows.ts'
import { allocateIds } from './ids.ts'
import { joinTerms } from './joined-terms.ts'
import { type GoneChunks, joinGone, deleteItems, deleteReplaced } from './delete-documents.ts'

/** Runs inside a transaction. Removals come before additions, so that a path that changes hands is free. */
export async function applyBatch(db: Session, batch: IndexBatch): Promise<void> {
  const { source, move, put, amend = [], takes } = batch
  const [, , left, , opened] = await Promise.all([
    requireSource(db, source),
    takes !== undefined && requireSource(db, takes),
    deleteItems(db, source, itemsThatLeave(batch)),
    touchItems(db, source, batch.touch),
    openAmended(db, source, amend),
  ])
  const replaced = takes === undefined ? [] : await transferDocuments(db, source, takes)
  const [ids, changed] = await Promise.all([
    allocateIds(db, {
      documents: put.documents.length,
      chunks: put.terms.starts.length - 1 + opened.reduce((sum, { added }) => sum + added, 0),
    }),
    finishAmended(db, source, opened),
  ])
  const additions = joinAdditions([
    movedAdditions(source, move, left),
    amendedAdditions(source, opened, ids),
    newAdditions(source, put, ids),
  ])
  await finishBatch(db, batch, { additions, gone: joinGone([...left, ...replaced, changed]) })
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
}

async function finishBatch(db: Session, batch: IndexBatch, { additions, gone }: Changes): Promise<void> {
  const { source, takes } = batch
  const sources = takes === undefined ? [source] : [source, takes]
  const { contentHashes, left } = await writeRows(db, batch, { additions, gone })
  const sets = contentHashes && contentHashes.length + gone.said.length === 0 ? [] : await setsUnderLock(db, sources)
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
}

/** In as few round trips as the answers allow. */
async function writeRows(
  db: Session,
  { source, takes }: IndexBatch,
  { additions: { documents, chunks, terms }, gone }: Changes,
): Promise<Written> {
  const chunkRows = chunks.map(chunkRow)
  const segments = async (): Promise<readonly MarkedSegment[]> => {
    // Chunks that stay under another name leave the old segments, and not the new one: these are looked for before.
    const places = placesInSegments(db, source, gone.chunks)
    if (takes !== undefined) {
      await places
      await moveSegments(db, takes, source)
    }
    if (chunks.length > 0) await Promise.all([places, addSegment(db, { source, ...joinTerms(terms) })])
    return places
  }
  const [left] = await Promise.all([
    segments(),
    db.insert('documents', documents.map(documentRow)),
    db.insert('bodies', documents.map(bodyRow)),
    db.insert('chunks', chunkRows),
  ])
  return { contentHashes: takes === undefined ? chunkRows.map((row) => row.said) : undefined, left }
}

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
