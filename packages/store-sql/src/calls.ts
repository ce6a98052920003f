import type { Json } from '@wuku/core/core-types'
import {
  type ActorCountsRequest,
  type CallRecord,
  type CallSession,
  type CallsRequest,
  type CallSummary,
  type CallSummaryRequest,
  type ClientCalls,
  type DailyCount,
  type DayCalls,
  type Forgetting,
  type NotFound,
  type SeriesRequest,
  type SessionsRequest,
  type StretchOfCalls,
  type ToolCalls,
  withoutNames,
} from '@wuku/core/ports/record-store'
import type { SqlSession } from './sql-session.ts'
import { randomNumbers } from './stored-rows.ts'
import {
  type Conditions,
  conditionsFor,
  flag,
  json,
  jsonOrNull,
  pageOf,
  plain,
  type Table,
  writtenRow,
} from './tables.ts'
import type { Owned } from './visible-rows.ts'

interface StoredCall extends Omit<CallRecord, 'id'> {
  /** `null`: the database counts on. */
  readonly id: number | null
}

const storedCalls: Table<StoredCall> = {
  name: 'calls',
  columns: {
    ...plain('id', 'at', 'actor', 'actorName', 'funcName', 'operation', 'client', 'surface', 'library'),
    input: json('input'),
    isWhole: flag('is_whole'),
    hits: json('hits'),
    ...plain('results', 'milliseconds', 'tokens', 'error', 'requestId', 'session'),
    answer: jsonOrNull('answer'),
  },
}

/** Texts of answers are long. */
const { answer: _long, ...columnsOfList } = storedCalls.columns
type ListedCall = Omit<StoredCall, 'answer'>
const listedCalls: Table<ListedCall> = { name: 'calls', columns: columnsOfList }

/** Condition of the index of such calls. */
const FOUND_NOTHING = 'results = 0 AND error IS NULL'

/** Name of a source or library, and whether a caller is shown it. */
interface NameOfOne {
  readonly name: string
  readonly isShown: boolean
}

/** Calls about libraries that are shown, and those of the user, who knows what they asked. */
function callsShown(db: SqlSession, owned: Owned | undefined): Conditions {
  const where = conditionsFor(db)
  if (owned)
    where.also(
      `(${db.dialect.isIn('library', where.given([...owned.libraries]))} OR actor = ${where.given(owned.user ?? '')})`,
    )
  return where
}

function callsLike(db: SqlSession, request: Partial<CallsRequest>, owned: Owned | undefined): Conditions {
  const where = callsShown(db, owned)
  where.compare('id', '=', request.id)
  where.compare('operation', '=', request.operation)
  where.compare('library', '=', request.library)
  where.compare('actor', '=', request.actor)
  where.compare('client', '=', request.client)
  where.compare('client', '<>', request.withoutClient)
  where.compare('surface', '=', request.surface)
  where.compare('session', '=', request.session ?? undefined)
  where.compare('at', '>=', request.from)
  where.compare('at', '<', request.to)
  return where
}

export async function pageOfCalls(db: SqlSession, request: CallsRequest, owned: Owned | undefined) {
  const where = callsLike(db, request, owned)
  if (request.failedOnly) where.also('error IS NOT NULL')
  if (request.emptyOnly) where.also(FOUND_NOTHING)
  const table: Table<ListedCall> = request.id === undefined ? listedCalls : storedCalls
  const page = await pageOf(db, table, { ...request, where, order: 'at DESC, id DESC' })
  const items = page.items.map(toCall)
  const isOwn = ({ actor: by }: CallRecord): boolean => by === owned?.user
  if (!owned || items.every(isOwn)) return { ...page, items }
  const hidden = await namesNotShown(db, owned)
  return { ...page, items: items.map((call) => (isOwn(call) ? call : redactedCall(call, hidden))) }
}

/** SQLite has an empty text where no operation ran. */
const toCall = ({ id, operation, ...call }: ListedCall): CallRecord => ({
  answer: null,
  ...(id !== null && { id }),
  ...call,
  operation: operation === '' ? null : operation,
})

