import { EmbeddingFailed, type Embedder, type EmbedRequest } from '../../ports/embedder.ts'
import { graphemeBorder } from '../../text/graphemes.ts'
import { allOrNone } from './all-or-none.ts'
import { cutIntoBatches } from './batches.ts'
import { wrongDimensions } from './embedder-failures.ts'
import type { EmbedderOptions } from './embedder-options.ts'
import type { EmbeddingApi } from './embedding-api.ts'
import { askInParts, saysTooLarge, type Parts } from './in-parts.ts'
import { createLanes } from './lanes.ts'

/** Any number of texts through an API that takes so many at once: cut into batches, some of them asked side by side. */
export function embedInBatches(api: EmbeddingApi, options: EmbedderOptions): Pick<Embedder, 'embed' | 'close'> {
  const inLane = createLanes(options.concurrency)
  let mostTexts = options.batch.texts
  const partsFor = (request: EmbedRequest): Parts<Float32Array> => ({
    ask: (texts) => api.embed(texts, request),
    tooLarge,
    fits: (count) => void (mostTexts = Math.min(mostTexts, count)),
  })
  return {
    async embed(texts, request) {
      const worded = texts.map((text) => wordedFor(text, request, options))
      const batches = cutIntoBatches(worded, { ...options.batch, texts: mostTexts })
      const vectors = await allOrNone(request.signal, (signal) => {
        const parts = partsFor({ ...request, signal })
        const turn = { signal, isUrgent: request.purpose === 'query' }
        return batches.map((batch) => inLane(() => askInParts(batch, parts), turn))
      })
      return ofOneSize(vectors.flat())
    },
    // Connections belong to the process, and nothing else is held.
    close: async () => {},
  }
}

function wordedFor(
  text: string,
  { purpose, subject }: EmbedRequest,
  { prompts, longestText }: EmbedderOptions,
): string {
  const prompt = purpose === 'document' ? prompts.document : subject === 'code' ? prompts.code : prompts.query
  const cut = text.length > longestText ? text.slice(0, graphemeBorder(text, longestText)) : text
  // APIs refuse a whole batch for one text that is empty, or that ends within a character.
  return (prompt + cut).toWellFormed() || ' '
}

const sizeStatuses: readonly (number | undefined)[] = [400, 413, 422, 500]

function tooLarge(error: unknown): string | undefined {
  if (!(error instanceof EmbeddingFailed)) return undefined
  const { status, said = '' } = error.failure
  return status === 413 || (sizeStatuses.includes(status) && saysTooLarge(said)) ? said : undefined
}

function ofOneSize(vectors: readonly Float32Array[]): readonly Float32Array[] {
  const size = vectors[0]?.length ?? 0
  const other = vectors.find(({ length }) => length !== size)
  if (other) throw wrongDimensions(other.length, size)
  return vectors
}
