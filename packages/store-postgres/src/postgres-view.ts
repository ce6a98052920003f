import type { SourceId } from '@wuku/core/core-types'
import type { SourceView } from '@wuku/core/ports/index-view'
import type { Readable, StoreView } from '@wuku/core/ports/store'
import { createAnnotationView } from '@wuku/store-sql/annotations'
import { Manifest, type ManifestColumns } from '@wuku/store-sql/manifest'
import { createChunkView, createDocumentView, createFullAt } from './documents/postgres-document-view.ts'
import { createJobView } from '@wuku/store-sql/jobs'
import { createLibraryView } from '@wuku/store-sql/libraries'
import { createCaches, type ReadContext, isShown } from './read-context.ts'
import type { Snapshot } from './database.ts'
import type { Session } from './connection/session.ts'
import type { PadParts } from '@wuku/store-sql/pads/pad-parts'
import { createPadView } from '@wuku/store-sql/pads/pad-view'
import { padTexts } from './pads/texts.ts'
import { countSegments } from './postings/segment-list.ts'
import { createPostingView } from './postings/postgres-posting-view.ts'
import { createRecordView } from '@wuku/store-sql/records'
import { daysOfSources, factsOfSources } from '@wuku/store-sql/sources'
import { listSources } from './postgres-sources.ts'
import { createVectorView } from './vectors/postgres-vector-transaction.ts'

/** Stands on a connection whose transaction is open: every answer is of what the look shows. */
export function createView(context: ReadContext): StoreView {
  const { lexical, terms } = createPostingView(context)
  const limits = context.shown && { shown: context.shown, list: () => listSources(context) }
  return {
    sources: {
      list: (filter) => listSources(context, filter),
      facts: (filter) => factsOfSources(context.db, context.shown, filter),
      days: (query) => daysOfSources(context.db, query, context.shown),
      manifest: createManifest(context),
      segments: () => countSegments(context),
    },
    documents: createDocumentView(context),
    chunks: { ...createChunkView(context), lexical },
    terms,
    missing: () => missingOf(context),
    fullDocumentsAt: createFullAt(context),
    pads: createPadView({ ...padPartsOf(context), hitTexts: context.caches.hitTexts }),
    libraries: createLibraryView(context.db, context.shown?.owned),
    annotations: createAnnotationView(context.db, limits),
    records: createRecordView(context.db, context.shown?.owned),
    jobs: createJobView(context.db, context.shown?.owned),
    vectors: createVectorView(context),
  }
}

const missingOf = ({ missing }: ReadContext) =>
  missing === undefined || missing.of === 0 ? undefined : { shards: `${missing.answered} of ${missing.of}` }

export const padPartsOf = ({ db, shown }: Pick<ReadContext, 'db' | 'shown'>): PadParts => ({
  db,
  shown: shown?.pads,
  texts: padTexts,
})

/** Nothing of a transaction with a snapshot of its own is kept for others. */
export const NO_SNAPSHOT: Snapshot = { isFixed: false }

/** Views of everything, within a transaction that is open. */
export function viewsWithin(db: Session): Readable {
  const context = { db, snapshot: NO_SNAPSHOT, caches: createCaches(), shown: undefined }
  return { read: (work) => work(createView(context)) }
}

const createManifest =
  (context: ReadContext): SourceView['manifest'] =>
  async (source, folders) => {
    if (!isShown(context, source)) return new Map()
    // All in one row, as with names; each is NULL where there are none.
    const row = await context.db.row<ManifestColumns | Record<keyof ManifestColumns, null>>(
      `SELECT array_agg(id) AS ids, array_agg(item) AS items, array_agg(stamp) AS stamps, array_agg(hash) AS hashes,
         array_agg(analyser) AS analysers
       FROM (${folders ? IN_FOLDERS : OF_SOURCE}) AS listed`,
      valuesOf(source, folders),
    )
    return row?.ids ? new Manifest().add(row) : new Map()
  }

const valuesOf = (source: SourceId, folders: readonly string[] | undefined) =>
  folders ? [source, ...boundsOf([...new Set(folders)])] : [source]

const OF_SOURCE = 'SELECT id, item, stamp, hash, analyser FROM documents WHERE source = $1 ORDER BY id'

/** Items of a folder and of those below it begin with its slash, and end before `0`, the sign after the slash. */
const boundsOf = (folders: readonly string[]): readonly [tops: readonly string[], afters: readonly string[]] => [
  folders.map((name) => (name === '' ? '' : `${name}/`)),
  folders.map((name) => (name === '' ? LAST_SIGN : `${name}0`)),
]

const LAST_SIGN = '\u{10ffff}'

const IN_FOLDERS = `
  SELECT id, item, stamp, hash, analyser
  FROM unnest($2::text[], $3::text[]) AS asked (top, after) JOIN documents
    ON source = $1 AND item > top AND item < after AND strpos(substr(item, length(top) + 1), '/') = 0
  ORDER BY id`