async function namesNotShown(db: SqlSession, { sources, libraries }: Owned): Promise<readonly string[]> {
  const { isIn } = db.dialect
  const named = await db.rows<NameOfOne>(
    `SELECT name, ${isIn('id', '$1')} AS "isShown" FROM sources
     UNION ALL SELECT name, ${isIn('id', '$2')} FROM libraries`,
    [[...sources], [...libraries]],
  )
  return hiddenNames(named)
}

/** Numbers grow in this order; those of users are random. */
export async function insertCalls(db: SqlSession, calls: readonly CallRecord[]): Promise<void> {
  if (calls.length === 0) return
  const { counters, name } = db.dialect
  const forgotten = await db.row<{ at: number }>(`SELECT value AS at FROM ${counters} WHERE name = 'forgotten'`)
  const ids = randomNumbers(calls.length)
  const isSqlite = name === 'sqlite'
  const rows = calls.map((each, at) => {
    const call = each.at > (forgotten?.at ?? 0) ? each : withoutNames(each)
    const id = isSqlite && call.actor === 'local' ? null : (ids[at] ?? null)
    return {
      ...writtenRow(db, storedCalls, { ...call, id, operation: call.operation ?? (isSqlite ? '' : null) }),
      ...(!isSqlite && { question: questionIn(call.input) }),
    }
  })
  await db.insert('calls', rows)
}

/** Input keys that hold what somebody looked for, the likeliest first. */
const QUESTIONS = ['query', 'intent_query', 'topic', 'libraryName', 'name', 'path']

const QUESTION_OF_INPUT = `coalesce(${QUESTIONS.map((key) => `json_extract(input, '$.${key}')`).join(', ')})`

/** The question in an input; `null` when it asks for nothing. PostgreSQL has a column of it. */
export function questionIn(input: Json): string | null {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return null
  const fields = input as { readonly [key: string]: Json | undefined }
  const found = QUESTIONS.map((key) => fields[key]).find((value) => value !== undefined && value !== null)
  return typeof found === 'string' && found !== '' ? found : null
}

/** Input and hits with one of the texts go; the rest of the call stays. */
export async function forgetNaming(db: SqlSession, { texts, at }: Forgetting): Promise<void> {
  const { counters, given, holds, name } = db.dialect
  await db.run(
    `INSERT INTO ${counters} (name, value) VALUES ('forgotten', $1) ON CONFLICT (name) DO UPDATE
     SET value = CASE WHEN ${counters}.value > excluded.value THEN ${counters}.value ELSE excluded.value END`,
    [Math.ceil(at)],
  )
  const { sql, values } = given(
    { fragment: 'text' },
    texts.map((text) => ({ fragment: JSON.stringify(text).slice(1, -1) })),
  )
  const names = (column: string): string => `EXISTS (SELECT 1 FROM ${sql} WHERE ${holds(column, 'fragment')})`
  const question = `, question = CASE WHEN ${names('input')} THEN NULL ELSE question END`
  await db.run(
    `UPDATE calls SET hits = CASE WHEN ${names('hits')} THEN '[]' ELSE hits END,
       input = CASE WHEN ${names('input')} THEN 'null' ELSE input END, answer = NULL
       ${name === 'postgres' ? question : ''}
     WHERE ${names('input')} OR ${names('hits')} OR ${names("coalesce(answer, '')")}`,
    values,
  )
}

const DAY = 86_400_000

const dayNumbered = (number: number): string => new Date(number * DAY).toISOString().slice(0, 'yyyy-mm-dd'.length)

/** Counted from the calls themselves: counts of a day are of everybody. */
export async function countCallsOf(db: SqlSession, { actor, from }: ActorCountsRequest, owned: Owned | undefined) {
  const where = callsShown(db, owned)
  where.compare('actor', '=', actor)
  where.compare('at', '>=', Date.parse(from))
  where.also("operation <> ''")
  const rows = await db.rows<Omit<DailyCount, 'day' | 'metric'> & { readonly day: number; readonly operation: string }>(
    `SELECT ${db.dialect.quotient('at', DAY)} AS day, operation, coalesce(library, 0) AS library, count(*) AS count,
       sum(milliseconds ORDER BY id) AS sum
     FROM calls WHERE ${where.sql} GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`,
    where.values,
  )
  return rows.map(({ day, operation, ...row }) => ({ ...row, day: dayNumbered(day), metric: `call.${operation}` }))
}

