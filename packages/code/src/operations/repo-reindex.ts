import { isWukuError } from '@wuku/core/errors'
import type { EmbedDone } from '@wuku/kernel/base/parts/engine-search'
import { modelNamed } from '@wuku/kernel/base/set-key'
import type { Text } from '@wuku/messages/message'
import { z } from 'zod'
import type { Comparison } from '@wuku/kernel/base/parts/index-runs'
import { count, text } from '@wuku/kernel/base/operation-shapes'
import type { Problem, Skipped, Source } from '@wuku/core/core-types'
import { pageOfPath } from '@wuku/core/ports/history-page'
import { briefCode } from '../pack/brief.ts'
import { countSource, remarkOnMade } from '../pack/source-counts.ts'
import { placeOf, type Place, displayPath } from '../code-project.ts'
import { compactOrFull, projectPath } from '../repo-shapes.ts'
import { defineRepoOperation } from './repo-operation.ts'
import type { OperationContext } from '@wuku/kernel/base/engine'

/** Parameters of the replaced program, in its ranges: a caller who is wrong there gets an error here. */
const unused = (least: number, maximum = Number.MAX_SAFE_INTEGER) =>
  z.int().min(least).max(maximum).optional().describe('No effect.').meta({ undeclared: true })

const noEffect = {
  max_file_bytes: unused(1),
  target_chunk_chars: unused(1),
  chunk_overlap_chars: unused(0),
  max_chunks_per_file: unused(1),
  embedding_batch_size: unused(1, 128),
  max_embedding_chunks: unused(1, 10_000),
}

const input = z.strictObject({
  project_path: projectPath,
  dry_run: z.boolean().default(true).describe('true: only report what would be done; false: do it.'),
  force: z.boolean().default(false).describe('Read every file again.'),
  ...noEffect,
  index_embeddings: z.boolean().default(false).describe('Then make the missing vectors.'),
  response_mode: compactOrFull,
})

const skippedItem = z.strictObject({ relativePath: z.string(), reason: z.string(), detail: z.string() })

const repoVectors = z.strictObject({
  model: z.string(),
  missingChunks: count.describe('Chunks of this repository that had no vector.'),
  embeddedChunks: count,
  estimatedTokens: count,
  estimatedDollars: z.number().nullable(),
  sentTo: z.string().nullable().describe('null: nothing leaves this process.'),
})

const output = z.strictObject({
  projectPath: z.string(),
  dryRun: z.boolean(),
  status: z.enum(['dry_run_complete', 'metadata_indexed']),
  responseMode: compactOrFull,
  stats: z.strictObject({
    scannedFiles: count,
    indexedFiles: count,
    skippedFiles: count,
    chunks: count.nullable().describe('null: not computed in a dry run.'),
    bytes: count,
    symbols: count.nullable().optional(),
    dependencies: count.nullable().optional(),
  }),
  changes: z.strictObject({ added: count, changed: count, moved: count, removed: count, unchanged: count }),
  skippedSummary: z.strictObject({
    total: count,
    byReason: z.record(z.string(), count),
    samples: z.array(skippedItem).describe('At most 5.'),
  }),
  files: z.array(z.strictObject({ path: z.string(), size: count })).optional(),
  skipped: z.array(skippedItem).optional(),
  seconds: z.number().optional(),
  embeddings: repoVectors.optional(),
  notes: z.array(text),
  recommendedNextActions: z.array(z.string()),
})

type Input = z.output<typeof input>

type Output = z.output<typeof output>

