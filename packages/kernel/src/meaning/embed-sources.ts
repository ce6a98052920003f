import { sentences } from '@wuku/core/list-helpers'
import { msg, type Message } from '@wuku/messages/kernel'
import { everything } from '@wuku/core/ports/access'
import { cancelled } from '@wuku/core/errors'
import type { Problem, Source } from '@wuku/core/core-types'
import { EmbeddingFailed, type Embedder, type EmbedFailureKind } from '@wuku/core/ports/embedder'
import type { EmbeddingSet, UnembeddedChunk, ChunkVector } from '@wuku/core/ports/vectors'
import type { EnginePorts } from '../base/ports.ts'
import { withLeasedPorts } from '../index/lease.ts'
import { draftOf, keyOf } from '../base/set-key.ts'
import type { Clock } from '@wuku/core/ports/clock'
import type { Progress } from '../base/caller.ts'
import type { Cost, EmbedRequest, EmbedReport } from '../base/parts/engine-search.ts'
import { modelTextOf } from '@wuku/text/show/model-text'

/** Chunks asked for at once: enough that a model is never idle, few enough that a stop loses little. */
const PAGE = 512

/** Makes the vectors that are missing. Each page is durable before the next is asked for: a stopped run goes on where it was. */
export async function embedSources(request: EmbedRequest, ports: EnginePorts): Promise<EmbedReport> {
  const began = ports.clock.now()
  const embedder = ports.models.embedder()
  const facts = embedder.describe()
  const set = request.rebuild ? undefined : await setOf(keyOf(facts), ports)
  const cost = costOf(await missing(set, request.sources, ports), { ...facts, price: ports.models.price })
  const message = 'Another process is making vectors; waiting for it'
  const waiting = (): void => request.progress({ stage: 'wait', done: 0, total: undefined, said: message })
  const run: Run = { ...request, embedder, ports, pace: paceOf(ports.clock, cost.chunks) }
  const done = request.dryRun
    ? { embedded: 0, problems: [], set }
    : await withLeasedPorts(EMBED_LEASE, ports, { signal: request.signal, waiting }, (leasedPorts, signal) =>
        fill({ ...run, ports: leasedPorts, signal }, request.rebuild),
      )
  const remaining = (await missing(done.set, request.all, ports)).chunks
  if (!request.dryRun && done.set) await activateIfComplete(done.set, remaining - done.problems.length, ports)
  const isActive = done.set !== undefined && ((await setOf(done.set.key, ports))?.isActive ?? false)
  const seconds = (ports.clock.now() - began) / 1000
  return { cost, embedded: done.embedded, remaining, isActive, problems: done.problems, seconds }
}

interface Run extends EmbedRequest {
  readonly embedder: Embedder
  readonly ports: EnginePorts
  readonly pace: Pace
}

export const EMBED_LEASE = 'embed'

async function fill(run: Run, rebuild: boolean) {
  const { ports, embedder, sources, signal, pace } = run
  const key = keyOf(embedder.describe())
  const before = await setOf(key, ports)
  if (rebuild && before) await ports.store.vectors.removeEmbeddingSet(before.id)
  let set = rebuild ? undefined : before
  let embedded = 0
  const problems: Problem[] = []
  for (let after = 0; ;) {
    if (signal.aborted) throw cancelled()
    const page = await ports.store.read(everything, ({ vectors }) =>
      vectors.unembedded({ ...(set && { set: set.id }), sources: sources.map(({ id }) => id), after, limit: PAGE }),
    )
    const last = page.at(-1)
    if (!last) return { set, embedded, problems }
    const found = await embedChunks(page, embedder, signal).catch((error: unknown) => {
      throw withProgressNote(error, embedded)
    })
    const [first] = found.vectors
    if (first) {
      set ??= await begin(run, first.vector.length)
      await ports.store.vectors.putVectors(set.id, found.vectors)
    }
    problems.push(...found.problems)
    embedded += page.length - found.problems.length
    after = last.chunk
    run.progress(pace(embedded))
  }
}

/** The first set of all is asked at once, however little is in it: words find the rest. */
async function begin({ embedder, ports }: Run, dimensions: number): Promise<EmbeddingSet> {
  const { store, clock } = ports
  const set = await store.vectors.addEmbeddingSet(draftOf(embedder.describe(), dimensions, clock.now()))
  const others = await store.read(everything, ({ vectors }) => vectors.embeddingSets())
  if (!others.some(({ isActive }) => isActive)) await store.vectors.activateEmbeddingSet(set.id)
  return set
}