const COUNTS = `count(*) AS calls, count(error) AS failed, count(*) FILTER (WHERE ${FOUND_NOTHING}) AS empty`

/** Calls that ran an operation. */
function countedCalls(db: SqlSession, request: Partial<CallsRequest>, owned: Owned | undefined): Conditions {
  const where = callsLike(db, request, owned)
  where.also("operation <> ''")
  return where
}

export async function seriesOfCalls(db: SqlSession, request: SeriesRequest, owned: Owned | undefined) {
  const { sql, values } = countedCalls(db, request, owned)
  const stretch = db.dialect.quotient(`(at - ${request.from})`, request.step)
  const found = await db.rows<StretchOfCalls>(measuredBy(`${stretch} AS "at"`, sql, '"at"'), values)
  return found.map((each) => ({ ...each, at: request.from + each.at * request.step }))
}

/** A longer pause ends a session of a client that keeps none. */
const PAUSE = 30 * 60_000
const MAX_QUESTIONS = 3
/** Stands in no question. */
const BETWEEN = '\u{1f}'

const ownerOf = (call: CallRecord | undefined): Partial<CallsRequest> =>
  call ? { actor: call.actor, client: call.client, surface: call.surface, session: call.session } : {}

/** Only for administrators and for a user's own calls: it hides no names. */
export async function pageOfSessions(db: SqlSession, request: SessionsRequest, owned: Owned | undefined) {
  const { call, operation, limit, offset, ...only } = request
  const where = countedCalls(db, { ...only, ...ownerOf(call) }, owned)
  const having = [
    operation !== undefined && `count(*) FILTER (WHERE operation = ${where.given(operation)}) > 0`,
    request.failedOnly && 'count(error) > 0',
    request.emptyOnly && `count(*) FILTER (WHERE ${FOUND_NOTHING}) > 0`,
    call && `min(at) <= ${where.given(call.at)} AND max(at) >= ${where.given(call.at)}`,
  ].filter((each) => typeof each === 'string')
  const inOrder = 'PARTITION BY actor, client, surface, session ORDER BY at, id'
  const rows = await db.rows<Omit<CallSession, 'questions'> & { questions: string | null; counted: number }>(
    `SELECT actor, max(actor_name) AS "actorName", client, surface, session, min(id) AS call, min(at) AS "from",
       max(at) AS "to", ${COUNTS}, CAST(coalesce(sum(tokens), 0) AS bigint) AS tokens, sum(milliseconds) AS milliseconds,
       count(DISTINCT operation) AS tools, count(*) OVER () AS counted,
       string_agg(question, ${where.given(BETWEEN)} ORDER BY at, id) AS questions
     FROM (SELECT *, sum(begins) OVER (${inOrder}) AS part
       FROM (SELECT id, at, actor, actor_name, client, surface, session, operation, error, results, tokens, milliseconds,
           ${questionColumn(db)} AS question,
           CASE WHEN session IS NOT NULL OR at - lag(at) OVER (${inOrder}) <= ${PAUSE} THEN 0 ELSE 1 END AS begins
         FROM calls WHERE ${where.sql}) AS each) AS numbered
     GROUP BY actor, client, surface, session, part ${having.length > 0 ? `HAVING ${having.join(' AND ')}` : ''}
     ORDER BY max(at) DESC, min(id) LIMIT ${where.given(limit)} OFFSET ${where.given(offset)}`,
    where.values,
  )
  const items = rows.map(({ questions, ...row }) => {
    const { counted: _, ...session } = row
    return { ...session, questions: questions?.split(BETWEEN).slice(0, MAX_QUESTIONS) ?? [] }
  })
  return { items, total: rows[0]?.counted ?? 0 }
}

