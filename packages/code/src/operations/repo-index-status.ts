import { z } from 'zod'
import { defineOperation } from '@wuku/kernel/base/operation'
import { count } from '@wuku/kernel/base/operation-shapes'
import type { Engine, OperationContext } from '@wuku/kernel/base/engine'
import { isWatched } from '@wuku/kernel/index/keep-fresh'
import { modelNamed } from '@wuku/kernel/base/set-key'
import { freshnessOf } from '../pack/freshness.ts'
import { countSource } from '../pack/source-counts.ts'
import { placeOf, type Place, displayPath } from '../code-project.ts'
import { compactOrFull, projectAliases, projectPath, responseStats, withStats } from '../repo-shapes.ts'

const input = z.strictObject({ project_path: projectPath, response_mode: compactOrFull })

const sample = z.strictObject({
  path: z.string(),
  reason: z.enum(['new', 'modified', 'metadata_changed', 'missing', 'outdated']),
})

const embeddingSet = z.strictObject({
  model: z.string(),
  dimensions: count,
  active: z.boolean(),
  missingChunks: count.describe('Chunks of this repository without a vector.'),
})

const output = z.strictObject({
  projectPath: z.string(),
  source: z.string().nullable().describe('Its name; null: not registered yet.'),
  status: z.enum(['usable', 'index_missing']),
  responseMode: compactOrFull,
  index: z.strictObject({
    exists: z.boolean(),
    files: count,
    chunks: count,
    ftsRows: count,
    symbols: count.nullable().describe('null: not counted; use response_mode full.'),
    dependencies: count.nullable(),
    embeddingSets: z.array(embeddingSet).describe('All sets of vectors; searches use the active one.'),
  }),
  freshness: z.strictObject({
    checked: z.boolean(),
    status: z.enum(['index_missing', 'fresh', 'stale']),
    staleFiles: count,
    newFiles: count,
    modifiedFiles: count,
    metadataChangedFiles: count.describe('Changed time, same bytes.'),
    missingFiles: count,
    outdatedFiles: count.describe('Indexed by an earlier version.'),
    skippedFiles: count,
    newCommits: z.boolean(),
    samples: z.array(sample).describe('At most 20.'),
  }),
  indexedAt: z.string().nullable().describe('End of the last complete run, ISO 8601.'),
  bytes: count.optional(),
  scannedFiles: count.optional(),
  watched: z.boolean().optional().describe('Whether a running server keeps it fresh.'),
  recommendedNextActions: z.array(z.string()),
  responseStats,
})

type Input = z.output<typeof input>
type Output = z.output<typeof output>
type Body = Omit<Output, 'responseStats'>

export const repoIndexStatus = defineOperation({
  name: 'repo_index_status',
  group: 'code',
  title: 'Index status of a repository',
  description:
    'Whether a repository is indexed, how much of it, and which files changed since. Searches report stale results ' +
    'themselves. For all storehouses: sources; to refresh: repo_reindex.',
  effect: 'read',
  input,
  output,
  aliases: { ...projectAliases, path: 'project_path' },
  searchHint: 'index status fresh stale repository code 索引 状态 代码',
  route: { method: 'GET', path: '/repos/status' },
  examples: [{ label: 'The workspace', input: {} }],
  async run(request, context) {
    const place = await placeOf(request.project_path, context.engine)
    const body = place.source ? await statusOf(place.source, request, context) : missing(place, request, context)
    return withStats(body)
  },
})

async function statusOf(
  source: NonNullable<Place['source']>,
  { response_mode: mode }: Input,
  { engine, caller, signal }: OperationContext,
): Promise<Body> {
  const isFull = mode === 'full'
  const [compared, counted] = [
    await engine.index.compare(source, signal),
    await countSource(source, { isFull, engine }),
  ]
  const { files, chunks, symbols, dependencies, bytes } = counted
  const fresh = freshnessOf(compared)
  const embeddingSets = await setsOf(source, engine)
  return {
    projectPath: displayPath({ source }, caller),
    source: source.name,
    status: 'usable',
    responseMode: mode,
    index: { exists: true, files, chunks, ftsRows: chunks, symbols, dependencies, embeddingSets },
    freshness: { checked: true, ...fresh },
    indexedAt: source.indexedAt === null ? null : new Date(source.indexedAt).toISOString(),
    ...(isFull && { bytes, scannedFiles: compared.listed.length, watched: isWatched(source, engine.kinds) }),
    recommendedNextActions: nextActions(fresh),
  }
}

const setsOf = (source: NonNullable<Place['source']>, engine: Engine): Promise<z.output<typeof embeddingSet>[]> =>
  engine.read(async ({ vectors }) => {
    const sets = await vectors.embeddingSets()
    return Promise.all(
      sets.map(async ({ id, facts, dimensions, isActive }) => {
        const { chunks } = await vectors.unembeddedSize({ set: id, sources: [source.id] })
        return { model: modelNamed(facts), dimensions, active: isActive, missingChunks: chunks }
      }),
    )
  })

const nextActions = ({ status }: ReturnType<typeof freshnessOf>): string[] =>
  status === 'fresh'
    ? ['Call repo_context_pack with the task in words.']
    : ['Call repo_reindex with dry_run false: it reads only what changed.']

function missing(place: Place, { response_mode: mode }: Input, { caller }: OperationContext): Body {
  const none = { staleFiles: 0, newFiles: 0, modifiedFiles: 0, metadataChangedFiles: 0, missingFiles: 0 }
  return {
    projectPath: displayPath(place, caller),
    source: null,
    status: 'index_missing',
    responseMode: mode,
    index: { exists: false, files: 0, chunks: 0, ftsRows: 0, symbols: 0, dependencies: 0, embeddingSets: [] },
    freshness: {
      checked: false,
      status: 'index_missing',
      ...none,
      outdatedFiles: 0,
      skippedFiles: 0,
      newCommits: false,
      samples: [],
    },
    indexedAt: null,
    recommendedNextActions: ['Call repo_reindex with dry_run false to index it.'],
  }
}
