import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { floats, floatsIn, integers, node, onnxFile, value, type Graph } from './onnx-file.ts'
import { wordPiece, type TokenizerFile } from './tokenizer-files.ts'

/** Real ONNX models of a few kilobytes, in folders as the hub has them. Words of one row mean the same to them. */
export interface SmallModel {
  readonly meanings: readonly (readonly string[])[]
  readonly dimensions?: number
  /** Default `onnx/model.onnx`. */
  readonly file?: string
  /** Further files, by their names; JSON. */
  readonly beside?: Readonly<Record<string, object>>
}

export const meanings = [
  ['tide', 'tides', '潮', 'ebb'],
  ['harbour', 'port', '港'],
  ['moon', '月'],
  ['ship', 'vessel', '船'],
  ['recipe', 'cake', 'flour'],
]

/** Gives a vector for each token: what pools them is somebody else. */
export const writeHiddenModel = (folder: string, model: SmallModel): Promise<void> =>
  write(folder, model, (table) => ({
    nodes: [node('Gather', ['table', 'input_ids'], 'last_hidden_state')],
    tensors: [table.tensor],
    inputs: [...ids, value('token_type_ids', 'int64', ['batch', 'sequence'])],
    outputs: [value('last_hidden_state', 'float', ['batch', 'sequence', table.dimensions])],
  }))

/** Pools by itself. */
export const writeSentenceModel = (folder: string, model: SmallModel): Promise<void> =>
  write(folder, model, (table) => ({
    nodes: [...embedded, ...averaged('mask', 'sentence_embedding')],
    tensors: [table.tensor, integers('last', [2]), integers('tokens', [1])],
    inputs: ids,
    outputs: [value('sentence_embedding', 'float', ['batch', table.dimensions])],
  }))

/** Judges how many meanings a question and a text share. */
export const writeCrossEncoder = (folder: string, model: SmallModel): Promise<void> =>
  write(folder, model, (table) => ({
    nodes: [
      ...embedded,
      node('Cast', ['token_type_ids'], 'types', { to: 1 }),
      node('Mul', ['types', 'mask'], 'of_text'),
      node('Sub', ['mask', 'of_text'], 'of_query'),
      ...summed('of_text', 'text'),
      ...summed('of_query', 'query'),
      node('Mul', ['text', 'query'], 'shared'),
      node('ReduceSum', ['shared', 'tokens'], 'logits', { keepdims: 1 }),
    ],
    tensors: [table.tensor, integers('last', [2]), integers('tokens', [1])],
    inputs: [...ids, value('token_type_ids', 'int64', ['batch', 'sequence'])],
    outputs: [value('logits', 'float', ['batch', 1])],
  }))

const ids = [
  value('input_ids', 'int64', ['batch', 'sequence']),
  value('attention_mask', 'int64', ['batch', 'sequence']),
]

const embedded = [node('Gather', ['table', 'input_ids'], 'hidden'), node('Cast', ['attention_mask'], 'mask', { to: 1 })]

/** The vectors of tokens, added up where the weights say so. */
const summed = (weights: string, output: string): readonly Buffer[] => [
  node('Unsqueeze', [weights, 'last'], `${output}_weights`),
  node('Mul', ['hidden', `${output}_weights`], `${output}_tokens`),
  node('ReduceSum', [`${output}_tokens`, 'tokens'], output, { keepdims: 0 }),
]

const averaged = (weights: string, output: string): readonly Buffer[] => [
  ...summed(weights, `${output}_sum`),
  node('ReduceSum', [weights, 'tokens'], `${output}_count`, { keepdims: 1 }),
  node('Div', [`${output}_sum`, `${output}_count`], output),
]

interface Table {
  readonly tensor: Buffer
  readonly dimensions: number
}

async function write(folder: string, model: SmallModel, graphOf: (table: Table) => Graph): Promise<void> {
  const { meanings: rows, dimensions = 16, file = 'onnx/model.onnx', beside = {} } = model
  const values = tableOf(rows, dimensions)
  const tensor = floats('table', [values.length / dimensions, dimensions], values)
  await mkdir(dirname(join(folder, file)), { recursive: true })
  await writeFile(join(folder, file), onnxFile(graphOf({ tensor, dimensions })))
  await writeModelFiles(folder, wordPiece(rows.flat()), beside)
}

export async function writeModelFiles(
  folder: string,
  tokenizer: TokenizerFile,
  beside: Readonly<Record<string, object>> = {},
): Promise<void> {
  const files = {
    'tokenizer.json': tokenizer,
    'tokenizer_config.json': { model_max_length: 64, pad_token: '[PAD]' },
    'config.json': { model_type: 'bert', max_position_embeddings: 64 },
    ...beside,
  }
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await writeFile(join(folder, name), JSON.stringify(content))
  }
}

/** A hidden model whose table lies in a file of its own. */
export async function writeSplitModel(folder: string, model: SmallModel): Promise<void> {
  const { meanings: rows, dimensions = 16, file = 'onnx/model.onnx' } = model
  const values = tableOf(rows, dimensions)
  await writeHiddenModel(folder, model)
  const tensor = floatsIn('model.onnx_data', 'table', [values.length / dimensions, dimensions])
  const graph = {
    nodes: [node('Gather', ['table', 'input_ids'], 'last_hidden_state')],
    tensors: [tensor],
    inputs: ids,
    outputs: [value('last_hidden_state', 'float', ['batch', 'sequence', dimensions])],
  }
  await writeFile(join(folder, file), onnxFile(graph))
  await writeFile(join(folder, `${file}_data`), Buffer.from(values.buffer))
}

/** What pads and closes means much to it, so that a test sees when it counts where it must not. */
export function tableOf(rows: SmallModel['meanings'], dimensions: number): Float32Array {
  const vectors = rows.flatMap((row, meaning) => {
    const vector = vectorOf(meaning + 1, dimensions)
    return row.map(() => vector)
  })
  const values = new Float32Array((SPECIALS + vectors.length) * dimensions)
  values.set(vectorOf(900, dimensions))
  vectors.forEach((vector, at) => values.set(vector, (SPECIALS + at) * dimensions))
  return values
}

/** Of these tokens only the first, which fills, has a vector. */
const SPECIALS = 4

/** The same for the same seed; of length one, and hardly like any other. */
function vectorOf(seed: number, dimensions: number): Float32Array {
  const raw = Float32Array.from(
    { length: dimensions },
    (_, i) => (Math.sin(seed * 12.9898 + i * 78.233) * 43758.5453) % 1,
  )
  const length = Math.hypot(...raw)
  return raw.map((each) => each / length)
}