/** Counted from the calls themselves, as far as they are kept. */
export async function summarizeCalls(db: SqlSession, request: CallSummaryRequest, owned: Owned | undefined) {
  const where = countedCalls(db, request, owned)
  const { sql, values } = where
  const day = db.dialect.quotient('at', DAY)
  const [byTool, byClient, byDay, notFound] = await Promise.all([
    db.rows<ToolCalls>(`${measuredBy('operation', sql)} ORDER BY calls DESC, operation`, values),
    db.rows<ClientCalls>(
      `SELECT client, ${COUNTS}, max(at) AS "lastAt" FROM calls WHERE ${sql} GROUP BY client ORDER BY calls DESC, client`,
      values,
    ),
    db.rows<Omit<DayCalls, 'day'> & { readonly day: number }>(
      `SELECT ${day} AS day, ${COUNTS} FROM calls WHERE ${sql} GROUP BY 1 ORDER BY 1`,
      values,
    ),
    db.rows<NotFound>(notFoundWhere(db, sql, `$${values.length + 1}`), [...values, request.maxNotFound]),
  ])
  const summary = { byTool, byClient, byDay: byDay.map((row) => ({ ...row, day: dayNumbered(row.day) })), notFound }
  const isOwn = owned?.user !== undefined && request.actor === owned.user
  return !owned || isOwn ? summary : summaryWithout(summary, await namesNotShown(db, owned))
}

/** Whole numbers alone decide which call a percentile is of. */
const measuredBy = (key: string, where: string, name = key): string => `
  SELECT ${name}, ${COUNTS}, CAST(coalesce(sum(tokens), 0) AS bigint) AS tokens,
    min(milliseconds) FILTER (WHERE place * 100 >= amount * 50) AS p50,
    min(milliseconds) FILTER (WHERE place * 100 >= amount * 95) AS p95
  FROM (SELECT *, row_number() OVER (PARTITION BY ${name} ORDER BY milliseconds) AS place,
      count(*) OVER (PARTITION BY ${name}) AS amount
    FROM (SELECT ${key}, error, results, tokens, milliseconds FROM calls WHERE ${where}) AS each) AS placed
  GROUP BY ${name}`

/** The question of a call, or NULL. */
const questionColumn = ({ dialect }: SqlSession): string =>
  dialect.name === 'postgres'
    ? 'question'
    : `CASE WHEN typeof(${QUESTION_OF_INPUT}) = 'text' THEN nullif(${QUESTION_OF_INPUT}, '') END`

const notFoundWhere = (db: SqlSession, where: string, limit: string): string => `
  SELECT query, operation, count(*) AS times, max(at) AS "lastAt", count(DISTINCT actor) AS actors,
    max(actor_name) AS "actorName", max(client) AS client
  FROM (SELECT ${questionColumn(db)} AS query, operation, at, actor, actor_name, client FROM calls
    WHERE ${where} AND ${FOUND_NOTHING}) AS asked
  WHERE query IS NOT NULL
  GROUP BY 1, 2 ORDER BY times DESC, "lastAt" DESC, query, operation LIMIT ${limit}`

/** As they would stand in a call, in small letters. A name that something shows under as well is no secret. */
function hiddenNames(named: readonly NameOfOne[]): readonly string[] {
  const written = named.map((each) => ({ ...each, name: asWritten(each.name) }))
  const shown = new Set(written.filter(({ isShown }) => isShown).map(({ name }) => name))
  return written.map(({ name }) => name).filter((name) => !shown.has(name))
}

const asWritten = (text: string): string => JSON.stringify(text).slice(1, -1).toLowerCase()

/** A call about one library may name another one too; then its arguments are hidden. Its results are for its caller alone. */
function redactedCall(call: CallRecord, hidden: readonly string[]): CallRecord {
  const input = JSON.stringify(call.input).toLowerCase()
  const isNaming = hidden.some((name) => input.includes(name))
  return { ...call, ...(isNaming && { input: null }), hits: [] }
}

const summaryWithout = (summary: CallSummary, hidden: readonly string[]): CallSummary => ({
  ...summary,
  notFound: summary.notFound.filter(({ query }) => !hidden.some((name) => asWritten(query).includes(name))),
})
