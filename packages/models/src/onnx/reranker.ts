import { WukuError } from '@wuku/core/errors'
import type { Reranker } from '@wuku/core/ports/reranker'
import { askInBatches, died, type OnnxModel } from './local-model.ts'
import { ThreadDied } from './thread.ts'

/** A cross-encoder of this machine: it reads the question and a text together. No text leaves the process. */
export function openOnnxReranker(options: OnnxModel): Reranker & { close(): Promise<void> } {
  const { model, thread } = options
  return {
    model: model.name,
    isLocal: true,
    async rerank({ query, texts, signal }) {
      const longest = model.maxTokens * CHARACTERS_A_TOKEN
      const cut = texts.map((text) => text.slice(0, longest).toWellFormed())
      const request = { query: query.slice(0, longest).toWellFormed(), texts: cut, isUrgent: true, signal }
      const rows = await askInBatches(options, request).catch(asFailure)
      return rows.map((row) => row[0] ?? 0)
    },
    close: () => thread.release(model.file),
  }
}

/** No language puts more of a text into a token; what is cut would not be read. */
const CHARACTERS_A_TOKEN = 8

function asFailure(error: unknown): never {
  if (!(error instanceof ThreadDied)) throw error
  const { message, remedy } = died(error)
  throw new WukuError('model-failed', message, remedy)
}
