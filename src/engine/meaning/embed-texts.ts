import type { Problem } from '../../core/words.ts'
import { EmbeddingFailed, type Embedder, type EmbedFailureKind } from '../../ports/embedder.ts'
import type { UnembeddedChunk, ChunkVector } from '../../ports/vectors.ts'
import { saidBy } from '../../text/show/said.ts'

export interface EmbeddedTexts {
  readonly vectors: readonly ChunkVector[]
  /** Chunks for which the model returns no vector, whatever else is in the batch. */
  readonly problems: readonly Problem[]
}

/** Trouble with one text, perhaps: asked again in halves, the others come through. */
const ofTexts: readonly EmbedFailureKind[] = ['refused', 'not_embeddings']
/** A model that refuses so many one by one refuses all of them. */
const MOST_REFUSED = 20

/** Chunks that say the same are asked for once: one of them stands for all, as the store takes it. */
export async function embedChunks(
  chunks: readonly UnembeddedChunk[],
  embedder: Embedder,
  signal: AbortSignal,
): Promise<EmbeddedTexts> {
  const texts = new Map<string, UnembeddedChunk>()
  for (const chunk of chunks) {
    const said = saidBy(chunk)
    if (!texts.has(said)) texts.set(said, chunk)
  }
  const pairs = [...texts].map(([said, { chunk, title }]) => ({ text: said, chunk, title }))
  return halving(pairs, { embedder, signal, refused: 0 })
}

interface Pair {
  readonly text: string
  readonly chunk: UnembeddedChunk['chunk']
  readonly title: string
}

interface Halving {
  readonly embedder: Embedder
  readonly signal: AbortSignal
  refused: number
}

async function halving(pairs: readonly Pair[], state: Halving): Promise<EmbeddedTexts> {
  try {
    const vectors = await state.embedder.embed(
      pairs.map(({ text }) => text),
      { purpose: 'document', signal: state.signal },
    )
    return { vectors: pairs.flatMap(({ chunk }, at) => vectorAt(vectors, at, chunk)), problems: [] }
  } catch (error) {
    if (!(error instanceof EmbeddingFailed) || !ofTexts.includes(error.failure.kind)) throw error
    const [only] = pairs
    if (pairs.length > 1) return halves(pairs, state)
    if (!only || ++state.refused > MOST_REFUSED) throw error
    return { vectors: [], problems: [{ path: only.title, said: error.message, remedy: error.remedy }] }
  }
}

const vectorAt = (vectors: readonly Float32Array[], at: number, chunk: ChunkVector['chunk']): ChunkVector[] => {
  const vector = vectors[at]
  return vector ? [{ chunk, vector }] : []
}

async function halves(pairs: readonly Pair[], state: Halving): Promise<EmbeddedTexts> {
  const middle = Math.ceil(pairs.length / 2)
  const first = await halving(pairs.slice(0, middle), state)
  const second = await halving(pairs.slice(middle), state)
  return { vectors: [...first.vectors, ...second.vectors], problems: [...first.problems, ...second.problems] }
}
