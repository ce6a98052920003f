import { setTimeout as sleep } from 'node:timers/promises'
import type { EngineChunk, EngineTables } from '@wuku/core/search-engine'
import { encodeBatch } from './batch-rows.ts'
import {
  createSql,
  tableNames,
  BATCH_TERM,
  CHUNK_BITS,
  nameOf,
  SHARD_BATCH,
  SHARD_TERM,
  tableOf,
  type Table,
} from './names.ts'
import { type Rows, unescaped } from './requests.ts'
import type { Servers } from './servers.ts'

/** Milliseconds for what works through whole tables. */
const LONG = 3_600_000
const WRITE = 60_000
/** Twenty letters each: replicas agree on less than a megabyte. */
const IN_STATEMENT = 20_000
/**
 * If a shard has two servers, both must have a batch before it is acknowledged. They are asked: with `insert_quorum` the last
 * part that was written stays out of merges and is never purged.
 */
const MIN_COPIES = 2

/** A block is kept whole or not at all, so that a batch that was sent twice can be found by the row that names it. */
const ONE_BLOCK = {
  max_insert_block_size: 16_000_000,
  min_insert_block_size_rows: 16_000_000,
  min_insert_block_size_bytes: 2_000_000_000,
}

export const createTables = (servers: Servers, database: string): EngineTables => ({
  ...createWrites(servers),
  async create(generation, shard) {
    const copied = (await servers.copies(shard)) > 1 ? database : undefined
    for (const table of tableNames)
      await servers.askEach(shard, { sql: createSql(table, generation, copied), timeout: WRITE })
    const postings = tableOf('postings', generation)
    const sql = `SELECT count() FROM ${postings} PREWHERE term = ${SHARD_TERM}`
    const [[count] = []] = await servers.ask(shard, { sql, timeout: WRITE })
    if (Number(count) > 0) return
    const name = nameOf({ batch: SHARD_BATCH, chunk: shard })
    await servers.ask(shard, {
      sql: `INSERT INTO ${postings} VALUES (${SHARD_TERM}, 0, ${name}, 0, 255)`,
      timeout: WRITE,
    })
  },
  async copy(generation, shard) {
    const into = (table: Table): string =>
      `INSERT INTO ${tableOf(table, generation + 1)} SELECT * FROM ${tableOf(table, generation)}`
    const left = `chunk NOT IN (SELECT chunk FROM ${tableOf('gone', generation)}) AND term != ${SHARD_TERM}`
    await servers.ask(shard, { sql: into('terms'), timeout: LONG })
    await servers.ask(shard, { sql: `${into('postings')} WHERE ${left}`, timeout: LONG })
  },
  async drop(generation, shard) {
    for (const table of tableNames)
      await servers.askEach(shard, { sql: `DROP TABLE IF EXISTS ${tableOf(table, generation)}`, timeout: WRITE })
  },
  async read(generation, shard, batch) {
    const [first, end] = [batch, batch + 1].map((each) => nameOf({ batch: each, chunk: 0 }))
    // A left join says where a word is missing, and means the same in all versions.
    const sql = `SELECT word, numbers, strengths FROM (
        SELECT term AS hash, groupArray(bitAnd(chunk, ${2 ** CHUNK_BITS - 1})) AS numbers, groupArray(strength) AS strengths
        FROM ${tableOf('postings', generation)} WHERE term > ${BATCH_TERM} AND chunk >= ${first} AND chunk < ${end} GROUP BY term
      ) ANY LEFT JOIN (SELECT DISTINCT hash, term AS word FROM ${tableOf('terms', generation)}) USING hash`
    return (await servers.ask(shard, { sql, timeout: LONG })).map(([word = '', chunks = '', strengths = '']) => {
      if (word === '') throw new Error(`The search engine has lost words of its batch ${batch}.`)
      return {
        term: unescaped(word),
        chunks: JSON.parse(chunks) as number[],
        strengths: JSON.parse(strengths) as number[],
      }
    })
  },
  async batches(generation, shard) {
    const sql = `SELECT bitShiftRight(chunk, ${CHUNK_BITS}) AS batch, count() FROM ${tableOf('postings', generation)}
      WHERE term > ${BATCH_TERM} GROUP BY batch`
    const rows = await servers.ask(shard, { sql, timeout: LONG })
    return new Map(rows.map(([batch, count]) => [Number(batch), Number(count)]))
  },
})

