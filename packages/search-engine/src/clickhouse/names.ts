import { hash } from 'node:crypto'
import type { EngineChunk } from '@wuku/core/search-engine'

/** Bits of a chunk's number in its 64: 34 thousand millions, which a store gives out once each. Batches have 28 above them. */
export const CHUNK_BITS = 35
const CHUNKS = 2 ** CHUNK_BITS
const HALF = 2 ** 32

/** Rows under these are none of a chunk. Under the first every shard says who it is; under the second, which batches it has. */
export const SHARD_TERM = 0
export const BATCH_TERM = 1
const RESERVED = 2n
/** The batch of the row that names a shard: its number is above that of every chunk. */
export const SHARD_BATCH = 2 ** (63 - CHUNK_BITS)

/** The upper and the lower half of a chunk's number. */
export const highOf = ({ batch, chunk }: EngineChunk): number => batch * (CHUNKS / HALF) + Math.floor(chunk / HALF)
export const lowOf = ({ chunk }: EngineChunk): number => chunk % HALF
export const nameOf = (each: EngineChunk): string => String(BigInt(highOf(each)) * BigInt(HALF) + BigInt(lowOf(each)))
/** The name of a chunk, as two columns. */
export const BATCH_AND_CHUNK = `bitShiftRight(chunk, ${CHUNK_BITS}) AS batch, bitAnd(chunk, ${CHUNKS - 1}) AS number`

/** 64 bits of SHA-1: no two of the 772,019 terms of 44,048 documents have the same. */
export function termHash(term: string): bigint {
  const number = hash('sha1', term, 'buffer').readBigUInt64BE(0)
  return number < RESERVED ? number + RESERVED : number
}

export type Table = 'postings' | 'terms' | 'gone' | 'lists'
export const tableOf = (table: Table, generation: number): string => `${table}_${generation}`

/** Columns by table, as the server writes their types. */
export const COLUMNS: Readonly<Record<Table, string>> = {
  postings: 'term UInt64, source UInt32, chunk UInt64, document UInt32, strength UInt8',
  terms: 'term String, hash UInt64',
  gone: 'chunk UInt64',
  lists: 'list UInt64, member UInt32',
}

const ORDERS: Readonly<Record<Table, string>> = {
  postings: 'term, source, chunk',
  terms: 'term',
  gone: 'chunk',
  lists: 'list, member',
}

export const tableNames: readonly Table[] = ['postings', 'terms', 'gone', 'lists']
/** Smaller numbers of rows between marks cost little, and what is read of a term falls to a quarter. */
const GRANULARITY = 1024

/** `database`: where the shard has copies, which find one another by its name. Each server has lists of its own. */
export function createSql(table: Table, generation: number, database: string | undefined): string {
  const name = tableOf(table, generation)
  const family = table === 'terms' ? 'ReplacingMergeTree' : 'MergeTree'
  const kept =
    database === undefined || table === 'lists'
      ? `${family}()`
      : `Replicated${family}('/clickhouse/tables/{shard}/${database}/${name}', '{replica}')`
  return `CREATE TABLE IF NOT EXISTS ${name} (${COLUMNS[table]}) ENGINE = ${kept} ORDER BY (${ORDERS[table]}) SETTINGS index_granularity = ${GRANULARITY}`
}
