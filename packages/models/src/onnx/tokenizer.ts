import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Tokenizer } from '@huggingface/tokenizers'
import { createRequire } from 'node:module'
import type { Fault } from './onnx-jobs.ts'

/** As much of `onnxruntime-node` as is used here; it is no dependency, so its own types are not there. */
export interface Runtime {
  readonly env: { logLevel: string }
  readonly InferenceSession: { create(file: string, options: object): Promise<Session> }
  readonly Tensor: new (type: 'int64' | 'int32', data: BigInt64Array | Int32Array, dims: readonly number[]) => Tensor
}

export interface Session {
  readonly outputNames: readonly string[]
  readonly inputMetadata: readonly { readonly name: string; readonly type?: string }[]
  run(feeds: Readonly<Record<string, Tensor>>, fetches: readonly string[]): Promise<Readonly<Record<string, Tensor>>>
  release(): Promise<void>
}

export interface Tensor {
  readonly type: string
  readonly data: unknown
  readonly dims: readonly number[]
}

/** Fault of the model or of the machine, in words for the person who configured it. */
export class ModelFault extends Error implements Fault {
  readonly remedy: string

  constructor(message: string, remedy: string, options?: ErrorOptions) {
    super(message, options)
    this.remedy = remedy
  }
}

export function loadRuntime(path: string): Runtime {
  try {
    const runtime = createRequire(path)(path) as Runtime
    // It would write on the standard error of a server that speaks to an agent.
    runtime.env.logLevel = 'fatal'
    return runtime
  } catch (error) {
    throw new ModelFault(
      `The ONNX runtime does not start on this machine: ${firstLine(error)}`,
      'It runs on Linux (x64, arm64), macOS (arm64) and Windows. Elsewhere configure a model behind an API instead.',
      { cause: error },
    )
  }
}

export async function openSession(runtime: Runtime, file: string, threads: number): Promise<Session> {
  try {
    return await runtime.InferenceSession.create(file, {
      executionProviders: ['cpu'],
      intraOpNumThreads: threads,
      interOpNumThreads: 1,
      // It plans memory for one shape; texts have many.
      enableMemPattern: false,
      logSeverityLevel: 4,
      // Threads that spin while they wait for the next run take the processor from everybody else.
      extra: { session: { intra_op: { allow_spinning: '0' } } },
    })
  } catch (error) {
    throw new ModelFault(
      `${file} cannot be opened as an ONNX model: ${firstLine(error)}`,
      'Download it again with "wuku models pull", or choose another variant of it.',
      { cause: error },
    )
  }
}

export const firstLine = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).split('\n')[0]?.slice(0, 300) ?? ''

/** A text as numbers, with what the model wants before and behind it. */
export interface Tokens {
  readonly ids: readonly number[]
  /** Which of two texts each belongs to. */
  readonly types: readonly number[]
}

export interface TextTokenizer {
  /** Token that fills the shorter texts of a batch. */
  readonly padId: number
  one(text: string): Tokens
  /** Tokens of a question with a text; if both are too long the text is cut first. */
  pair(query: string, text: string): Tokens
}

export async function openTokenizer(folder: string, maxTokens: number): Promise<TextTokenizer> {
  const written = await readJson(join(folder, 'tokenizer.json'))
  const config = await readJson(join(folder, 'tokenizer_config.json')).catch((error: ModelFault) => {
    if (error.cause === ABSENT) return {}
    throw error
  })
  const tokenizer = build(written, config, folder)
  // The library counts the second text as of another type; RoBERTa has only one, and its table no second row.
  const hasOneType = Object(written['post_processor']).type === 'RobertaProcessing'
  const encode = (text: string, pair?: string): Tokens => {
    const encoded = tokenizer.encode(text, { text_pair: pair ?? null, return_token_type_ids: true })
    const types = hasOneType ? undefined : encoded.token_type_ids
    return { ids: encoded.ids, types: types ?? encoded.ids.map(() => 0) }
  }
  const tail = closingTokens(tokenizer)
  const padId = padIdOf(written, config, tokenizer)
  // Some tokenizers give no token for an empty text, and no model takes that.
  const fit = (tokens: Tokens): Tokens =>
    tokens.ids.length === 0 ? { ids: [padId], types: [0] } : cutMiddle(tokens, maxTokens, tail)
  return {
    padId,
    one: (text) => fit(encode(text)),
    pair: (query, text) => fit(encode(shortened(query, maxTokens / 2, encode), text)),
  }
}

/** As the library has it; its own types do not resolve under Node's rules. */
interface Encoder {
  encode(
    text: string,
    options?: { text_pair?: string | null; add_special_tokens?: boolean; return_token_type_ids?: boolean },
  ): { readonly ids: readonly number[]; readonly token_type_ids?: readonly number[] }
  token_to_id(token: string): number | undefined
}

function build(written: object, config: object, folder: string): Encoder {
  try {
    return new Tokenizer(written, config) as Encoder
  } catch (error) {
    throw new ModelFault(`The tokenizer in ${folder} cannot be used: ${firstLine(error)}`, FETCH_AGAIN, {
      cause: error,
    })
  }
}

const FETCH_AGAIN = 'Download the model again with "wuku models pull", or choose another one.'

/** How many tokens stand behind a text, such as `[SEP]`. */
function closingTokens(tokenizer: Encoder): number {
  const bare = tokenizer.encode('a', { add_special_tokens: false }).ids
  const full = tokenizer.encode('a').ids
  const at = full.findIndex((_, start) => bare.every((id, i) => full[start + i] === id))
  return bare.length === 0 || at < 0 ? Math.max(0, full.length - 1) : full.length - at - bare.length
}

/** The end of the text goes, the tokens that close it stay. */
function cutMiddle({ ids, types }: Tokens, maxTokens: number, tail: number): Tokens {
  const cut = <T>(list: readonly T[]): readonly T[] =>
    list.length <= maxTokens ? list : [...list.slice(0, maxTokens - tail), ...list.slice(list.length - tail)]
  return { ids: cut(ids), types: cut(types) }
}

/** A question as long as a page leaves no room for the text: it is cut by its share of characters. */
function shortened(query: string, maxTokens: number, encode: (text: string) => Tokens): string {
  const { length } = encode(query).ids
  return length <= maxTokens ? query : query.slice(0, Math.floor((query.length * maxTokens) / length)).toWellFormed()
}

function padIdOf(written: Json, config: Json, tokenizer: Encoder): number {
  const { pad_id: padId } = Object(written['padding']) as { readonly pad_id?: unknown }
  if (typeof padId === 'number') return padId
  const padToken = config['pad_token']
  const content = typeof padToken === 'string' ? padToken : (Object(padToken) as { content?: unknown }).content
  return (typeof content === 'string' ? tokenizer.token_to_id(content) : undefined) ?? 0
}

type Json = Readonly<Record<string, unknown>>

const ABSENT = Symbol('absent')

async function readJson(file: string): Promise<Json> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw new ModelFault(`${file} is missing; the model needs it to read text.`, FETCH_AGAIN, {
      cause: (error as NodeJS.ErrnoException).code === 'ENOENT' ? ABSENT : error,
    })
  })
  try {
    return Object(JSON.parse(text)) as Json
  } catch (error) {
    throw new ModelFault(`${file} is not valid JSON.`, FETCH_AGAIN, { cause: error })
  }
}
