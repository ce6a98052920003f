import { z } from 'zod'
import { count } from '@wuku/kernel/base/operation-shapes'
import type { OperationContext } from '@wuku/kernel/base/engine'
import { isWatched } from '@wuku/kernel/index/keep-fresh'
import { modelNamed } from '@wuku/kernel/base/set-key'
import { freshnessOf } from '../pack/freshness.ts'
import { countSource } from '../pack/source-counts.ts'
import { placeOf, type Place, displayPath } from '../code-project.ts'
import { compactOrFull, projectPath } from '../repo-shapes.ts'
import { defineRepoOperation } from './repo-operation.ts'

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
})

type Input = z.output<typeof input>
type Output = z.output<typeof output>

export const repoIndexStatus = defineRepoOperation({
  name: 'repo_index_status',
  title: 'Index status of a repository',
  description:
    'Whether a repository is indexed, how much of it, and which files changed since. Searches report stale results ' +
    'themselves. For all storehouses: sources; to refresh: repo_reindex.',
  input,
  output,
  aliases: { path: 'project_path' },
  searchHint: 'index status fresh stale repository code 索引 状态 代码',
  route: { method: 'GET', path: '/repos/status' },
  examples: [{ label: 'The workspace', input: {} }],
  async run(request, context) {
    const place = await placeOf(request.project_path, context.engine)
    return place.source ? statusOf(place.source, request, context) : missing(place, request, context)
  },
})

async function statusOf(
  source: NonNullable<Place['source']>,
  { response_mode: mode }: Input,
  { engine, caller, signal }: OperationContext,
): Promise<Output> {
  const isFull = mode === 'full'
  const [compared, counted] = [
    await engine.index.compare(source, signal),
    await countSource(source, { isFull, engine }),
  ]
  const { files, chunks, symbols, dependencies, bytes } = counted
  const fresh = freshnessOf(compared)
  const embeddingSets = await engine.read(async ({ vectors }) => {
    const sets = await vectors.embeddingSets()
    return Promise.all(
      sets.map(async ({ id, facts, dimensions, isActive }) => {
        const waiting = await vectors.unembeddedSize({ set: id, sources: [source.id] })
        return { model: modelNamed(facts), dimensions, active: isActive, missingChunks: waiting.chunks }
      }),
    )
  })
  return {
    projectPath: displayPath({ source }, caller),
    source: source.name,
    status: 'usable',
    responseMode: mode,
    index: { exists: true, files, chunks, ftsRows: chunks, symbols, dependencies, embeddingSets },
    freshness: { checked: true, ...fresh },
    indexedAt: source.indexedAt === null ? null : new Date(source.indexedAt).toISOString(),
    ...(isFull && { bytes, scannedFiles: compared.listed.length, watched: isWatched(source, engine.kinds) }),
    recommendedNextActions:
      fresh.status === 'fresh'
        ? ['Call repo_context_pack with the task in words.']
        : ['Call repo_reindex with dry_run false: it reads only what changed.'],
  }
}

function missing(place: Place, { response_mode: mode }: Input, { caller }: OperationContext): Output {
  const none = {
    staleFiles: 0,
    newFiles: 0,
    modifiedFiles: 0,
    metadataChangedFiles: 0,
    missingFiles: 0,
    outdatedFiles: 0,
  }
  return {
    projectPath: displayPath(place, caller),
    source: null,
    status: 'index_missing',
    responseMode: mode,
    index: { exists: false, files: 0, chunks: 0, ftsRows: 0, symbols: 0, dependencies: 0, embeddingSets: [] },
    freshness: { checked: false, status: 'index_missing', ...none, skippedFiles: 0, newCommits: false, samples: [] },
    indexedAt: null,
    recommendedNextActions: ['Call repo_reindex with dry_run false to index it.'],
  }
}
