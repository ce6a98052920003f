import { hash } from 'node:crypto'
import { msg } from '@wuku/messages/models'
import type { Generated } from '@wuku/core/ports/generator'
import { failed, voiceOf } from './model-failures.ts'

/** Words before a text. Models were trained with these words, and place questions badly without them. */
export interface Prompts {
  readonly query: string
  /** Words for a question about code, if the model makes a difference. */
  readonly code: string
  readonly document: string
}

interface KnownModel {
  readonly name: RegExp
  /** Most that it reads of a text. */
  readonly tokens: number
  readonly query?: string
  readonly code?: string
  readonly document?: string
}

const PASSAGES = 'Represent this sentence for searching relevant passages: '
const task = (words: string, end: string): string => `Instruct: ${words}\nQuery:${end}`
const WEB = 'Given a web search query, retrieve relevant passages that answer the query'
const CODE = 'Given a question about a code base, retrieve the code that answers it'
const googles = {
  query: 'task: search result | query: ',
  code: 'task: code retrieval | query: ',
  document: 'title: none | text: ',
}

/** By the names that they have with their makers, on model hubs and in local servers; the first that fits. From their model cards. */
const knownModels: readonly KnownModel[] = [
  { name: /gemini-embedding-00\d|text-embedding-00\d|^embedding-00\d/, tokens: 2_048 },
  { name: /gemini-embedding/, tokens: 8_192, ...googles },
  { name: /embedding-?gemma/, tokens: 2_048, ...googles },
  { name: /text-embedding-(?:3|ada)/, tokens: 8_191 },
  { name: /qwen3-(?:vl-)?embedding/, tokens: 32_768, query: task(WEB, ''), code: task(CODE, '') },
  { name: /gte-qwen/, tokens: 32_768, query: task(WEB, ' ') },
  { name: /(?:e5|sfr-embedding|linq-embed).*mistral/, tokens: 4_096, query: task(WEB, ' ') },
  { name: /\be5-.*instruct/, tokens: 512, query: task(WEB, ' ') },
  { name: /\be5\b/, tokens: 512, query: 'query: ', document: 'passage: ' },
  { name: /nomic-embed-code/, tokens: 32_768, query: 'Represent this query for searching relevant code: ' },
  { name: /nomic-embed/, tokens: 2_048, query: 'search_query: ', document: 'search_document: ' },
  { name: /bge-m3/, tokens: 8_192 },
  { name: /bge-(?:small|base|large)-zh/, tokens: 512, query: '为这个句子生成表示以用于检索相关文章：' },
  { name: /bge-(?:small|base|large)(?:-en)?/, tokens: 512, query: PASSAGES },
  { name: /arctic-embed(?:2|.*v2)/, tokens: 8_192, query: 'query: ' },
  { name: /arctic-embed/, tokens: 512, query: PASSAGES },
  { name: /mxbai-embed-de/, tokens: 512, query: 'query: ', document: 'passage: ' },
  { name: /mxbai-embed|uae-large/, tokens: 512, query: PASSAGES },
  {
    name: /jina-code-embeddings/,
    tokens: 32_768,
    query: 'Find the most relevant code snippet given the following query:\n',
    document: 'Candidate code snippet:\n',
  },
  {
    name: /jina-embeddings-v3/,
    tokens: 8_192,
    query: 'Represent the query for retrieving evidence documents: ',
    document: 'Represent the document for retrieval: ',
  },
  { name: /jina-embeddings-v4/, tokens: 32_768, query: 'Query: ', document: 'Passage: ' },
  { name: /jina-embeddings-v5/, tokens: 32_768, query: 'Query: ', document: 'Document: ' },
  {
    name: /^voyage-/,
    tokens: 32_000,
    query: 'Represent the query for retrieving supporting documents: ',
    document: 'Represent the document for retrieval: ',
  },
]

/** Limit for an unknown model; most read as much or more, and servers cut or say so. */
const UNKNOWN_TOKENS = 8_192
/** English has about four a token; of other languages less is read, and the server cuts it. */
const CHARS_A_TOKEN = 4

/** Habits of a model by its name; unknown ones get those of `like`. */
export function habitsOf(model: string, like = '') {
  const known = knownAs(bareName(model)) ?? knownAs(like)
  const { query = '', code = query, document = '', tokens = UNKNOWN_TOKENS } = known ?? {}
  return { prompts: { query, code, document }, longestText: tokens * CHARS_A_TOKEN }
}

const knownAs = (name: string) => knownModels.find((known) => known.name.test(name.toLowerCase().replaceAll('_', '-')))

/** The bare name in `BAAI/bge-m3:latest`, as hubs and local servers write it. */
const bareName = (model: string): string => model.slice(model.lastIndexOf('/') + 1).replace(/:.*$/, '')

/** One word for the way in which texts are put. */
export function queryStyleOf({ prompts, more }: { readonly prompts: Prompts; readonly more?: string }): string {
  const { query, code, document } = prompts
  const words = [query, code, document, more ?? '']
  return words.every((word) => word === '') ? 'plain' : hash('sha256', JSON.stringify(words), 'hex').slice(0, 12)
}

export const { refusedBy, silence } = voiceOf({
  called: 'language model',
  url: 'models.generator.url',
  keys: 'WUKU_GENERATOR_KEY or models.generator.key',
  whenSlow: 'Ask again with a lower "reasoning_effort", or choose a faster model with "model".',
  whenLong: 'Ask for less, or check models.generator.url.',
  whenRefused: 'Correct what the message names, or choose another model with "model".',
})

/** An answer without words is none. */
export function requireText(generated: Generated, refusal?: string | null): Generated {
  if (generated.text.trim() !== '') return generated
  throw failed(
    refusal
      ? msg('languageModelRefused', { refusal: refusal.slice(0, 300) })
      : 'The language model returned an empty answer.',
    'Ask in other words, or choose another model with "model".',
  )
}
