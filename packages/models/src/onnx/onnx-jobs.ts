/** Messages between a caller and the thread in which the models run. */

/** All that is needed to take up a model. */
export interface ModelSpec {
  /** Path of the runtime, as Node's `require` takes it. */
  readonly runtime: string
  /** The ONNX file. */
  readonly file: string
  /** Folder of its tokenizer and configuration. */
  readonly folder: string
  readonly pooling: Pooling
  /** The pooled vector goes through a further layer of which the ONNX file need not know. */
  readonly hasHead: boolean
  readonly maxTokens: number
  /** Threads of the processor for one run. */
  readonly threads: number
}

/** A model gives vectors of texts, or scores of a question paired with each text. */
export interface OnnxJob {
  readonly model: ModelSpec
  readonly query: string | undefined
  readonly texts: readonly string[]
}

/** `release` is the file of a model that is let go. After `end` the thread does no further run, and ends. */
export type ToWorker = OnnxJob | { readonly release: string } | 'end'

/** The rows one after the other. */
export interface Rows {
  readonly width: number
  readonly values: Float32Array
}

/** Fault of the model or the machine; repeating the request would give it again. */
export interface Fault {
  readonly message: string
  readonly remedy: string
}

export type OnnxAnswer = Rows | { readonly fault: Fault }

/** How the vectors of tokens become one vector of the text. */
export type Pooling = 'mean' | 'cls' | 'last'

export interface Prompts {
  readonly query: string
  readonly document: string
}

/** Facts that the makers of a model publish on its page and not in its files. */
interface Family {
  readonly pooling: Pooling
  readonly prompts: Prompts
}

export const familyOf = (name: string): Family | undefined => families.find(([pattern]) => pattern.test(name))?.[1]

const family = (pooling: Pooling, query = '', document = ''): Family => ({ pooling, prompts: { query, document } })

const SENTENCE = 'Represent this sentence for searching relevant passages: '

const TASK = 'Instruct: Given a web search query, retrieve relevant passages that answer the query\nQuery:'

/** The first that fits counts. */
const families: readonly (readonly [RegExp, Family])[] = [
  [/\be5-.*instruct/i, family('mean', `${TASK} `)],
  [/\be5-(small|base|large)/i, family('mean', 'query: ', 'passage: ')],
  [/\bbge-(small|base|large)-en/i, family('cls', SENTENCE)],
  [/\bbge-(small|base|large)-zh/i, family('cls', '为这个句子生成表示以用于检索相关文章：')],
  [/\bbge-m3/i, family('cls')],
  [/\bmxbai-embed/i, family('cls', SENTENCE)],
  [/\bsnowflake-arctic-embed-.*v2/i, family('cls', 'query: ')],
  [/\bsnowflake-arctic-embed/i, family('cls', SENTENCE)],
  [/\bnomic-embed-text/i, family('mean', 'search_query: ', 'search_document: ')],
  [/\bgte-((base|large)-en|multilingual)/i, family('cls')],
  [/\bqwen3-embedding/i, family('last', TASK)],
  [/\bembeddinggemma/i, family('mean', 'task: search result | query: ', 'title: none | text: ')],
]
