import { groupByLength } from './groups.ts'
import { firstLine, loadRuntime, ModelFault, openSession } from './native.ts'
import { openTokenizer, type TextTokenizer, type Tokens } from './tokenizer.ts'
import { feedsOf, pool, rowsIn, type Model } from './tensors.ts'
import type { ModelSpec, OnnxJob, Rows } from './words.ts'

/** A model that is held in memory. */
export interface LoadedModel {
  answer(job: OnnxJob): Promise<Rows>
  release(): Promise<void>
}

/** Padded tokens of one run: past it larger runs save no time, and what the layers keep for them grows. */
const BATCH = { most: 32, budget: 4096 }

export async function loadModel(spec: ModelSpec): Promise<LoadedModel> {
  const runtime = loadRuntime(spec.runtime)
  const tokenizer = await openTokenizer(spec.folder, spec.maxTokens)
  const session = await openSession(runtime, spec.file, spec.threads)
  const model: LoadedParts = { runtime, session, tokenizer, spec }
  return {
    async answer({ query, texts }) {
      const tokens = texts.map((text) => (query === undefined ? tokenizer.one(text) : tokenizer.pair(query, text)))
      const groups = groupByLength(
        tokens.map(({ ids }) => ids.length),
        BATCH,
      )
      const parts: (readonly [readonly number[], Rows])[] = []
      for (const group of groups) {
        const batch = group.map((place) => tokens[place] as Tokens)
        parts.push([group, await runBatch(batch, model, query === undefined ? readVectors : readScores)])
      }
      return inOrder(parts, texts.length)
    },
    release: () => session.release(),
  }
}

interface LoadedParts extends Model {
  readonly tokenizer: TextTokenizer
  readonly spec: ModelSpec
}

type Outputs = Awaited<ReturnType<Model['session']['run']>>
type Read = (outputs: Outputs, batch: readonly Tokens[], model: LoadedParts) => Rows

async function runBatch(batch: readonly Tokens[], model: LoadedParts, read: Read): Promise<Rows> {
  const feeds = feedsOf(batch, model.tokenizer.padId, model)
  const rows = read(await run(feeds, model), batch, model)
  if (rows.values.every(Number.isFinite)) return rows
  throw new ModelFault(
    'The model returned something that is not a number.',
    'Choose its variant in full precision: "--variant model"; some quantized ones lose too much.',
  )
}

async function run(feeds: Parameters<Model['session']['run']>[0], { session }: Model): Promise<Outputs> {
  const wanted = preferred.find((name) => session.outputNames.includes(name)) ?? session.outputNames[0] ?? ''
  try {
    return await session.run(feeds, [wanted])
  } catch (error) {
    throw new ModelFault(`The model failed on a text: ${firstLine(error)}`, ANOTHER, { cause: error })
  }
}

const ANOTHER = 'Choose another variant of it, or another model.'

/** Outputs by name; a model may have several, and the whole of the hidden states is dear. */
const preferred = ['sentence_embedding', 'logits', 'last_hidden_state', 'token_embeddings']

const readVectors: Read = (outputs, batch, { spec }) => {
  const [name = '', output] = Object.entries(outputs)[0] ?? []
  if (name === 'logits' || !output)
    throw new ModelFault(
      'The model returns no embeddings: it scores texts.',
      'Set it as models.reranker.model instead.',
    )
  if (output.dims.length === 2) return rowsIn(output, batch.length)
  if (!spec.hasHead) return pool(output, batch, spec.pooling)
  throw new ModelFault(
    'The model needs a layer after its pooling that its ONNX file does not contain.',
    'Choose an ONNX file of it that returns "sentence_embedding", or another model.',
  )
}

/** One label: its weight. Two: how much more "fits" weighs than "does not". */
const readScores: Read = (outputs, batch) => {
  const [name, output] = Object.entries(outputs)[0] ?? []
  const rows = name === 'logits' && output ? rowsIn(output, batch.length) : { width: 0, values: new Float32Array() }
  if (rows.width === 1) return rows
  if (rows.width === 2)
    return { width: 1, values: batch.reduce(differences(rows.values), new Float32Array(batch.length)) }
  throw new ModelFault(
    'The model does not score how well a text answers a question.',
    'Choose a cross-encoder for reranking, such as BAAI/bge-reranker-base.',
  )
}

const differences =
  (logits: Float32Array) =>
  (scores: Float32Array, _: Tokens, row: number): Float32Array =>
    scores.fill(logits[2 * row + 1]! - logits[2 * row]!, row, row + 1)

function inOrder(parts: readonly (readonly [readonly number[], Rows])[], count: number): Rows {
  const width = parts[0]?.[1].width ?? 0
  const values = new Float32Array(count * width)
  for (const [places, rows] of parts)
    places.forEach((place, row) => values.set(rows.values.subarray(row * width, (row + 1) * width), place * width))
  return { width, values }
}
