import { z } from 'zod'
import type { IndexReport, IndexRequest } from '../base/parts/index-runs.ts'
import { defineOperation } from '../base/operation.ts'
import { importAllChanges, finishRuns, withImportedChanges } from './import-changes.ts'
import { renderReport } from './render-report.ts'
import { allFailed, indexReport } from './report.ts'
import { sourceNames } from '../base/operation-shapes.ts'
import type { Problem } from '@wuku/core/core-types'
import type { Engine, OperationContext } from '../base/engine.ts'

const input = z.strictObject({
  sources: sourceNames('Sources to update, by name. Default: all.').default([]),
  force: z.boolean().default(false).describe('Read and analyse every file again.'),
  census: z
    .boolean()
    .default(false)
    .describe(
      'Sources of services: list everything there, and remove what is gone. Otherwise only what changed is asked for.',
    ),
  dryRun: z
    .boolean()
    .default(false)
    .describe('List and compare, and report every skipped file and why; change nothing.'),
  verbose: z.boolean().default(false).describe('List every file that was left out, and every source.'),
})

export const indexSources = defineOperation({
  name: 'index',
  group: 'core',
  title: 'Index',
  description:
    'Refreshes the index after files changed outside the watched folders: one source, or all. Takes seconds; reads only what ' +
    'changed. Not needed after an ordinary edit: a running server sees those by itself.',
  effect: 'write',
  level: 'admin',
  long: 'index',
  idempotent: true,
  input,
  output: indexReport,
  aliases: { source: 'sources' },
  searchHint: 'index update refresh reindex scan sync 索引 更新',
  command: { name: 'index', positional: ['sources...'] },
  route: { method: 'POST', path: '/index' },
  examples: [
    { label: 'Everything', input: {} },
    { label: 'A preview, with the files that are left out', input: { sources: ['handbook'], dryRun: true } },
  ],
  run: ({ verbose: _verbose, ...request }, context) => indexWithVectors(request, context),
  allFailed,
  brief: briefReport,
  render: (report, { verbose }) => renderReport(report, { verbose, isRepeated: true }),
})

/** Counts that are not zero, and what went wrong; files that a rule leaves out are listed on request. */
function briefReport({ skipped, sources, bytes: _bytes, dryRun, ...report }: IndexReport): unknown {
  return {
    ...Object.fromEntries(Object.entries(report).filter(([, value]) => value !== 0)),
    ...(dryRun ? { dryRun, skipped } : { skipped: skipped.length }),
    sources: sources.flatMap(({ source, kind, complete }) => (complete ? [] : [`${kind}/${source} is not complete`])),
  }
}

/** New files at the origin of a library come first; if there are vectors, a run also makes those of new text. */
export async function indexWithVectors(
  request: Pick<IndexRequest, 'sources' | 'force' | 'census' | 'dryRun'>,
  context: OperationContext,
): Promise<IndexReport> {
  const { engine, progress, signal } = context
  const imported = await importAllChanges(request, context)
  const report = withImportedChanges(await engine.index.update({ ...request, progress, signal }), imported)
  if (request.dryRun) return report
  await finishRuns(report, engine)
  const sources = await Promise.all(request.sources.map((name) => engine.sources.named(name)))
  const problems = await engine.models.catchUp({ ...(sources.length > 0 && { sources }), progress, signal })
  return { ...report, problems: [...report.problems, ...(await remarksOn(report, engine)), ...problems] }
}

async function remarksOn({ sources }: IndexReport, engine: Engine): Promise<readonly Problem[]> {
  const grown = sources.filter(({ added }) => added > 0)
  const remarks = await Promise.all(
    grown.map(async ({ source, kind }) => {
      const found = await engine.sources.named(`${kind}/${source}`)
      return engine.kinds.find((each) => each.kind === kind)?.remarks?.(found, engine) ?? []
    }),
  )
  return remarks.flat()
}