export const repoReindex = defineRepoOperation({
  name: 'repo_reindex',
  title: 'Index a repository',
  description:
    'Index this repository, or refresh it after edits; takes seconds, reads only what changed. By default it only reports ' +
    'what is new and what is left out: dry_run false does it. Use it when a repository is not here yet or results are ' +
    'out of date.',
  effect: 'write',
  isUnlimited: true,
  idempotent: true,
  input,
  output,
  aliases: { path: 'project_path', dryRun: 'dry_run', full: 'force' },
  searchHint: 'reindex index update refresh repository code 建立 索引 更新 仓库 代码 新仓库',
  route: { method: 'POST', path: '/repos/index' },
  examples: [
    { label: 'Preview', input: {} },
    { label: 'Do it', input: { dry_run: false } },
  ],
  async run(request, context) {
    const place = await placeOf(request.project_path, context.engine)
    const body = request.dry_run ? await rehearse(request, place, context) : await perform(request, place, context)
    return { ...body, ...(request.response_mode === 'compact' && { files: undefined, skipped: undefined }) }
  },
  brief: briefCode,
})

const fresh = (root: string) => ({ kind: 'code' as const, root, options: {} })

async function rehearse(request: Input, place: Place, context: OperationContext): Promise<Output> {
  const { engine, signal } = context
  const found = await engine.index.compare(place.source ?? fresh(place.root), signal)
  const due = found.added.length + found.changed.length + found.outdated.length
  const left = leftOut(found)
  const refused = new Set(found.problems.map(({ path }) => path))
  const { embeddings, notes } = await vectorsOf(place.source, request, context)
  const files = found.listed.filter(({ path }) => pageOfPath(path) === undefined && !refused.has(path))
  return {
    projectPath: displayPath(place, context.caller),
    dryRun: true,
    status: 'dry_run_complete',
    responseMode: request.response_mode,
    stats: {
      scannedFiles: files.length + refused.size,
      indexedFiles: files.length,
      skippedFiles: left.length,
      chunks: null,
      bytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
    },
    changes: changesOf(found),
    skippedSummary: summarise(left),
    files: files.map(({ path, bytes }) => ({ path, size: bytes })),
    skipped: left,
    ...(embeddings && { embeddings }),
    notes: [...notesOn(request), ...partNotes(found.complete), ...notes],
    recommendedNextActions: [nextAfter({ due, gone: found.gone.length, files: files.length })],
  }
}

function nextAfter({ due, gone, files }: { due: number; gone: number; files: number }): string {
  if (due + gone > 0) return `Call repo_reindex with dry_run false: ${due} to read, ${gone} to remove.`
  return files > 0
    ? 'The index is fresh: search.'
    : 'No file of this folder is code. Give project_path, the root of a repository.'
}

const changesOf = ({ listed, added, changed, outdated, gone }: Comparison): Output['changes'] => {
  const due = new Set([...changed, ...outdated]).size
  return {
    added: added.length,
    changed: due,
    moved: 0,
    removed: gone.length,
    unchanged: Math.max(0, listed.length - added.length - due),
  }
}

async function perform(request: Input, place: Place, context: OperationContext): Promise<Output> {
  const { engine, progress, signal } = context
  const source = place.source ?? (await engine.sources.add(fresh(place.root)))
  const report = await engine.index.update({ sources: [`code/${source.name}`], force: request.force, progress, signal })
  const { embeddings, notes } = await vectorsOf(source, request, context)
  const left = leftOut(report)
  const { added, changed, moved, removed, unchanged } = report
  const { files, ...counted } = await countSource(source, { isFull: request.response_mode === 'full', engine })
  return {
    projectPath: displayPath({ source }, context.caller),
    dryRun: false,
    status: 'metadata_indexed',
    responseMode: request.response_mode,
    stats: {
      scannedFiles: files + report.problems.length,
      indexedFiles: files,
      skippedFiles: left.length,
      ...counted,
    },
    changes: { added, changed, moved, removed, unchanged },
    skippedSummary: summarise(left),
    skipped: left,
    ...(embeddings && { embeddings }),
    seconds: report.seconds,
    notes: [
      ...notesOn(request),
      ...partNotes(report.sources.every(({ complete }) => complete)),
      ...(await remarkOnMade(source, engine)).map(({ path, said: message, remedy }) => `${path}: ${message} ${remedy}`),
      ...notes,
    ],
    recommendedNextActions: ['Call repo_context_pack with the task in words.'],
  }
}

