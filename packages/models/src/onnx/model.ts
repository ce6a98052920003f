import { groupByLength } from './groups.ts'
import {
  firstLine,
  loadRuntime,
  ModelFault,
  openSession,
  type Runtime,
  type Session,
  type Tensor,
  openTokenizer,
  type TextTokenizer,
  type Tokens,
} from './tokenizer.ts'
import type { ModelSpec, OnnxJob, Pooling, Rows } from './onnx-jobs.ts'

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
      const lengths = tokens.map(({ ids }) => ids.length)
      const parts: (readonly [readonly number[], Rows])[] = []
      for (const group of groupByLength(lengths, BATCH)) {
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
  const outputName = preferred.find((name) => session.outputNames.includes(name)) ?? session.outputNames[0] ?? ''
  try {
    return await session.run(feeds, [outputName])
  } catch (error) {
    throw new ModelFault(`The model failed on a text: ${firstLine(error)}`, CHOOSE_OTHER_MODEL, { cause: error })
  }
}

const CHOOSE_OTHER_MODEL = 'Choose another variant of it, or another model.'

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
    return { width: 1, values: Float32Array.from(batch, (_, row) => rows.values[2 * row + 1]! - rows.values[2 * row]!) }
  throw new ModelFault(
    'The model does not score how well a text answers a question.',
    'Choose a cross-encoder for reranking, such as BAAI/bge-reranker-base.',
  )
}

function inOrder(parts: readonly (readonly [readonly number[], Rows])[], count: number): Rows {
  const width = parts[0]?.[1].width ?? 0
  const values = new Float32Array(count * width)
  for (const [places, rows] of parts)
    places.forEach((place, row) => values.set(rows.values.subarray(row * width, (row + 1) * width), place * width))
  return { width, values }
}

/** Only the inputs that a model declares are passed: another name is an error to the runtime. */
function feedsOf(batch: readonly Tokens[], padId: number, { session, runtime }: Model): Record<string, Tensor> {
  const width = Math.max(...batch.map(({ ids }) => ids.length))
  const rows: Readonly<Record<string, (tokens: Tokens, at: number) => number>> = {
    input_ids: ({ ids }, at) => ids[at] ?? padId,
    attention_mask: ({ ids }, at) => (at < ids.length ? 1 : 0),
    token_type_ids: ({ types }, at) => types[at] ?? 0,
    position_ids: (_, at) => at,
  }
  const feeds = session.inputMetadata.map(({ name, type }): readonly [string, Tensor] => {
    const valueAt = rows[name]
    if (!valueAt) throw unknownInput(name)
    const values = Array.from({ length: batch.length * width }, (_, i) =>
      valueAt(batch[Math.floor(i / width)] as Tokens, i % width),
    )
    const dims = [batch.length, width]
    if (type === 'int32') return [name, new runtime.Tensor('int32', Int32Array.from(values), dims)]
    return [name, new runtime.Tensor('int64', BigInt64Array.from(values, BigInt), dims)]
  })
  return Object.fromEntries(feeds)
}

interface Model {
  readonly session: Session
  readonly runtime: Runtime
}

const unknownInput = (name: string): ModelFault =>
  new ModelFault(
    `The model needs an input "${name}" that text does not provide.`,
    'Choose an embedding or reranking model; text generation models do not work here.',
  )

/** One vector a text of the vectors of its tokens, where padding does not count. */
function pool(output: Tensor, batch: readonly Tokens[], pooling: Pooling): Rows {
  const [count = 0, length = 0, width = 0] = output.dims
  if (output.dims.length !== 3 || count !== batch.length) throw wrongShape(output)
  const hidden = numbersIn(output)
  const values = new Float32Array(count * width)
  batch.forEach(({ ids }, row) => {
    const [from, to] = spans[pooling](ids.length)
    for (let at = from; at < to; at++) {
      const start = (row * length + at) * width
      for (let i = 0; i < width; i++) values[row * width + i]! += hidden[start + i]! / (to - from)
    }
  })
  return { width, values }
}

const spans: Readonly<Record<Pooling, (tokens: number) => readonly [from: number, to: number]>> = {
  mean: (tokens) => [0, tokens],
  cls: () => [0, 1],
  last: (tokens) => [tokens - 1, tokens],
}

function rowsIn(output: Tensor, count: number): Rows {
  const [rows = 0, width = 1] = output.dims
  if (output.dims.length > 2 || rows !== count) throw wrongShape(output)
  return { width, values: numbersIn(output) }
}

const wrongShape = ({ dims }: Tensor): ModelFault =>
  new ModelFault(
    `The model's output has an unknown shape: ${dims.join(' x ')}.`,
    'Choose a model whose page on the hub says that it makes embeddings or reranks.',
  )

function numbersIn({ data, type }: Tensor): Float32Array {
  if (data instanceof Float32Array) return data
  if (type === 'float16' && ArrayBuffer.isView(data)) return Float32Array.from(halfFloats(data))
  throw new ModelFault(
    `The model's output has numbers of the type ${type}.`,
    'Choose its variant in full precision: "--variant model".',
  )
}

/** Node 24 knows them; before it they come as bits. */
function halfFloats(data: ArrayBufferView): Iterable<number> {
  if (!(data instanceof Uint16Array)) return data as unknown as Iterable<number>
  return Array.from(data, (bits) => {
    const sign = bits >> 15 ? -1 : 1
    const exponent = (bits >> 10) & 31
    const fraction = bits & 1023
    if (exponent === 31) return fraction ? Number.NaN : sign * Infinity
    return exponent === 0 ? sign * fraction * 2 ** -24 : sign * (1 + fraction / 1024) * 2 ** (exponent - 15)
  })
}
