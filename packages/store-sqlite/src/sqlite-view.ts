import type { Access } from '@wuku/core/ports/access'
import { createAnnotationView } from '@wuku/store-sql/annotations'
import type { Condition } from '@wuku/store-sql/sqlite/filters'
import { sqliteSession } from '@wuku/store-sql/sqlite/sqlite-dialect'
import type { AnnotationView } from '@wuku/core/ports/annotation-store'
import type { DocumentPlace, FolderQuery, FolderFound } from '@wuku/core/ports/index-view'
import type { StoreView, FullDocument } from '@wuku/core/ports/store'
import { narrowIndexView, type Narrowing, type IndexView, narrowed } from './index-view.ts'
import { bodiesOf } from './documents/bodies.ts'
import { chunksOfDocuments } from './documents/sqlite-chunks.ts'
import { counter } from '@wuku/store-sql/sqlite/counters'
import {
  documentsAt,
  documentsByHash,
  documentsWithin,
  hashesFrom,
  manifestOf,
  namesWithin,
  newestDocuments,
  documentsById,
} from './documents/sqlite-documents.ts'
import type { Connection } from '@wuku/store-sql/sqlite/driver/connection'
import { searchLexically } from './lexical.ts'
import { rowsOf } from './postings/rows.ts'
import type { Lookups } from './lookups.ts'
import { outlinesOf } from './documents/outlines.ts'
import { mayHold, passagesOf, placesOf, textsOf } from './documents/sqlite-passages.ts'
import { orders, topOf } from '@wuku/store-sql/document-rows'
import { commonestTerms } from '@wuku/store-sql/commonest-terms'
import { daysOfSources, factsOfSources } from '@wuku/store-sql/sources'
import { duplicatesOf } from './documents/sharing.ts'
import { createVectorView } from './sqlite-vector-view.ts'
import { termsFrom } from './postings/vocabulary.ts'
import type { DocumentId, SourceId } from '@wuku/core/core-types'
import type { TermPlaces } from '@wuku/index-core/postings/block-bounds'
import { BLOCK_SIZE, decodePostings, emptyPostings, type Postings } from '@wuku/index-core/postings/posting-codec'
import type { Owner } from './documents/find-places.ts'
import type { Range } from '@wuku/core/ranges'
import type { EmbeddingSet, VectorView } from '@wuku/core/ports/vectors'
import { firstKey } from './vector-sets.ts'
import { loadOnCall } from '@wuku/core/once'
import type { HitTexts } from '@wuku/store-sql/pads/pad-parts'

export interface ViewParts {
  readonly hitTexts: LoadHitTexts
  readonly lookups: Lookups
}

/** Stands on a connection whose transaction is open: every answer is of the same moment, and of what the access shows. */
export async function createView(db: Connection, { hitTexts, lookups }: ViewParts, access: Access): Promise<StoreView> {
  const shown = await lookups.shown(db, access)
  const full: StoreView = {
    ...createIndexView(db, lookups),
    ...createSideViews(db, hitTexts),
    annotations: createAnnotationView(sqliteSession(db)),
    vectors: createVectorView(db, lookups),
  }
  return shown ? narrowView(full, hitTexts, { db, lookups, shown }) : full
}

const narrowView = (full: StoreView, hitTexts: LoadHitTexts, narrowing: Narrowing): StoreView => ({
  ...narrowIndexView(full, narrowing),
  ...createSideViews(narrowing.db, hitTexts, narrowing.shown),
  annotations: narrowAnnotationView(narrowing),
  vectors: narrowVectorView(full.vectors, narrowing),
})

const narrowAnnotationView = ({ db, lookups, shown }: Narrowing): AnnotationView =>
  createAnnotationView(sqliteSession(db), { shown, list: () => lookups.sources(db, shown) })

function fullDocumentsAt(db: Connection, places: readonly DocumentPlace[]): readonly FullDocument[] {
  const documents = documentsAt(db, places)
  const ids = documents.map(({ id }) => id)
  const [texts, chunks] = [bodiesOf(db, ids), chunksOfDocuments(db, ids)]
  return documents.map((document) => ({
    document,
    text: texts.get(document.id) ?? '',
    chunks: chunks.get(document.id) ?? [],
  }))
}

