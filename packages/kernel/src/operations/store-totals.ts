import { z } from 'zod'
import { kinds } from '@wuku/core/core-types'
import { jobStatuses } from '@wuku/core/ports/jobs'
import { type EngineStatus, engineTroubles, troublesOf } from '@wuku/core/search-engine'
import { defineOperation } from '../base/operation.ts'
import { count } from '../base/operation-shapes.ts'
import { engineShape } from '../installation/search-engine.ts'

const input = z.strictObject({})
const output = z.strictObject({
  documents: z.record(z.enum(kinds), count).describe('By storehouse.'),
  jobs: z.record(z.enum(jobStatuses), count).describe('By status.'),
  oldest_job_seconds: count.describe('Since when the oldest job waits; 0 when none does.'),
  cache: z
    .strictObject({
      hits: count.describe('Answers that were given again.'),
      misses: count.describe('Answers that had to be made.'),
    })
    .describe('Cached answers since the store was made.'),
  segments: count.describe('Parts of the index.'),
  unmerged: count.describe('Parts of the index that wait to be merged; many make searches slow.'),
  engine: engineShape
    .extend({ troubles: z.record(z.string(), count).describe('Servers of it with each kind of trouble.') })
    .optional()
    .describe('The search engine, where one is set up.'),
})

export type StoreTotals = z.output<typeof output>

const always = { from: '0000-01-01', to: '9999-12-31' }

/** For monitors, which ask all the time. */
export const storeTotals = defineOperation({
  name: 'store-totals',
  title: 'Totals for monitoring',
  description: 'Count documents, jobs and cached answers, without any name.',
  effect: 'read',
  level: 'admin',
  isUnlogged: true,
  searchHint: 'totals metrics monitoring documents jobs cache',
  route: { method: 'GET', path: '/totals' },
  input,
  output,
  examples: [{ label: 'All', input: {} }],
  run: async (_, { engine }) => {
    const searched = await engine.searchEngine?.status()
    return engine.read(async (view) => {
      const [facts, jobs, counts, segments] = await Promise.all([
        view.sources.facts(),
        Promise.all(jobStatuses.map((status) => view.jobs.list({ statuses: [status], limit: 1, offset: 0 }))),
        view.records.counts({ ...always, metric: 'cache.' }),
        view.sources.segments?.(),
      ])
      const waiting = jobs[jobStatuses.indexOf('queued')]?.total ?? 0
      const oldest = await view.jobs.list({ statuses: ['queued'], limit: 1, offset: Math.max(0, waiting - 1) })
      const sumOf = (metric: string): number =>
        counts.filter((each) => each.metric === metric).reduce((sum, each) => sum + each.count, 0)
      const documentsOf = (kind: (typeof kinds)[number]): number =>
        facts.filter(({ source }) => source.kind === kind).reduce((sum, { documents }) => sum + documents, 0)
      return {
        documents: Object.fromEntries(kinds.map((kind) => [kind, documentsOf(kind)])) as StoreTotals['documents'],
        jobs: Object.fromEntries(
          jobStatuses.map((status, at) => [status, jobs[at]?.total ?? 0]),
        ) as StoreTotals['jobs'],
        oldest_job_seconds: secondsSince(oldest.items[0]?.createdAt ?? engine.now(), engine.now()),
        cache: { hits: sumOf('cache.hits'), misses: sumOf('cache.misses') },
        segments: segments?.count ?? 0,
        unmerged: segments?.unmerged ?? 0,
        ...(searched && { engine: withoutServers(searched) }),
      }
    })
  },
})

/** No address is shown to monitors. */
const withoutServers = ({ servers, failed: _failed, ...status }: EngineStatus) => ({
  ...status,
  troubles: Object.fromEntries(
    engineTroubles.map((trouble) => [
      trouble,
      servers.filter((server) => troublesOf(server, status.isFed).includes(trouble)).length,
    ]),
  ),
  asked: { ...status.asked },
})

/** Clocks of instances differ a little. */
const secondsSince = (then: number, now: number): number => Math.max(0, Math.round((now - then) / 1_000))
