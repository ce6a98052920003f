import { createHash } from 'node:crypto'
import { closeSync, existsSync, openSync, readFileSync, readSync, fstatSync } from 'node:fs'
import { basename, join } from 'node:path'
import { WukuError } from '@wuku/core/errors'
import { msg } from '@wuku/messages/models'
import { familyOf, type ModelSpec, type Pooling, type Prompts } from './onnx-jobs.ts'
import { onnxFilesIn, type FoundModel } from './model-locations.ts'

/** Facts in the files of a model, except those that only the thread reads. */
export interface ModelFolder extends Omit<ModelSpec, 'runtime' | 'threads'> {
  readonly name: string
  readonly prompts: Prompts
  /** Changes with the weights and the tokenizer. */
  readonly fingerprint: string
}

/** Reads a few kilobytes, and samples of the large files, synchronously, when the model is opened. */
export function readModelFolder({ name, folder }: FoundModel, variant: string): ModelFolder {
  const file = join(folder, chooseFile(folder, variant))
  const json = (path: string): Json => readJson(join(folder, path))
  const modules = Object.values(json('modules.json')).map((each) => Object(each) as Json)
  const pooling = modules.find(({ type }) => String(type).endsWith('.Pooling'))?.['path'] ?? '1_Pooling'
  const family = familyOf(name.includes('snapshots') ? name : basename(name))
  return {
    name,
    folder,
    file,
    pooling: poolingIn(json(join(String(pooling), 'config.json'))) ?? family?.pooling ?? 'mean',
    hasHead: modules.some(({ type }) => String(type).endsWith('.Dense')),
    prompts: promptsIn(json('config_sentence_transformers.json')) ?? family?.prompts ?? { query: '', document: '' },
    maxTokens: maxTokensOf(json),
    fingerprint: fingerprintOf([file, `${file}_data`, `${file}.data`, join(folder, 'tokenizer.json')]),
  }
}

/** File of a variant: `quantized` is `model_quantized.onnx`. Without a variant the full model, or else the only file. */
export function chooseOnnx(files: readonly string[], variant: string): string | undefined {
  const bare = variant.replace(/\.onnx$/, '')
  const candidates =
    variant === '' ? ['model', ...REPLACEMENTS.map((each) => `model_${each}`)] : [bare, `model_${bare}`]
  const found = candidates.flatMap((each) =>
    files.filter((file) => basename(file, '.onnx') === each || file === `${each}.onnx`),
  )[0]
  return found ?? (variant === '' && files.length === 1 ? files[0] : undefined)
}

function chooseFile(folder: string, variant: string): string {
  const files = onnxFilesIn(folder)
  const found = chooseOnnx(files, variant)
  if (found) return found
  if (files.length === 0) throw new WukuError('model-missing', msg('thereIsNoOnnxFile', { folder: basename(folder) }))
  throw new WukuError(
    'model-missing',
    msg('modelInHas', {
      folder: basename(folder),
      variantPart: variant === '' ? msg('severalOnnxFiles') : msg('noVariant', { variant }),
      files: files.map((file) => basename(file, '.onnx')).join(', '),
    }),
  )
}

/** Least is lost with the first. */
const REPLACEMENTS = ['fp16', 'quantized', 'int8', 'uint8', 'q8', 'q4f16', 'q4']

type Json = Readonly<Record<string, unknown>>

/** Missing or broken files count as empty: the thread reports those that it needs. */
function readJson(file: string): Json {
  try {
    return Object(JSON.parse(readFileSync(file, 'utf8'))) as Json
  } catch {
    return {}
  }
}

function poolingIn(config: Json): Pooling | undefined {
  if (config['pooling_mode_lasttoken'] === true) return 'last'
  if (config['pooling_mode_cls_token'] === true) return 'cls'
  return config['pooling_mode_mean_tokens'] === true ? 'mean' : undefined
}

function promptsIn({ prompts }: Json): Prompts | undefined {
  const named = Object(prompts) as Json
  const first = (...names: readonly string[]): string =>
    names.map((name) => named[name]).find((text): text is string => typeof text === 'string') ?? ''
  const found = {
    query: first('query', 'search_query', 'Retrieval-query'),
    document: first('document', 'passage', 'search_document', 'Retrieval-document'),
  }
  return found.query === '' && found.document === '' ? undefined : found
}

/** Longer texts cost the square of their length, in memory too; passages here are shorter. */
const MAX_TOKENS = 1024

function maxTokensOf(json: (path: string) => Json): number {
  const config = json('config.json')
  // They count their places from behind the padding.
  const reserved = /roberta|camembert/.test(String(config['model_type'])) ? 2 : 0
  const statedLimits = [
    json('sentence_bert_config.json')['max_seq_length'],
    json('tokenizer_config.json')['model_max_length'],
    Number(config['max_position_embeddings']) - reserved,
  ]
  return Math.min(MAX_TOKENS, ...statedLimits.map(Number).filter((tokens) => tokens >= 8))
}

const SAMPLES = 64
const SAMPLE_BYTES = 4096

/** Avoids reading gigabytes: their length and samples from all over distinguish two models, on any machine. */
function fingerprintOf(files: readonly string[]): string {
  const hash = createHash('sha256')
  for (const file of files.filter(existsSync)) {
    const handle = openSync(file, 'r')
    try {
      const { size } = fstatSync(handle)
      hash.update(`${size}\n`)
      const samples = Math.min(SAMPLES, Math.ceil(size / SAMPLE_BYTES))
      for (let i = 0; i < samples; i++) hash.update(sampleAt(handle, Math.floor((i * size) / samples)))
    } finally {
      closeSync(handle)
    }
  }
  return hash.digest('hex').slice(0, 12)
}

function sampleAt(handle: number, position: number): Uint8Array {
  const bytes = new Uint8Array(SAMPLE_BYTES)
  return bytes.subarray(0, readSync(handle, bytes, 0, SAMPLE_BYTES, position))
}