export const createIndexView = (db: Connection, lookups: Lookups): IndexView => ({
  sources: {
    list: (filter) => lookups.sources(db, undefined, filter),
    facts: (filter) => factsOfSources(sqliteSession(db), undefined, filter),
    days: (query) => daysOfSources(sqliteSession(db), query, undefined),
    manifest: async (source, folders) => manifestOf(db, source, folders),
  },
  terms: {
    stats: async (terms, sources) =>
      sources
        ? lookups.counts(db, sources).stats(terms)
        : {
            chunks: counter(db, 'chunks'),
            holders: new Map([...lookups.terms(db, terms)].map(([term, { holders: count }]) => [term, count])),
          },
    vocabulary: async (prefixes, limit, sources) =>
      sources
        ? prefixes.map((prefix) => commonestTerms(lookups.counts(db, sources).startingWith(prefix), limit))
        : termsFrom(db, prefixes, limit),
    documentsWith: async (terms, within = {}) =>
      documentsContaining(db, lookups.terms(db, terms), lookups.places.owners(db, within)),
  },
  chunks: {
    lexical: async (probes) => probes.map((probe) => searchLexically(db, probe, lookups)),
    texts: async (chunks, pairs = []) => textsOf(db, mayHold(db, chunks, { pairs, find: lookups.documents })),
    passages: async (chunks) => passagesOf(db, chunks, lookups.documents),
    places: async (chunks) => placesOf(db, chunks, lookups.documents),
    of: async (documents) => chunksOfDocuments(db, documents),
  },
  documents: {
    names: async (within = {}) => namesWithin(db, within),
    newest: async (source, limit) => newestDocuments(db, source, limit),
    folder: async (query) => folderIn(db, query),
    list: async (within = {}) => documentsWithin(db, within),
    at: async (places) => documentsAt(db, places),
    byHash: async (prefix) => documentsByHash(db, prefix),
    hashesFrom: async (prefixes) => hashesFrom(db, prefixes),
    byId: async (documents) => lookups.documents.byId(db, documents),
    outlines: async (documents) => outlinesOf(db, documents),
    duplicates: async (probe) => duplicatesOf(db, probe),
    bodies: async (documents) => bodiesOf(db, documents),
  },
  fullDocumentsAt: async (places) => fullDocumentsAt(db, places),
})

/** Block by block: the owner of each chunk is noted once, and every term's row is compared with it. */
function documentsContaining(db: Connection, terms: ReadonlyMap<string, TermPlaces>, owners: readonly Owner[]) {
  const termsIn = byBlock(terms)
  const scan: OwnerScan = { owners, ownerAt: new Int32Array(BLOCK_SIZE), postings: emptyPostings() }
  const found = new Map([...terms.keys()].map((term) => [term, new Set<DocumentId>()]))
  let next = 0
  for (const block of [...termsIn.keys()].toSorted((a, b) => a - b)) {
    while ((owners[next]?.last ?? Infinity) < block * BLOCK_SIZE) next++
    if (!markOwners(scan, block, next)) continue
    for (const [term, data] of rowsOf(db, { block, terms: termsIn.get(block) ?? [] }))
      addMatches(scan, data, found.get(term))
  }
  return new Map([...found].filter(([, matches]) => matches.size > 0))
}

function byBlock(terms: ReadonlyMap<string, TermPlaces>): ReadonlyMap<number, readonly string[]> {
  const found = new Map<number, string[]>()
  for (const [term, { blocks }] of terms)
    for (const block of blocks) {
      const own = found.get(block)
      if (own) own.push(term)
      else found.set(block, [term])
    }
  return found
}

interface OwnerScan {
  readonly owners: readonly Owner[]
  /** Owners by number within the current block: 0 for none, otherwise the index of the owner plus 1. */
  readonly ownerAt: Int32Array
  readonly postings: Postings
}

/** `from`: the first owner that does not end before the block. `false`: nobody has anything of it. */
function markOwners({ owners, ownerAt }: OwnerScan, block: number, from: number): boolean {
  const start = block * BLOCK_SIZE
  if ((owners[from]?.first ?? Infinity) >= start + BLOCK_SIZE) return false
  ownerAt.fill(0)
  for (let at = from; ; at++) {
    const owner = owners[at]
    if (!owner || owner.first >= start + BLOCK_SIZE) return true
    ownerAt.fill(at + 1, Math.max(0, owner.first - start), owner.last - start + 1)
  }
}

function addMatches({ owners, ownerAt, postings }: OwnerScan, data: Uint8Array, matches: Set<DocumentId> | undefined) {
  decodePostings(data, postings)
  let last = 0
  for (let at = 0; at < postings.count; at++) {
    const owner = ownerAt[postings.chunks[at] ?? 0] ?? 0
    // Chunks of one document follow one another.
    if (owner === last || owner === 0) continue
    last = owner
    for (const document of owners[owner - 1]?.documents ?? []) matches?.add(document)
  }
}

function narrowVectorView(full: VectorView, { db, lookups, shown }: Narrowing): VectorView {
  const of = (sources: readonly SourceId[]) => sources.filter((source) => shown.sources.has(source))
  const shownIn = (set: EmbeddingSet): number =>
    lookups
      .chunkScope(db, { sources: [...shown.sources] })
      .ranges.reduce((sum, range) => sum + embeddedIn(db, set, range), 0)
  return {
    embeddingSets: async () => (await full.embeddingSets()).map((set) => ({ ...set, chunks: shownIn(set) })),
    unembedded: (request) => full.unembedded({ ...request, sources: of(request.sources) }),
    unembeddedSize: (request) => full.unembeddedSize({ ...request, sources: of(request.sources) }),
    nearest: (probe) => full.nearest({ ...probe, within: narrowed(probe.within ?? {}, shown.sources) }),
  }
}

