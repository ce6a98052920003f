import { describe, expect, it } from 'vitest'
import { habitsOf, queryStyleOf } from '../src/prompts.ts'

describe('the words that a model was taught with', () => {
  const passages = 'Represent this sentence for searching relevant passages: '
  it.each<[model: string, query: string, document: string, tokens: number]>([
    ['text-embedding-3-small', '', '', 8_191],
    ['intfloat/multilingual-e5-small', 'query: ', 'passage: ', 512],
    ['multilingual_e5_large', 'query: ', 'passage: ', 512],
    [
      'intfloat/multilingual-e5-large-instruct',
      'Instruct: Given a web search query, retrieve relevant passages that answer the query\nQuery: ',
      '',
      512,
    ],
    ['nomic-embed-text:latest', 'search_query: ', 'search_document: ', 2_048],
    ['nomic-ai/nomic-embed-text-v2-moe', 'search_query: ', 'search_document: ', 2_048],
    ['text-embedding-nomic-embed-text-v1.5', 'search_query: ', 'search_document: ', 2_048],
    ['BAAI/bge-small-en-v1.5', passages, '', 512],
    ['bge-large', passages, '', 512],
    ['BAAI/bge-base-zh-v1.5', '为这个句子生成表示以用于检索相关文章：', '', 512],
    ['bge-m3:567m', '', '', 8_192],
    [
      'Qwen/Qwen3-Embedding-0.6B',
      'Instruct: Given a web search query, retrieve relevant passages that answer the query\nQuery:',
      '',
      32_768,
    ],
    ['embeddinggemma:300m', 'task: search result | query: ', 'title: none | text: ', 2_048],
    ['google/embeddinggemma-300m', 'task: search result | query: ', 'title: none | text: ', 2_048],
    ['Snowflake/snowflake-arctic-embed-m', passages, '', 512],
    ['Snowflake/snowflake-arctic-embed-l-v2.0', 'query: ', '', 8_192],
    ['snowflake-arctic-embed2', 'query: ', '', 8_192],
    ['mixedbread-ai/mxbai-embed-large-v1', passages, '', 512],
    [
      'jinaai/jina-embeddings-v3',
      'Represent the query for retrieving evidence documents: ',
      'Represent the document for retrieval: ',
      8_192,
    ],
    ['a-model-that-nobody-knows', '', '', 8_192],
  ])('%s', (model, query, document, tokens) =>
    expect(habitsOf(model)).toMatchObject({ prompts: { query, document }, longestText: tokens * 4 }),
  )

  it('tell code from text where it knows the difference', () => {
    expect(habitsOf('embeddinggemma').prompts.code).toBe('task: code retrieval | query: ')
    expect(habitsOf('qwen3-embedding:0.6b').prompts.code).toMatch(/^Instruct: .*code.*\nQuery:$/)
    expect(habitsOf('e5-small-v2').prompts.code).toBe('query: ')
  })

  it('are those of its kin where the provider says so', () =>
    expect(habitsOf('tide-2', 'gemini-embedding-2')).toEqual(habitsOf('gemini-embedding-2')))
})

it('a manner is another word for other prompts', () => {
  const models = ['a', 'e5-small', 'embeddinggemma', 'bge-small-en', 'nomic-embed-text']
  const manners = models.map((model) => queryStyleOf(habitsOf(model)))
  expect(new Set(manners).size).toBe(models.length)
  expect(manners[0]).toBe('plain')
  expect(queryStyleOf({ ...habitsOf('a'), more: 'taskType' })).not.toBe('plain')
})
