import { createSumming, type Sum } from '../rows/moved-sums.ts'
import { movedParts, tableCalled, tablesOf } from '../rows/moved-tables.ts'
import type { DocumentId, SourceId } from '@wuku/core/core-types'
import type { Cell, MovedPart, MovedRow, MovedTable, MovingOrigin } from '../rows/moving.ts'

/** A table, the documents or postings of a source, or a set of vectors, on both sides. */
export interface Compared {
  readonly what: string
  readonly from: Sum
  readonly to: Sum
}

export const isEqual = ({ from, to }: Compared): boolean => from.count === to.count && from.checksum === to.checksum

const nothing: Sum = createSumming().sum

/** The same is asked of both sides, and counted in the same way. */
export async function verifyMove(
  from: MovingOrigin,
  to: MovingOrigin,
  reportProgress: (what: string) => void,
): Promise<readonly Compared[]> {
  const [old, moved] = [await sumsOf(from, reportProgress), await sumsOf(to, reportProgress)]
  return [...new Set([...old.keys(), ...moved.keys()])].map((what) => ({
    what,
    from: old.get(what) ?? nothing,
    to: moved.get(what) ?? nothing,
  }))
}

/** One sum for each table, source and set of vectors. */
export async function sumsOf(
  origin: MovingOrigin,
  reportProgress: (what: string) => void,
): Promise<ReadonlyMap<string, Sum>> {
  const sums = new Map<string, Sum>()
  for (const part of movedParts)
    for (const [name, sum] of Object.entries(await sumOfPart(origin, part))) sums.set(name, sum)
  const names = await namesOfSources(origin)
  for (const source of (await origin.revisions()).keys()) {
    reportProgress(names.get(source) ?? '')
    sums.set(`documents of ${names.get(source)}`, await sumOfDocuments(origin, source))
  }
  for (const [source, sum] of await sumsOfPostings(origin, [...names.keys()]))
    sums.set(`postings of ${names.get(source)}`, sum)
  for (const { id, key } of await origin.sets()) sums.set(`vectors of ${key}`, await sumOfVectors(origin, id))
  return sums
}

/** By table. */
export async function sumOfPart(origin: MovingOrigin, part: MovedPart): Promise<Readonly<Record<string, Sum>>> {
  const sums: [string, Sum][] = []
  for (const table of tablesOf(part)) sums.push([table.name, await sumOfTable(origin, table)])
  return Object.fromEntries(sums)
}

async function sumOfTable(origin: MovingOrigin, table: MovedTable): Promise<Sum> {
  const summing = createSumming()
  for await (const row of eachRow(origin, table)) summing.row(row)
  return summing.sum
}

/** Page by page. */
export async function* eachRow(origin: MovingOrigin, table: MovedTable): AsyncGenerator<MovedRow> {
  for (let after: readonly Cell[] | undefined; ;) {
    const rows = await origin.rows(table, after)
    yield* rows
    const last = rows.at(-1)
    if (!last) return
    after = table.key.map((column) => last[column] ?? null)
  }
}

async function namesOfSources(origin: MovingOrigin): Promise<ReadonlyMap<SourceId, string>> {
  const names = new Map<SourceId, string>()
  for await (const { id, kind, name } of eachRow(origin, tableCalled('sources')))
    names.set(Number(id) as SourceId, `${kind}/${name}`)
  return names
}

async function sumOfDocuments(origin: MovingOrigin, source: SourceId): Promise<Sum> {
  const summing = createSumming()
  for (let after: DocumentId | 0 = 0; ;) {
    const documents = await origin.documents(source, after)
    for (const document of documents) summing.document(document)
    const last = documents.at(-1)
    if (!last) return summing.sum
    after = last.id
  }
}

async function sumsOfPostings(origin: MovingOrigin, sources: readonly SourceId[]): Promise<ReadonlyMap<SourceId, Sum>> {
  const summing = new Map(sources.map((source) => [source, createSumming()]))
  for await (const { parts } of origin.postings(new Map(sources.map((source) => [source, -1]))))
    for (const part of parts) summing.get(part.source)?.postings(part)
  return new Map([...summing].map(([source, { sum }]) => [source, sum]))
}

async function sumOfVectors(origin: MovingOrigin, set: number): Promise<Sum> {
  const summing = createSumming()
  for (let after: number | string | undefined; ;) {
    const vectors = await origin.vectors({ set, after })
    for (const vector of vectors) summing.vector(vector)
    const last = vectors.at(-1)
    if (!last) return summing.sum
    after = last.at
  }
}
