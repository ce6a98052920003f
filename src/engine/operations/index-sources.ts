import { z } from 'zod'
import type { IndexReport, IndexRequest } from '../engine.ts'
import { defineOperation, type OperationContext } from '../operation.ts'
import { bringInAll, settleAll, withBroughtIn } from './bring-in.ts'
import { renderReport } from './render-report.ts'
import { allFailed, indexReport } from './report.ts'
import { sourceNames } from './shapes.ts'

const input = z.strictObject({
  sources: sourceNames('Sources to bring up to date, by name. Default: all.').default([]),
  force: z.boolean().default(false).describe('Reads and analyses everything again.'),
  dryRun: z.boolean().default(false).describe('Lists and compares, names every skipped file and why; changes nothing.'),
  verbose: z.boolean().default(false).describe('Names every file that was left out and every source.'),
})

type Input = z.output<typeof input>

export const indexSources = defineOperation<Input, IndexReport>({
  name: 'index',
  group: 'core',
  title: 'Index',
  description:
    'Refreshes what wuku knows after files changed outside its watch: one source, or all. Seconds; reads only what ' +
    'changed. Not needed after an ordinary edit: a running server sees those by itself.',
  effect: 'write',
  idempotent: true,
  input,
  output: indexReport,
  aliases: { source: 'sources' },
  searchHint: 'index update refresh reindex scan sync 索引 更新',
  command: { name: 'index', positional: ['sources...'] },
  route: { method: 'POST', path: '/index' },
  examples: [
    { says: 'Everything', input: {} },
    { says: 'What would happen, and which files are left out', input: { sources: ['handbook'], dryRun: true } },
  ],
  run: ({ verbose: _verbose, ...wanted }, context) => indexWithVectors(wanted, context),
  allFailed,
  render: (report, { verbose }) => [{ type: 'text', text: renderReport(report, { verbose, isRepeated: true }) }],
})

/** What lies where a library came from comes first; where there are vectors, those of what is new belong to a run. */
export async function indexWithVectors(
  wanted: Pick<IndexRequest, 'sources' | 'force' | 'dryRun'>,
  context: OperationContext,
): Promise<IndexReport> {
  const { engine, progress, signal } = context
  const brought = await bringInAll(wanted, context)
  const report = withBroughtIn(await engine.index({ ...wanted, progress, signal }), brought)
  if (wanted.dryRun) return report
  await settleAll(report, engine)
  const sources = await Promise.all(wanted.sources.map((name) => engine.sourceNamed(name)))
  const problems = await engine.catchUp({ ...(sources.length > 0 && { sources }), progress, signal })
  return { ...report, problems: [...report.problems, ...problems] }
}
