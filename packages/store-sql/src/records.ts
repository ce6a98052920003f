import type { AuditEntry, AuditRequest } from '@wuku/core/ports/accounts'
import type { Page } from '@wuku/core/ports/pads'
import type {
  ActivitiesRequest,
  Activity,
  CountsRequest,
  DailyCount,
  NewRecords,
  RecordView,
  Sample,
  StretchOfSamples,
} from '@wuku/core/ports/record-store'
import {
  countCallsOf,
  forgetNaming,
  insertCalls,
  pageOfCalls,
  pageOfSessions,
  seriesOfCalls,
  summarizeCalls,
} from './calls.ts'
import type { SqlSession } from './sql-session.ts'
import { columnName, conditionsFor, json, pageOf, plain, type Table, USER, writtenRow, text } from './tables.ts'
import type { Owned } from './visible-rows.ts'

/**
 * Records of libraries that are shown, and the own calls of a user, who knows what they asked. Any other record of no library
 * may be about anything: only a caller who sees everything is shown it.
 */
export const createRecordView = (db: SqlSession, owned?: Owned): RecordView => ({
  activities: (request) => pageOfActivities(db, request, owned),
  calls: (request) => pageOfCalls(db, request, owned),
  counts: (request) => listCounts(db, request, owned),
  summary: (request) => summarizeCalls(db, request, owned),
  countsOf: (request) => countCallsOf(db, request, owned),
  sessions: (request) => pageOfSessions(db, request, owned),
  series: (request) => seriesOfCalls(db, request, owned),
  samples: async (request) => (owned ? [] : listSamples(db, request)),
  audit: async (request) => (owned ? { items: [], total: 0 } : pageOfAudit(db, request)),
})

/**
 * In the order given: of two of the same moment, the later one is the newer. Counts come last: others who add to the same
 * day wait for the end of this.
 */
export async function writeRecords(db: SqlSession, records: NewRecords): Promise<void> {
  const { activities: done = [], calls = [], counts = [], audit: entries = [], forgetBefore } = records
  const rows = done.map((activity) => writtenRow(db, activities, activity))
  await db.insert('activities', rows)
  await insertCalls(db, calls)
  const audited = entries.map((entry) => writtenRow(db, audit, entry))
  await db.insert('audit', audited)
  if (forgetBefore !== undefined) await forgetOlder(db, forgetBefore)
  if (records.forgetNaming) await forgetNaming(db, records.forgetNaming)
  await addSamples(db, records.samples ?? [])
  await addCounts(db, counts)
}

const activities: Table<Activity> = {
  name: 'activities',
  columns: {
    ...plain('at', 'task', 'event', 'status'),
    message: text('message'),
    ...plain('actor', 'library', 'version', 'target'),
    facts: json('facts'),
  },
}

const audit: Table<AuditEntry> = {
  name: 'audit',
  columns: {
    ...plain('at', 'actor', 'actorName', 'address', 'action', 'target', 'outcome', 'requestId'),
    facts: json('facts'),
  },
}

const NEWEST_FIRST = 'at DESC, id DESC'

/** Limited to libraries that are shown; if their versions are limited too, to those, and to libraries as a whole. */
function pageOfActivities(
  db: SqlSession,
  { task, library, events, limit, offset }: ActivitiesRequest,
  owned: Owned | undefined,
): Promise<Page<Activity>> {
  const where = conditionsFor(db)
  where.compare('task', '=', task)
  where.compare('library', '=', library)
  where.isIn(orderedBy(db, 'event', events), events)
  const { isIn } = db.dialect
  if (owned) where.also(isIn('library', where.given([...owned.libraries])))
  if (owned?.versions)
    where.also(`(version IS NULL OR version IN (SELECT known.version FROM library_versions AS known
      WHERE known.library = activities.library AND ${isIn('known.id', where.given([...owned.versions]))}))`)
  return pageOf(db, activities, { where, order: NEWEST_FIRST, limit, offset })
}

/** An index gives the order of one value alone: several of them would have to be sorted. */
const orderedBy = ({ dialect }: SqlSession, column: string, values: readonly string[] | undefined): string =>
  values?.length === 1 ? column : dialect.withoutIndex(column)

function pageOfAudit(db: SqlSession, request: AuditRequest): Promise<Page<AuditEntry>> {
  const { actor, actions, target, outcome, from, to, limit, offset } = request
  const where = conditionsFor(db)
  where.compare('actor', '=', actor)
  where.isIn(orderedBy(db, 'action', actions), actions)
  where.compare('target', '=', target)
  where.compare('outcome', '=', outcome)
  where.compare('at', '>=', from)
  where.compare('at', '<', to)
  return pageOf(db, audit, { where, order: NEWEST_FIRST, limit, offset })
}

