import { pathToFileURL } from 'node:url'
import { WukuError } from '@wuku/core/errors'
import { EmbeddingFailed, type EmbedFailureKind, type Embedder } from '@wuku/core/ports/embedder'
import { wrongDimensions } from '../embedder-failures.ts'
import { askInBatches, died, type OnnxModel } from './local-model.ts'
import { ThreadDied } from './thread.ts'
import type { Fault } from './onnx-jobs.ts'

/** Characters that a token of the densest English stands for; no language puts more of a text into one. */
const CHARACTERS_A_TOKEN = 8

/**
 * An embedding model of this machine. No text leaves the process. Every vector must have so many dimensions; `undefined`: as
 * many as the model gives.
 */
export function openOnnxEmbedder(options: OnnxModel & { readonly dimensions: number | undefined }): Embedder {
  const { model, dimensions, thread } = options
  const { prompts, pooling, fingerprint } = model
  const longestText = model.maxTokens * CHARACTERS_A_TOKEN
  return {
    describe: () => ({
      provider: 'onnx',
      model: model.name,
      isLocal: true,
      manner: [pooling, JSON.stringify([prompts.query, prompts.document]), model.maxTokens, fingerprint].join(' '),
      longestText,
      dimensions,
      baseUrl: pathToFileURL(model.folder).href,
      endpoint: pathToFileURL(model.file).href,
      authMode: 'none',
      hasApiKey: false,
    }),
    async embed(texts, { purpose, signal }) {
      const prompted = texts.map((text) => prompts[purpose] + text.slice(0, longestText).toWellFormed())
      // A person waits for the vector of a question; documents can wait.
      const request = { query: undefined, texts: prompted, isUrgent: purpose === 'query', signal }
      const rows = await askInBatches(options, request).catch(asFailure)
      return rows.map((row) => checked(row, dimensions))
    },
    close: () => thread.release(model.file),
  }
}

function checked(vector: Float32Array, dimensions: number | undefined): Float32Array {
  if (vector.length === 0) throw failed('not_embeddings', NOTHING)
  if (dimensions !== undefined && vector.length !== dimensions) throw wrongDimensions(vector.length, dimensions)
  return vector
}

const NOTHING: Fault = {
  message: 'The model returned an empty vector.',
  remedy: 'Choose another model for models.embedder.model.',
}

function asFailure(error: unknown): never {
  if (error instanceof ThreadDied) throw failed('server', died(error))
  // Faults of the thread itself count as failures of the model; others, such as a missing runtime, are complete errors
  // already.
  if (error instanceof WukuError && error.code === 'model-failed') throw failed('not_embeddings', error)
  throw error
}

const failed = (kind: EmbedFailureKind, { message, remedy }: Fault) => new EmbeddingFailed({ kind, message, remedy })
