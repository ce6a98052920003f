import type { SourceId } from '@wuku/core/core-types'
import { movedParts, tableCalled, tablesOf } from './record-tables.ts'
import { sumsOfRows } from './record-sums.ts'
import type {
  Cell,
  DocumentRecord,
  TablesPart,
  PostingsRecord,
  TableRow,
  VectorSetRecord,
  RecordTable,
  VectorRecord,
  RecordReader,
  RecordWriter,
} from './records.ts'

/** One record of the stream in which a whole store is read and written; each refers to earlier ones alone. */
export type StoreRecord =
  | { readonly table: string; readonly rows: readonly TableRow[] }
  | { readonly documents: readonly DocumentRecord[] }
  | { readonly postings: PostingsRecord }
  | { readonly set: VectorSetRecord }
  | { readonly vectorsOf: number; readonly vectors: readonly VectorRecord[] }

export interface StorePage {
  /** Reading goes on after it; a value of JSON. */
  readonly at: unknown
  readonly records: readonly StoreRecord[]
}

/** Tables, documents of a source, all postings or all vectors. */
export interface StorePart {
  readonly name: string
  /** The source whose documents it holds. */
  readonly source?: SourceId
  /** Another text whenever the part has changed. */
  print(): Promise<string>
  pages(after?: unknown): AsyncGenerator<StorePage>
}

export const POSTINGS = 'postings'
export const VECTORS = 'vectors'

/** In the order in which they are written. */
export async function partsOf(origin: RecordReader): Promise<readonly StorePart[]> {
  const revisions = await origin.revisions()
  return [
    ...movedParts.map((name): StorePart => ({
      name,
      print: async () => JSON.stringify(await sumsOfRows(tablesOf(name), (table) => eachRow(origin, table))),
      pages: (after) => rowPages(origin, name, after as RowPlace | undefined),
    })),
    ...[...revisions].map(([source, print]): StorePart => ({
      name: `source ${source}`,
      source,
      print: async () => print,
      pages: (after) => documentPages(origin, source, after as DocumentRecord['id'] | undefined),
    })),
    {
      name: POSTINGS,
      print: async () => '',
      pages: (after) => postingPages(origin, [...revisions.keys()], after as PostingPlaces | undefined),
    },
    {
      name: VECTORS,
      print: async () => JSON.stringify(await origin.sets()),
      pages: (after) => vectorPages(origin, after as SetPlace | undefined),
    },
  ]
}

/** Pages of a list until an empty one, each with the place of its last entry. */
async function* pagesUntilEmpty<Entry, At>(
  read: (after: At | undefined) => Promise<readonly Entry[]>,
  placeOf: (last: Entry) => At,
  after?: At,
): AsyncGenerator<{ readonly entries: readonly Entry[]; readonly at: At }> {
  for (let at = after; ;) {
    const entries = await read(at)
    const last = entries.at(-1)
    if (!last) return
    at = placeOf(last)
    yield { entries, at }
  }
}

type RowKey = readonly Cell[]

const pagesOfTable = (origin: RecordReader, table: RecordTable, after?: RowKey) =>
  pagesUntilEmpty(
    (key: RowKey | undefined) => origin.rows(table, key),
    (last): RowKey => table.key.map((column) => last[column] ?? null),
    after,
  )

export async function* eachRow(origin: RecordReader, table: RecordTable): AsyncGenerator<TableRow> {
  for await (const { entries } of pagesOfTable(origin, table)) yield* entries
}

interface RowPlace {
  readonly table: string
  readonly key: RowKey
}

async function* rowPages(origin: RecordReader, part: TablesPart, after?: RowPlace): AsyncGenerator<StorePage> {
  const tables = tablesOf(part)
  const reached = tables.findIndex(({ name }) => name === after?.table)
  for (const [nth, table] of tables.entries()) {
    if (nth < reached) continue
    for await (const { entries, at } of pagesOfTable(origin, table, nth === reached ? after?.key : undefined))
      yield { at: { table: table.name, key: at }, records: [{ table: table.name, rows: entries }] }
  }
}

async function* documentPages(origin: RecordReader, source: SourceId, after?: DocumentRecord['id']) {
  const read = (id: DocumentRecord['id'] | undefined) => origin.documents(source, id ?? 0)
  for await (const { entries, at } of pagesUntilEmpty(read, ({ id }) => id, after))
    yield { at, records: [{ documents: entries }] }
}

/** By source the place of its last postings, which need be no whole number. */
export type PostingPlaces = Readonly<Record<string, number>>

async function* postingPages(origin: RecordReader, sources: readonly SourceId[], after: PostingPlaces = {}) {
  let places = after
  for await (const { at, parts } of origin.postings(new Map(sources.map((source) => [source, after[source] ?? -1])))) {
    places = { ...places, ...Object.fromEntries(parts.map(({ source }) => [source, at])) }
    yield { at: places, records: parts.map((postings) => ({ postings })) }
  }
}

interface SetPlace {
  readonly set: number
  /** Absent: the set alone was written. */
  readonly vector?: number | string
}

async function* vectorPages(origin: RecordReader, after?: SetPlace): AsyncGenerator<StorePage> {
  for (const set of await origin.sets()) {
    const { id } = set
    if (after && id < after.set) continue
    const isWritten = after?.set === id
    if (!isWritten) yield { at: { set: id }, records: [{ set }] }
    const read = (vector: number | string | undefined) => origin.vectors({ set: id, after: vector })
    for await (const { entries, at } of pagesUntilEmpty(read, (last) => last.at, isWritten ? after.vector : undefined))
      yield { at: { set: id, vector: at }, records: [{ vectorsOf: id, vectors: entries }] }
  }
}

/** For people. */
export function labelOf(record: StoreRecord): string {
  if ('rows' in record) return record.table.replaceAll('_', ' ')
  if ('documents' in record) return 'documents'
  return 'postings' in record ? 'postings of chunks' : 'vectors'
}

export function countOf(record: StoreRecord): number {
  if ('rows' in record) return record.rows.length
  if ('documents' in record) return record.documents.length
  if ('postings' in record) return record.postings.chunks.length
  return 'vectors' in record ? record.vectors.length : 0
}

export async function putRecord(to: RecordWriter, record: StoreRecord): Promise<void> {
  if ('rows' in record) await to.putRows(tableCalled(record.table), record.rows)
  else if ('documents' in record) await to.putDocuments(record.documents)
  else if ('postings' in record) await to.putPostings(record.postings)
  else if ('set' in record) await to.putSet(record.set)
  else await to.putVectors(record.vectorsOf, record.vectors)
}

const sourceIn = (part: string): SourceId | undefined => {
  const id = /^source (\d+)$/.exec(part)?.[1]
  return id === undefined ? undefined : (Number(id) as SourceId)
}

/** Names of parts of documents; vectors belong to chunks, and go with them. */
export const isOfSource = (part: string): boolean => sourceIn(part) !== undefined

export async function emptyStorePart(to: RecordWriter, part: string): Promise<void> {
  const source = sourceIn(part)
  if (source !== undefined) await to.emptyDocuments(source)
  if (source !== undefined || part === VECTORS) await to.emptyVectors()
  else await to.emptyPart(part as TablesPart)
}
