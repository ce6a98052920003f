import type { RecordView, Sample, StretchOfSamples } from '@wuku/core/ports/record-store'
import type { SqlSession } from './sql-session.ts'

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
export function listSamples(
  db: SqlSession,
  { from, to, step }: Parameters<RecordView['samples']>[0],
): Promise<StretchOfSamples[]> {
  const [source] = STEPS.findLast(([each]) => each <= step) ?? STEPS[0]
  return db.rows<StretchOfSamples>(
    `SELECT ${db.dialect.quotient('at', step)} * ${step} AS "at", metric, sum(sum) / sum(count) AS mean, max(top) AS top
     FROM server_samples WHERE step = $1 AND at >= $2 AND at < $3 GROUP BY 1, 2 ORDER BY 1, 2`,
    [source, from, to ?? Number.MAX_SAFE_INTEGER],
  )
}