/** A set that is complete takes the place of all others. */
async function activateIfComplete(set: EmbeddingSet, remaining: number, { store }: EnginePorts): Promise<void> {
  if (remaining > 0) return
  const sets = await store.read(everything, ({ vectors }) => vectors.embeddingSets())
  if (!sets.some(({ id, isActive }) => id === set.id && isActive)) await store.vectors.activateEmbeddingSet(set.id)
  for (const { id } of sets) if (id !== set.id) await store.vectors.removeEmbeddingSet(id)
}

const setOf = (key: string, { store }: EnginePorts): Promise<EmbeddingSet | undefined> =>
  store.read(everything, async ({ vectors }) => (await vectors.embeddingSets()).find((each) => each.key === key))

const missing = (set: EmbeddingSet | undefined, sources: readonly Source[], { store }: EnginePorts) =>
  store.read(everything, ({ vectors }) =>
    vectors.unembeddedSize({ ...(set && { set: set.id }), sources: sources.map(({ id }) => id) }),
  )

/** Finished vectors are not lost, and the error says so. */
function withProgressNote(error: unknown, embedded: number): unknown {
  if (!(error instanceof EmbeddingFailed) || embedded === 0) return error
  const { failure } = error
  const withNote = sentences([failure.message, msg('chunksKeepVectors', { embedded })])
  return new EmbeddingFailed({ ...failure, message: withNote })
}

type Pace = (done: number) => Progress

/** How far a run is, how fast, and how long the rest will take at that. */
export function paceOf(clock: Pick<Clock, 'now'>, total: number): Pace {
  const began = clock.now()
  return (done) => {
    const seconds = Math.max(0.001, (clock.now() - began) / 1000)
    const rate = done / seconds
    const left = rate > 0 ? Math.max(0, total - done) / rate : 0
    const message = msg('makingVectors', { rate: Math.round(rate), left: duration(left) })
    return { stage: 'embed', done, total, said: message }
  }
}

function duration(seconds: number): Message {
  if (seconds < 90) return msg('inSeconds', { count: Math.ceil(seconds) })
  if (seconds < 5_400) return msg('inMinutes', { count: Math.ceil(seconds / 60) })
  return msg('inHours', { count: (seconds / 3_600).toFixed(1) })
}

/** Dollars for a million tokens, as the providers published them; the setting `models.embedder.price` beats them. */
const published: readonly (readonly [RegExp, number])[] = [
  [/^text-embedding-3-small$/, 0.02],
  [/^text-embedding-3-large$/, 0.13],
  [/^text-embedding-ada-002$/, 0.1],
  [/^gemini-embedding-001$/, 0.15],
  [/^mistral-embed/, 0.1],
]

/** Characters per token, about, for code and prose together, in English and Chinese. */
const CHARS_PER_TOKEN = 3

export function costOf(size: { readonly chunks: number; readonly chars: number }, model: CostedModel): Cost {
  const tokens = Math.ceil(size.chars / CHARS_PER_TOKEN)
  const price = model.isLocal ? 0 : (model.price ?? priceOf(model.model))
  return { chunks: size.chunks, tokens, dollars: price === undefined ? null : (tokens / 1e6) * price }
}

export interface CostedModel {
  readonly model: string
  readonly isLocal: boolean
  /** That the user named. */
  readonly price: number | undefined
}

const priceOf = (model: string): number | undefined =>
  published.find(([name]) => name.test(model.replace(/^models\//, '')))?.[1]

interface EmbeddedTexts {
  readonly vectors: readonly ChunkVector[]
  /** Chunks for which the model returns no vector, whatever else is in the batch. */
  readonly problems: readonly Problem[]
}

/** Trouble with one text, perhaps: asked again in halves, the others come through. */
const ofTexts: readonly EmbedFailureKind[] = ['refused', 'not_embeddings']
/** A model that refuses so many one by one refuses all of them. */
const MAX_REFUSED = 20

/** Chunks that say the same are asked for once: one of them stands for all, as the store takes it. */
async function embedChunks(chunks: readonly UnembeddedChunk[], embedder: Embedder, signal: AbortSignal) {
  const texts = new Map<string, UnembeddedChunk>()
  for (const chunk of chunks) {
    const message = modelTextOf(chunk)
    if (!texts.has(message)) texts.set(message, chunk)
  }
  const pairs = [...texts].map(([message, { chunk, title }]) => ({ text: message, chunk, title }))
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
    if (!only || ++state.refused > MAX_REFUSED) throw error
    return { vectors: [], problems: [{ path: only.title, said: error.texts.message, remedy: error.texts.remedy }] }
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