type LeftOut = z.output<typeof skippedItem>

/** Files left out by a rule, and files that could not be read. */
const leftOut = ({ skipped, problems }: { skipped: readonly Skipped[]; problems: readonly Problem[] }): LeftOut[] => [
  ...skipped.map(({ path, why }) => ({ relativePath: path, reason: wordFor(why, 'other'), detail: String(why) })),
  ...problems.map(({ path, said: message }) => ({
    relativePath: path,
    reason: wordFor(message, 'unreadable'),
    detail: String(message),
  })),
]

/** One word for each rule, where the rule itself names files and patterns. */
const wordFor = (message: Text, otherwise: string): string =>
  ruleWords.find(([pattern]) => pattern.test(String(message)))?.[1] ?? otherwise

const ruleWords: readonly (readonly [RegExp, string])[] = [
  [/ignore|info\/exclude|git's own/, 'ignored'],
  [/^excluded by/, 'excluded'],
  [/installed packages|^built |cache|index$/, 'made_by_tools'],
  [/^larger than|larger/, 'too_large'],
  [/keys or passwords|where keys are/, 'secret'],
  [/minified/, 'minified'],
  [/^an? |^sound|^compiled|not text|binary/, 'binary'],
  [/link/, 'link'],
]

const MAX_SAMPLES = 5

function summarise(left: readonly LeftOut[]): Output['skippedSummary'] {
  const byReason = Object.fromEntries(
    [...Map.groupBy(left, ({ reason }) => reason)].map(([reason, each]) => [reason, each.length]),
  )
  return { total: left.length, byReason, samples: samplesOf(left.filter(({ reason }) => reason !== 'ignored')) }
}

/** One of every reason in turn, the rarest first: a key that was left out is news, the tenth picture is not. */
function samplesOf(left: readonly LeftOut[]): LeftOut[] {
  const byReason = [...Map.groupBy(left, ({ reason }) => reason).values()].toSorted((a, b) => a.length - b.length)
  const rounds = Array.from({ length: MAX_SAMPLES }, (_, round) => byReason.flatMap((each) => each[round] ?? []))
  return rounds.flat().slice(0, MAX_SAMPLES)
}

function notesOn(request: Input): string[] {
  const given = Object.keys(noEffect).filter((key) => request[key as keyof typeof noEffect] !== undefined)
  return given.length > 0
    ? [`No effect: ${given.join(', ')}. Code is split by its structure; the setting code.fileBytes limits files.`]
    : []
}

const partNotes = (isComplete: boolean): string[] =>
  isComplete ? [] : ['Not everything could be listed, so nothing was removed. Check the permissions and run again.']

type RepoVectors = z.output<typeof repoVectors>

/**
 * In a dry run: the amount to be sent, and its receiver. Without a model that can be asked, the index is complete all
 * the same.
 */
async function vectorsOf(
  source: Source | undefined,
  { dry_run: dryRun, index_embeddings: isRequested }: { dry_run: boolean; index_embeddings: boolean },
  { engine, progress, signal }: OperationContext,
): Promise<{ readonly embeddings?: RepoVectors; readonly notes: readonly Text[] }> {
  if (!isRequested || !source) return { notes: [] }
  try {
    const done = await engine.models.embed({ sources: [`code/${source.name}`], dryRun, progress, signal })
    return { embeddings: answerOf(done), notes: [] }
  } catch (error) {
    if (signal.aborted || !isWukuError(error)) throw error
    return { notes: [`No vectors were made: ${error.message} ${error.remedy}`] }
  }
}

const answerOf = ({ model, cost, embedded }: EmbedDone): RepoVectors => ({
  model: modelNamed({ ...model }),
  missingChunks: cost.chunks,
  embeddedChunks: embedded,
  estimatedTokens: cost.tokens,
  estimatedDollars: cost.dollars,
  sentTo: model.isLocal ? null : new URL(model.endpoint).host,
})
