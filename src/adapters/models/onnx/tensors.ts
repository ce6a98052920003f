import type { Pooling } from './families.ts'
import { ModelFault, type Runtime, type Session, type Tensor } from './native.ts'
import type { Tokens } from './tokenizer.ts'
import type { Rows } from './words.ts'

/** What a model is asked for is given to it, and nothing else: another name is an error to the runtime. */
export function feedsOf(batch: readonly Tokens[], padId: number, { session, runtime }: Model): Record<string, Tensor> {
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

export interface Model {
  readonly session: Session
  readonly runtime: Runtime
}

const unknownInput = (name: string): ModelFault =>
  new ModelFault(
    `The model needs an input "${name}" that text does not provide.`,
    'Choose an embedding or reranking model; text generation models do not work here.',
  )

/** One vector a text of the vectors of its tokens, where padding does not count. */
export function pool(output: Tensor, batch: readonly Tokens[], pooling: Pooling): Rows {
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

export function rowsIn(output: Tensor, count: number): Rows {
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
