import type { ChunkId, DocumentId, SourceId } from '@wuku/core/core-types'
import type { PostingsRecord, TermRecord, PostingsPage } from '../rows/records.ts'
import { numbersOf } from '@wuku/store-postgres/segment/chunk-lists'
import { mergeSegments } from '@wuku/store-postgres/postings/merge-segments'
import { readSegments } from '@wuku/store-postgres/postings/merge-source'
import { writeSegment } from '@wuku/store-postgres/postings/segment-writer'
import { createPageWriter, termsIn, type TermPage } from '@wuku/store-postgres/segment/term-pages'
import type { Session } from '@wuku/store-postgres/connection/session'

/** One segment after the other, without the chunks that left. */
export async function* readPostings(db: Session, after: ReadonlyMap<SourceId, number>): AsyncGenerator<PostingsPage> {
  const listed = await db.rows<{ id: number; source: SourceId }>(
    `SELECT segments.id, segments.source FROM segments
       JOIN unnest($1::int4[], $2::int8[]) AS asked (source, after) ON asked.source = segments.source
     WHERE segments.id > asked.after ORDER BY segments.id`,
    [[...after.keys()], [...after.values()]],
  )
  for (const { id, source } of listed) {
    const parts = await partsOf(db, source, id)
    if (parts.length > 0) yield { at: id, parts }
  }
}

async function partsOf(db: Session, source: SourceId, id: number): Promise<readonly PostingsRecord[]> {
  const [segment] = await readSegments(db, source, [{ id }])
  if (!segment) return []
  if (!segment.gone) {
    const { chunks, ids, documents, pages } = segment
    return [movedOf({ source, chunks: numbersOf(ids, chunks), documents: numbersOf(documents, chunks), pages })]
  }
  const { drafts } = await mergeSegments([segment])
  return drafts.map(({ chunks, documents, terms }) => movedOf({ source, chunks, documents, pages: terms.pages }))
}

interface Part {
  readonly source: SourceId
  readonly chunks: readonly number[]
  readonly documents: readonly number[]
  readonly pages: readonly TermPage[]
}

const movedOf = ({ source, chunks, documents, pages }: Part): PostingsRecord => ({
  source,
  chunks: chunks as readonly ChunkId[],
  documents: documents as readonly DocumentId[],
  terms: pages.flatMap(({ directory, data }): TermRecord[] =>
    [...termsIn(directory)].map(({ term, holders: documentFrequency, peak, at, length }) => ({
      term,
      holders: documentFrequency,
      peak,
      data: data.subarray(at, at + length),
    })),
  ),
})

/** A segment of its own. */
export async function putPostings(db: Session, { source, chunks, documents, terms }: PostingsRecord): Promise<void> {
  const pages = createPageWriter()
  for (const { term, holders: documentFrequency, peak, data } of terms)
    pages.add({ term, holders: documentFrequency, peak, postings: data })
  await writeSegment(db, source, { chunks, documents, terms: pages.end() })
}