function createWrites(servers: Servers): Pick<EngineTables, 'put' | 'leave' | 'purge'> {
  const run = (shard: number, sql: string): Promise<Rows> => servers.ask(shard, { sql, timeout: WRITE })
  const insert = async (shard: number, table: string, body: Uint8Array<ArrayBuffer>): Promise<void> => {
    await servers.ask(shard, {
      sql: `INSERT INTO ${table} FORMAT RowBinary`,
      body,
      settings: ONE_BLOCK,
      timeout: WRITE,
    })
  }
  const countEach = async (shard: number, sql: string): Promise<readonly number[]> =>
    (await servers.askEach(shard, { sql, timeout: WRITE })).map((rows) => Number(rows[0]?.[0]))
  const copiesWith = async (shard: number, postings: string, name: EngineChunk): Promise<number> => {
    const sql = `SELECT count() FROM ${postings} PREWHERE term = ${BATCH_TERM} AND chunk = ${nameOf(name)}`
    return (await countEach(shard, sql)).filter((count) => count > 0).length
  }
  /** Numbers and no subquery: each copy works by itself, and what it would find in another table is not the same everywhere. */
  const deletePostings = async (shard: number, table: string, what: string, numbers: readonly (string | number)[]) => {
    for (let start = 0; start < numbers.length; start += IN_STATEMENT) {
      const some = numbers.slice(start, start + IN_STATEMENT)
      await run(shard, `ALTER TABLE ${table} DELETE WHERE term > ${SHARD_TERM} AND ${what} IN (${some.join()})`)
    }
    const left = `SELECT count() FROM system.mutations WHERE database = currentDatabase() AND table = '${table}' AND is_done = 0`
    await waitUntil(async () => (await countEach(shard, left)).every((count) => count === 0), LONG)
  }
  return {
    async put(generation, shard, batch) {
      const table = tableOf('postings', generation)
      const enough = Math.min(MIN_COPIES, await servers.copies(shard))
      for (const { name, postings, terms } of encodeBatch(batch)) {
        if (!batch.isAgain || (await copiesWith(shard, table, name)) === 0) {
          await insert(shard, tableOf('terms', generation), terms)
          await insert(shard, table, postings)
        }
        await waitUntil(async () => (await copiesWith(shard, table, name)) >= enough, WRITE)
      }
    },
    async leave(generation, shard, chunks) {
      const names = new BigUint64Array(chunks.map((each) => BigInt(nameOf(each))))
      if (chunks.length > 0) await insert(shard, tableOf('gone', generation), new Uint8Array(names.buffer))
    },
    async purge(generation, shard, strangers = []) {
      const [postings, gone] = [tableOf('postings', generation), tableOf('gone', generation)]
      const left = (await run(shard, `SELECT DISTINCT chunk FROM ${gone}`)).map(([chunk = '']) => chunk)
      await deletePostings(shard, postings, 'chunk', left)
      await deletePostings(shard, postings, `bitShiftRight(chunk, ${CHUNK_BITS})`, strangers)
      await run(shard, `TRUNCATE TABLE ${gone}`)
    },
  }
}

const PAUSE = 50

/** Asks again until it is so; `longest`: milliseconds. */
async function waitUntil(isSo: () => Promise<boolean>, longest: number): Promise<void> {
  const end = performance.now() + longest
  while (!(await isSo())) {
    if (performance.now() > end) throw new Error('The search engine has not done it in time.')
    await sleep(PAUSE)
  }
}
