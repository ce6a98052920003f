import type { EngineSnapshot, EngineProbe } from '@wuku/core/search-engine'
import { wholeScores } from '@wuku/index-core/postings/whole-scores'
import { BATCH_AND_CHUNK, CHUNK_BITS, nameOf, SHARD_TERM, tableOf, termHash } from './names.ts'
import { literal } from './requests.ts'

/** Numbers of a filter, in the statement or by the name of a list that each shard has. */
export type Narrowing = readonly number[] | { readonly list: string } | undefined

export interface Narrowed {
  readonly moment: EngineSnapshot
  readonly sources: Narrowing
  readonly documents: Narrowing
}

/** Above every sum of a chunk, and with the highest saturation still a number of 64 bits. */
const FIRST_WEIGHT = 2 ** 61

/** The best chunks of a shard, and the row that says which shard it is before them. */
export function bestSql(probe: EngineProbe, narrowed: Narrowed): string {
  const { weights, saturation, step } = wholeScores(probe.terms, probe.k1)
  const hashes = probe.terms.map(({ term }) => termHash(term))
  const required = unique(probe.required)
  const excluded = unique(probe.excluded)
  const asked = [...new Set([...hashes, ...required, ...excluded])]
  const limit = probe.depth + 1
  return `SELECT batch, number, score FROM (
  SELECT ${BATCH_AND_CHUNK}, sum(transform(term, ${numbers([...hashes, SHARD_TERM])}, ${numbers([...weights, FIRST_WEIGHT / step])}, toUInt64(0))
    * arrayElement(${numbers(saturation)}, strength + 1)) AS score
  FROM ${tableOf('postings', narrowed.moment.generation)} PREWHERE ${matching(asked, narrowed)}
  GROUP BY chunk HAVING score > 0${havingOf(required, excluded)}
  ORDER BY score DESC, number LIMIT ${limit}
) ORDER BY score DESC, number LIMIT ${limit}`
}

const unique = (terms: readonly string[]): readonly bigint[] => [...new Set(terms.map(termHash))]

function havingOf(required: readonly bigint[], excluded: readonly bigint[]): string {
  const parts = [
    ...(required.length > 0 ? [`uniqExactIf(term, term IN (${required.join()})) = ${required.length}`] : []),
    ...(excluded.length > 0 ? [`countIf(term IN (${excluded.join()})) = 0`] : []),
  ]
  return parts.length === 0 ? '' : ` AND (${parts.join(' AND ')} OR min(term) = ${SHARD_TERM})`
}

export const countsSql = (hashes: readonly bigint[], narrowed: Narrowed): string =>
  `SELECT term, count(), ${SHARD_NUMBER} FROM ${tableOf('postings', narrowed.moment.generation)}
  PREWHERE ${matching(hashes, narrowed)} GROUP BY term`

export const chunksSql = (hashes: readonly bigint[], narrowed: Narrowed): string =>
  `SELECT term, ${BATCH_AND_CHUNK} FROM ${tableOf('postings', narrowed.moment.generation)}
  PREWHERE ${matching(hashes, narrowed)} ORDER BY term`

const SHARD_NUMBER = `max(bitAnd(chunk, ${2 ** CHUNK_BITS - 1}))`

/** More than any vocabulary that is shown. */
const MAX_WORDS = 100_000

/** How many chunks hold each word with this beginning, and then the words. */
export function wordCountsSql(prefix: string, narrowed: Narrowed): string {
  const { generation } = narrowed.moment
  const terms = `FROM ${tableOf('terms', generation)} WHERE ${beginningWith(prefix)}`
  return `SELECT term, count(), ${SHARD_NUMBER}, '' FROM ${tableOf('postings', generation)}
  PREWHERE term IN (SELECT hash ${terms} UNION ALL SELECT toUInt64(${SHARD_TERM})) AND ${seen(narrowed)} GROUP BY term
  UNION ALL SELECT hash, toUInt64(0), toUInt64(0), term FROM (SELECT DISTINCT hash, term ${terms} LIMIT ${MAX_WORDS})`
}

/** The end is above every letter. */
const beginningWith = (prefix: string): string =>
  prefix === '' ? '1' : `term >= ${literal(prefix)} AND term < ${literal(`${prefix}\u{10ffff}`)}`

const matching = (hashes: readonly bigint[], narrowed: Narrowed): string =>
  `term IN (${[...hashes, SHARD_TERM].join()}) AND ${seen(narrowed)}`

/** Rows of the moment; that of the shard passes all filters, but for a list that the shard does not have. */
function seen({ moment, sources, documents }: Narrowed): string {
  const { generation, lastBatch, unseen, gone } = moment
  const within = (column: string, asked: Narrowing): readonly string[] => {
    if (!asked) return []
    if (!('list' in asked)) return [`${column} IN (${[0, ...asked].join()})`]
    return [`${column} IN (SELECT member FROM ${tableOf('lists', generation)} WHERE list = ${asked.list})`]
  }
  return [
    ...within('source', sources),
    `(chunk < ${nameOf({ batch: lastBatch + 1, chunk: 0 })} OR term = ${SHARD_TERM})`,
    ...(unseen.length > 0 ? [`bitShiftRight(chunk, ${CHUNK_BITS}) NOT IN (${unseen.join()})`] : []),
    ...within('document', documents),
    ...(gone.length > 0 ? [`chunk NOT IN (${gone.map(nameOf).join()})`] : []),
    `chunk NOT IN (SELECT chunk FROM ${tableOf('gone', generation)})`,
  ].join(' AND ')
}

const numbers = (list: readonly (bigint | number)[]): string =>
  `CAST([${list.map((each) => (typeof each === 'bigint' ? each : BigInt(Math.round(each)))).join()}] AS Array(UInt64))`
