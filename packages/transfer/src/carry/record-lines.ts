import { pipeline } from 'node:stream'
import { createZstdDecompress, constants } from 'node:zlib'
import { msg, type Text } from '@wuku/messages/transfer'
import { z } from 'zod'
import { WukuError } from '@wuku/core/errors'
import { parseJson } from '@wuku/core/lenient-parsing'
import { ignore } from '@wuku/store-postgres/connection/client'
import { linesOf } from './carried-lines.ts'
import { compress } from './summed-files.ts'
import { documentFacts, recordTables } from '../rows/record-tables.ts'
import type { LastNumbers, RecordReader } from '../rows/records.ts'
import { partsOf, type StoreRecord } from '../rows/snapshot.ts'

/** Numbers that were given out come last: they are beyond those of all records. */
export type StreamRecord = StoreRecord | { readonly last: LastNumbers }

/** A whole store as compressed lines of JSON, one for each record, in which bytes are base64. */
export function writeStream(origin: RecordReader, seen: (record: StoreRecord) => void): AsyncIterable<Uint8Array> {
  async function* lines(): AsyncGenerator<Buffer> {
    for (const part of await partsOf(origin))
      for await (const { records } of part.pages())
        for (const record of records) {
          seen(record)
          yield line(writable(record))
        }
    yield line({ last: await origin.lastNumbers() })
  }
  return compress(lines(), { [constants.ZSTD_c_compressionLevel]: 1 })
}

const line = (value: object): Buffer => Buffer.from(`${JSON.stringify(value)}\n`)

const base64 = ({ buffer, byteOffset, byteLength }: Uint8Array | Float32Array): string =>
  Buffer.from(buffer, byteOffset, byteLength).toString('base64')

/** Terms lie in columns, and their postings one after the other: there are very many of them. */
function writable(record: StoreRecord): object {
  if ('documents' in record) {
    const packed = (bytes: Uint8Array | null) => bytes && base64(bytes)
    return {
      documents: record.documents.map(({ text, outline, pairs, ...document }) => ({
        ...document,
        text: base64(text),
        outline: packed(outline),
        pairs: packed(pairs),
      })),
    }
  }
  if ('postings' in record) {
    const { terms, ...place } = record.postings
    const columns = {
      terms: terms.map(({ term }) => term),
      holders: terms.map(({ holders }) => holders),
      peaks: terms.map(({ peak }) => peak),
      lengths: terms.map(({ data }) => data.length),
    }
    return { postings: { ...place, ...columns, data: base64(Buffer.concat(terms.map(({ data }) => data))) } }
  }
  if (!('vectors' in record)) return record
  return { ...record, vectors: record.vectors.map(({ vector, ...each }) => ({ ...each, vector: base64(vector) })) }
}

const integer = z.number().int()
const text = z.string()
const cell = z.union([text, z.number(), z.boolean(), z.null()])
const bytes = text.transform((written) => new Uint8Array(Buffer.from(written, 'base64')))

const all = <Type extends z.ZodType>(type: Type, names: string): Readonly<Record<string, Type>> =>
  Object.fromEntries(names.split(' ').map((name) => [name, type]))

const chunk = z.strictObject({
  ...all(integer, 'id start stop line end_line'),
  ...all(text.nullable(), 'headings anchor'),
})

const documents = z.strictObject({
  ...all(integer, 'id source'),
  facts: z.strictObject(all(cell, documentFacts.join(' '))),
  text: bytes,
  ...all(bytes.nullable(), 'outline pairs'),
  chunks: z.array(chunk),
})

/** Very long lists, which are looked at in one go. */
const listOf = <Each>(isOne: (each: unknown) => each is Each) =>
  z.custom<readonly Each[]>((list) => Array.isArray(list) && list.every(isOne))
const numbers = listOf((each): each is number => Number.isSafeInteger(each))
const texts = listOf((each): each is string => typeof each === 'string')
const postings = z
  .strictObject({
    source: integer,
    chunks: numbers,
    documents: numbers,
    terms: texts,
    holders: numbers,
    peaks: numbers,
    lengths: numbers,
    data: bytes,
  })
  .transform(({ terms, holders, peaks, lengths, data, ...place }) => {
    let at = 0
    const termsOf = terms.map((term, nth) => {
      const length = lengths[nth] ?? 0
      at += length
      return { term, holders: holders[nth] ?? 0, peak: peaks[nth] ?? 0, data: data.subarray(at - length, at) }
    })
    return { ...place, terms: termsOf }
  })

const set = z.strictObject({
  ...all(integer, 'id dimensions chunks'),
  ...all(text, 'key facts'),
  created_at: z.number(),
  is_active: z.boolean(),
})

const vector = bytes.transform((written) => new Float32Array(written.buffer))

const streamRecord = z.union([
  z.strictObject({ table: z.enum(recordTables.map(({ name }) => name)), rows: z.array(z.record(text, cell)) }),
  z.strictObject({ documents: z.array(documents) }),
  z.strictObject({ postings }),
  z.strictObject({ set }),
  z.strictObject({
    vectorsOf: integer,
    vectors: z.array(z.strictObject({ at: z.union([integer, text]), said: text, chunk: integer, vector })),
  }),
  z.strictObject({ last: z.record(text, integer) }),
])

/** Somebody else may have written it: what a store relies on is looked at. */
export async function* readStream(packed: AsyncIterable<Uint8Array>): AsyncGenerator<StreamRecord> {
  let nth = 0
  let isComplete = false
  const source = packed[Symbol.asyncIterator]()
  let latest: Promise<IteratorResult<Uint8Array>> | undefined
  const next = () => (latest = source.next())
  const watched = { [Symbol.asyncIterator]: () => ({ next, return: async () => (await source.return?.()) ?? DONE }) }
  const unpacked = pipeline(watched, createZstdDecompress(), ignore)
  for await (const written of linesOf(unpacked as AsyncIterable<Uint8Array>)) {
    nth++
    const { success, data } = streamRecord.safeParse(parseJson(written))
    if (!success || isComplete) throw damaged(msg('strangeLineOfStore', { line: nth }))
    isComplete = 'last' in data
    yield data as StreamRecord
  }
  if (!isComplete) throw damaged(msg('storeEndsEarly', { line: nth }))
  // Node may write an empty frame last, and reads nothing behind a frame: whether the file could be read shows at its end.
  for (let read = await latest; !read?.done;) read = await next()
}

const DONE = { done: true, value: undefined } as const

const damaged = (what: Text): WukuError => new WukuError('store-damaged', msg('backupDamagedNothingChanged', { what }))
