import { createSumming, type Sum, type Summing } from '../rows/record-sums.ts'
import { recordTables } from '../rows/record-tables.ts'
import type { RecordReader } from '../rows/records.ts'
import { partsOf, POSTINGS, type StoreRecord } from '../rows/snapshot.ts'

/** A table, the documents or postings of a source, or a set of vectors, on both sides. */
export interface Compared {
  readonly what: string
  readonly from: Sum
  readonly to: Sum
}

export const isEqual = ({ from, to }: Compared): boolean => from.count === to.count && from.checksum === to.checksum

const nothing: Sum = createSumming().sum

/** The same is asked of both sides, and counted in the same way. */
export async function verifyMove(from: RecordReader, to: RecordReader, reportProgress: (what: string) => void) {
  const [old, moved] = [await sumsOf(from, reportProgress), await sumsOf(to, reportProgress)]
  return [...new Set([...old.keys(), ...moved.keys()])].map((what) => ({
    what,
    from: old.get(what) ?? nothing,
    to: moved.get(what) ?? nothing,
  }))
}

/** One sum for each table, source and set of vectors. */
export async function sumsOf(origin: RecordReader, reportProgress: (what: string) => void) {
  const sums = new Map<string, Summing>(recordTables.map(({ name }) => [name, createSumming()]))
  const names = new Map<number, string>()
  const sets = new Map<number, string>()
  const sumOf = (what: string): Summing => {
    const summing = sums.get(what) ?? createSumming()
    sums.set(what, summing)
    return summing
  }
  const documentsOf = (source: number): Summing => sumOf(`documents of ${names.get(source)}`)
  const postingsOf = (source: number): Summing => sumOf(`postings of ${names.get(source)}`)
  const vectorsOf = (set: number): Summing => sumOf(`vectors of ${sets.get(set)}`)
  const add = (record: StoreRecord): void => {
    if ('rows' in record) {
      record.rows.forEach(sumOf(record.table).row)
      if (record.table === 'sources')
        for (const { id, kind, name } of record.rows) names.set(Number(id), `${kind}/${name}`)
    } else if ('documents' in record)
      for (const document of record.documents) documentsOf(document.source).document(document)
    else if ('postings' in record) postingsOf(record.postings.source).postings(record.postings)
    else if ('set' in record) {
      sets.set(record.set.id, record.set.key)
      vectorsOf(record.set.id)
    } else record.vectors.forEach(vectorsOf(record.vectorsOf).vector)
  }
  for (const { name, source, pages } of await partsOf(origin)) {
    if (source !== undefined) reportProgress(names.get(source) ?? '')
    if (source !== undefined) documentsOf(source)
    if (name === POSTINGS) for (const each of names.keys()) postingsOf(each)
    for await (const { records } of pages()) records.forEach(add)
  }
  return new Map([...sums].map(([what, { sum }]) => [what, sum]))
}
