import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Tokenizer } from '@huggingface/tokenizers'
import { firstLine, ModelFault } from './native.ts'

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
  const padId = padIdOf({ written, config, tokenizer })
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
    options?: EncodeOptions,
  ): { readonly ids: readonly number[]; readonly token_type_ids?: readonly number[] }
  token_to_id(token: string): number | undefined
}

interface EncodeOptions {
  readonly text_pair?: string | null
  readonly add_special_tokens?: boolean
  readonly return_token_type_ids?: boolean
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

interface Written {
  readonly written: Json
  readonly config: Json
  readonly tokenizer: Encoder
}

function padIdOf({ written, config, tokenizer }: Written): number {
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
