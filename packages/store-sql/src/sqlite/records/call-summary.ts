import type {
  CallSummary,
  CallSummaryRequest,
  ClientCalls,
  DayCalls,
  NotFound,
  ToolCalls,
} from '@wuku/core/ports/record-store'
import type { Connection } from '../driver/connection.ts'
import type { Condition } from '../filters.ts'
import { differs, equals } from '../postings/row-pages.ts'
import { FOUND_NOTHING } from './calls.ts'

const COUNTS = `count(*) AS calls, count(error) AS failed, count(*) FILTER (WHERE ${FOUND_NOTHING}) AS empty`

/** Input keys that hold what somebody looked for, the likeliest first. */
const QUESTIONS = ['query', 'intent_query', 'topic', 'libraryName', 'name', 'path']
const QUESTION = `coalesce(${QUESTIONS.map((key) => `json_extract(input, '$.${key}')`).join(', ')})`

/** Counted from the calls themselves, as far as they are kept. */
export function summarizeCalls(
  db: Connection,
  request: CallSummaryRequest,
  within: readonly Condition[] = [],
): CallSummary {
  const conditions: readonly Condition[] = [
    { sql: "at >= ? AND operation <> ''", values: [request.from] },
    ...equals('actor', request.actor),
    ...equals('library', request.library),
    ...differs('client', request.withoutClient),
    ...within,
  ]
  const where = conditions.map(({ sql }) => sql).join(' AND ')
  const values = conditions.flatMap((condition) => condition.values)
  return {
    byTool: db.rows<ToolCalls>(
      `SELECT operation, ${COUNTS}, coalesce(sum(tokens), 0) AS tokens,
         min(milliseconds) FILTER (WHERE place * 100 >= amount * 50) AS p50,
         min(milliseconds) FILTER (WHERE place * 100 >= amount * 95) AS p95
       FROM (SELECT operation, error, results, tokens, milliseconds,
           row_number() OVER (PARTITION BY operation ORDER BY milliseconds) AS place,
           count(*) OVER (PARTITION BY operation) AS amount
         FROM calls WHERE ${where})
       GROUP BY operation ORDER BY calls DESC, operation`,
      values,
    ),
    byClient: db.rows<ClientCalls>(
      `SELECT client, ${COUNTS}, max(at) AS lastAt FROM calls WHERE ${where}
       GROUP BY client ORDER BY calls DESC, client`,
      values,
    ),
    byDay: db.rows<DayCalls>(
      `SELECT date(at / 1000, 'unixepoch') AS day, ${COUNTS} FROM calls WHERE ${where} GROUP BY 1 ORDER BY 1`,
      values,
    ),
    notFound: db.rows<NotFound>(
      `SELECT ${QUESTION} AS query, operation, count(*) AS times, max(at) AS lastAt FROM calls
       WHERE ${where} AND ${FOUND_NOTHING} AND typeof(${QUESTION}) = 'text' AND ${QUESTION} <> ''
       GROUP BY 1, 2 ORDER BY times DESC, lastAt DESC, query, operation LIMIT ?`,
      [...values, request.maxNotFound],
    ),
  }
}