const LAST_CHARACTER = '\u{10ffff}'

function listCounts(db: SqlSession, { from, to, metric = '', library }: CountsRequest, owned: Owned | undefined) {
  const where = conditionsFor(db)
  where.compare('day', '>=', from)
  where.compare('day', '<=', to)
  where.compare('metric', '>=', metric)
  where.compare('metric', '<', metric + LAST_CHARACTER)
  where.compare('library', '=', library)
  if (owned) where.also(db.dialect.isIn('library', where.given([...owned.libraries])))
  return db.rows<DailyCount>(
    `SELECT day, metric, library, count, sum FROM daily_counts WHERE ${where.sql} ORDER BY day, metric, library`,
    where.values,
  )
}

/**
 * Every process adds in the same order: two that add to the same rows wait for one another in turn, and never both at once.
 * One statement takes each row once.
 */
export async function addCounts(db: SqlSession, counts: readonly DailyCount[]): Promise<void> {
  const byKey = new Map<string, DailyCount>()
  for (const each of counts) {
    const key = JSON.stringify([each.day, each.metric, each.library])
    const before = byKey.get(key)
    byKey.set(key, before ? { ...each, count: before.count + each.count, sum: before.sum + each.sum } : each)
  }
  await db.insert(
    'daily_counts',
    [...byKey.entries()]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([, { day, metric, library, count, sum }]) => ({ day, metric, library, count, sum })),
    `ON CONFLICT (day, metric, library)
     DO UPDATE SET count = daily_counts.count + excluded.count, sum = daily_counts.sum + excluded.sum`,
  )
}

/**
 * Old records are no reason for `tidy` to rewrite the whole file of SQLite: some expire every minute. `secure_delete` wipes
 * them meanwhile, and the next removal of something else takes the rest.
 */
async function forgetOlder(db: SqlSession, cutoff: number): Promise<void> {
  for (const table of ['activities', 'calls', 'audit']) await db.run(`DELETE FROM ${table} WHERE at < $1`, [cutoff])
  // User by user, so that the key finds the days without a look at the others.
  const user = columnName(USER, db.dialect)
  const day = new Date(cutoff).toISOString().slice(0, 'yyyy-mm-dd'.length)
  await db.run(`DELETE FROM daily_use WHERE ${user} IN (SELECT id FROM users) AND day < $1`, [day])
}

const DAY = 86_400_000

/** Minutes, hours and days, and how long each is kept. */
const STEPS = [
  [60_000, 2 * DAY],
  [3_600_000, 60 * DAY],
  [DAY, 2 * 366 * DAY],
] as const

/** One statement takes each row once: what was measured at different moments goes in one after another. */
export async function addSamples(db: SqlSession, samples: readonly Sample[]): Promise<void> {
  for (const [at, measured] of Map.groupBy(samples, (sample) => sample.at)) {
    const rows = STEPS.flatMap(([step]) =>
      measured.map(({ metric, value }) => ({ step, at: at - (at % step), metric, count: 1, sum: value, top: value })),
    )
    await db.insert(
      'server_samples',
      rows,
      `ON CONFLICT (step, at, metric) DO UPDATE
       SET count = server_samples.count + excluded.count, sum = server_samples.sum + excluded.sum,
         top = CASE WHEN excluded.top > server_samples.top THEN excluded.top ELSE server_samples.top END`,
    )
    for (const [step, kept] of STEPS)
      await db.run('DELETE FROM server_samples WHERE step = $1 AND at < $2', [step, at - kept])
  }
}

/** From the longest steps that are no longer than what is asked for. */
export function listSamples(db: SqlSession, { from, to, step }: Parameters<RecordView['samples']>[0]) {
  const [source] = STEPS.findLast(([each]) => each <= step) ?? STEPS[0]
  return db.rows<StretchOfSamples>(
    `SELECT ${db.dialect.quotient('at', step)} * ${step} AS "at", metric, sum(sum) / sum(count) AS mean, max(top) AS top
     FROM server_samples WHERE step = $1 AND at >= $2 AND at < $3 GROUP BY 1, 2 ORDER BY 1, 2`,
    [source, from, to ?? Number.MAX_SAFE_INTEGER],
  )
}