/** Masks of blocks answer this without reading any vector. */
const embeddedIn = (db: Connection, set: EmbeddingSet, { first, last }: Range): number =>
  db.row<{ chunks: number }>(
    `SELECT count(*) AS chunks FROM chunks CROSS JOIN vector_blocks ON vector_blocks.id = ? + (chunks.id >> 5)
     WHERE chunks.id >= ? AND chunks.id <= ? AND (mask >> (chunks.id & 31)) & 1 = 1`,
    [firstKey(set.id), first, last],
  )?.chunks ?? 0

/** Parts of a view that a search needs nothing of: their code is loaded when one is asked. */
type SideViews = Pick<StoreView, 'pads' | 'libraries' | 'records' | 'jobs'>

type LoadHitTexts = () => Promise<HitTexts>

const createSideViews = (
  db: Connection,
  hitTexts: LoadHitTexts,
  { pads, owned }: Partial<Narrowing['shown']> = {},
): SideViews => ({
  pads: loadOnCall<SideViews['pads']>(
    async () =>
      (await import('./pads/sqlite-pads.ts')).createSqlitePadView({ db, hitTexts: await hitTexts(), shown: pads }),
    padMethods,
  ),
  libraries: loadOnCall<SideViews['libraries']>(
    async () => (await import('@wuku/store-sql/libraries')).createLibraryView(sqliteSession(db), owned),
    libraryMethods,
  ),
  records: loadOnCall<SideViews['records']>(
    async () => (await import('@wuku/store-sql/records')).createRecordView(sqliteSession(db), owned),
    recordMethods,
  ),
  jobs: loadOnCall<SideViews['jobs']>(
    async () => (await import('@wuku/store-sql/jobs')).createJobView(sqliteSession(db), owned),
    jobMethods,
  ),
})

const padMethods = [
  'workflow',
  'workflows',
  'workflowsNumbered',
  'pads',
  'everyPad',
  'padFacts',
  'pad',
  'placed',
  'idsFrom',
  'history',
  'stateAt',
  'hits',
] as const
const libraryMethods = ['libraries', 'versions', 'files', 'file', 'filesAt', 'fileCounts'] as const
const recordMethods = [
  'activities',
  'calls',
  'counts',
  'audit',
  'countsOf',
  'summary',
  'sessions',
  'series',
  'samples',
] as const
const jobMethods = ['list', 'events', 'requests'] as const

/** The folder of a path with its slash, as the index `documents_by_folder` has it. */
const FOLDER = "rtrim(path, replace(path, '/', ''))"

/** No path begins with it. */
const LAST = '\u{10FFFF}'

/** Rows of the index alone are counted and ordered; only those of the page are read. */
function folderIn(db: Connection, query: FolderQuery): FolderFound {
  const { part, order, limit, offset } = query
  const { sql, values } = part === undefined ? directlyIn(query) : containingPart(query, part)
  const total = db.row<{ total: number }>(`SELECT count(*) AS total FROM documents WHERE ${sql}`, values)?.total ?? 0
  const rows = db.rows<{ id: DocumentId }>(
    `SELECT id FROM documents WHERE ${sql} ORDER BY ${orders[order]} LIMIT ? OFFSET ?`,
    [...values, limit, offset],
  )
  const ids = rows.map(({ id }) => id)
  return { documents: documentsById(db, ids), total, folders: part === undefined ? foldersIn(db, query) : [] }
}

const directlyIn = ({ source, under }: FolderQuery): Condition => ({
  sql: `source = ? AND ${FOLDER} = ?`,
  values: [source, topOf(under)],
})

const containingPart = ({ source, under }: FolderQuery, part: string): Condition => ({
  sql: `source = ? AND ${FOLDER} >= ? AND ${FOLDER} < ? AND path LIKE ? ESCAPE '\\'`,
  values: [source, topOf(under), afterAll(under), `%${part.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`],
})

/** "0" is the character after the slash. */
const afterAll = (under: string): string => (under === '' ? LAST : `${under}0`)

const next = (bound: string): string =>
  `(SELECT ${FOLDER} FROM documents WHERE source = ?1 AND ${FOLDER} ${bound} AND ${FOLDER} < ?3 ORDER BY ${FOLDER} LIMIT 1)`

/** Jumps from one folder to the next and skips the files in it: one index lookup per folder. */
function foldersIn(db: Connection, { source, under }: FolderQuery): FolderFound['folders'] {
  const first = topOf(under).length + 1
  const name = `substr(folder, 1, ${first} + instr(substr(folder, ${first}), '/') - 2)`
  return db.rows<FolderFound['folders'][number]>(
    `WITH RECURSIVE walk (folder) AS (
       SELECT ${next('> ?2')}
       UNION ALL SELECT ${next(`>= ${name} || '0'`)} FROM walk WHERE folder IS NOT NULL
     )
     SELECT ${name} AS path,
       (SELECT count(*) FROM documents
        WHERE source = ?1 AND documents.path > ${name} || '/' AND documents.path < ${name} || '0') AS documents
     FROM walk WHERE folder IS NOT NULL`,
    [source, topOf(under), afterAll(under)],
  )
}
