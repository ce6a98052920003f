import type { Text } from '@wuku/messages/message'
import { z } from 'zod'
import { isWukuError } from '@wuku/core/errors'
import type { Source } from '@wuku/core/core-types'
import { modelNamed } from '@wuku/kernel/base/set-key'
import { count } from '@wuku/kernel/base/operation-shapes'
import type { OperationContext } from '@wuku/kernel/base/engine'
import type { EmbedDone } from '@wuku/kernel/base/parts/engine-search'

export const repoVectors = z.strictObject({
  model: z.string(),
  missingChunks: count.describe('Chunks of this repository that had no vector.'),
  embeddedChunks: count,
  estimatedTokens: count,
  estimatedDollars: z.number().nullable(),
  sentTo: z.string().nullable().describe('null: nothing leaves this process.'),
})

type RepoVectors = z.output<typeof repoVectors>

interface VectorsRequest {
  readonly dry_run: boolean
  readonly index_embeddings: boolean
}

/**
 * In a dry run: the amount to be sent, and its receiver. Without a model that can be asked, the index is complete all
 * the same.
 */
export async function vectorsOf(
  source: Source | undefined,
  { dry_run: dryRun, index_embeddings: isRequested }: VectorsRequest,
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
