import { everything } from '@wuku/core/ports/access'
import type { ChunkId, SourceId } from '@wuku/core/core-types'
import type { Store } from '@wuku/core/ports/store'
import type { EmbeddingSetDraft, EmbeddingSetId, VectorProbe } from '@wuku/core/ports/vectors'
import { modelTextOf } from '@wuku/text/show/model-text'

export const DIMENSIONS = 24

export const setOf = (key = 'model', dimensions = DIMENSIONS): EmbeddingSetDraft => ({
  key,
  facts: { provider: 'test', model: key },
  dimensions,
  createdAt: 5_000,
})

/** Parts that a store holds to the last bit, told by the text alone; equal for equal texts. */
export function vectorOf(said: string, dimensions = DIMENSIONS): Float32Array {
  let state = 7
  for (const char of said) state = (Math.imul(state, 31) + (char.codePointAt(0) ?? 0)) >>> 0
  const parts = Float32Array.from({ length: dimensions }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.round((state / 2 ** 32) * 1_000 - 500)
  })
  parts[state % dimensions] = 511
  return parts
}

/** What a model does: every chunk of some sources that has no vector yet gets that of what it says. */
export async function embedAll(store: Store, set: EmbeddingSetId, sources?: readonly SourceId[]): Promise<number> {
  const chunks = await lacking(store, set, sources)
  await store.vectors.putVectors(
    set,
    chunks.map((each) => ({ chunk: each.chunk, vector: vectorOf(modelTextOf(each)) })),
  )
  return chunks.length
}

export const lacking = (store: Store, set: EmbeddingSetId | undefined, sources?: readonly SourceId[]) =>
  store.read(everything, async (view) =>
    view.vectors.unembedded({
      ...(set !== undefined && { set }),
      sources: sources ?? (await view.sources.list()).map(({ id }) => id),
      after: 0,
      limit: 1_000,
    }),
  )

export const nearTo = (store: Store, set: EmbeddingSetId, said: string, rest: Partial<VectorProbe> = {}) =>
  store.read(everything, (view) => view.vectors.nearest({ set, vector: vectorOf(said), depth: 10, ...rest }))

export async function textsNear(store: Store, set: EmbeddingSetId, said: string, rest: Partial<VectorProbe> = {}) {
  const { candidates } = await nearTo(store, set, said, rest)
  return store.read(everything, async (view) => {
    const passages = await view.chunks.passages(candidates.slice(0, 10).map(({ chunk }) => chunk))
    return passages.map(({ text }) => text.trimEnd())
  })
}

export const chunkIds = (chunks: readonly { readonly chunk: ChunkId }[]): readonly ChunkId[] =>
  chunks.map(({ chunk }) => chunk)
