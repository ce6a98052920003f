import { describe, expect, it } from 'vitest'
import { openEmbedder } from '../src/embedder.ts'
import { openGenerator } from '../src/generator.ts'
import { openReranker } from '../src/rerank-http.ts'
import { blank } from './embedder-house.ts'

interface Way {
  readonly url: string
  readonly key: string
  readonly insecure?: boolean
}

const openers: Readonly<Record<string, (way: Way) => unknown>> = {
  'the embedding model': ({ key, ...way }) => openEmbedder({ ...blank, ...way, provider: 'openai', key: () => key }),
  'the embedding model of Gemini': ({ key, ...way }) =>
    openEmbedder({ ...blank, ...way, provider: 'gemini', key: () => key }),
  'the language model': ({ key, ...way }) => openGenerator({ ...blank, ...way, provider: 'openai', key: () => key }),
  'the language model of Gemini': ({ key, ...way }) =>
    openGenerator({ ...blank, ...way, provider: 'gemini', key: () => key }),
  'the reranker': ({ key, ...way }) => openReranker({ ...blank, ...way, provider: 'cohere', key: () => key }),
}

describe.each(Object.entries(openers))('the key of %s', (_, open) => {
  it.each<[says: string, way: Way, isRefused: boolean]>([
    ['another machine over http:', { url: 'http://models.example:8080/v1', key: 'not-a-real-key' }, true],
    ['an address of the network over http:', { url: 'http://192.0.2.7/v1', key: 'not-a-real-key' }, true],
    ['a name that begins like this machine', { url: 'http://localhost.example/v1', key: 'not-a-real-key' }, true],
    [
      'another machine where settings allow it',
      { url: 'http://192.0.2.7/v1', key: 'not-a-real-key', insecure: true },
      false,
    ],
    ['another machine over https:', { url: 'https://models.example/v1', key: 'not-a-real-key' }, false],
    ['this machine', { url: 'http://127.0.0.1:11434/v1', key: 'not-a-real-key' }, false],
    ['this machine by IPv6', { url: 'http://[::1]:11434/v1', key: 'not-a-real-key' }, false],
    ['another machine without a key', { url: 'http://192.0.2.7/v1', key: '' }, false],
  ])('to %s', (_says, way, isRefused) => {
    const opening = (): unknown => open(way)
    if (!isRefused) return expect(opening()).toBeDefined()
    expect(opening).toThrow(
      expect.objectContaining({ code: 'usage', remedy: expect.stringContaining('models.insecure') }),
    )
    expect(opening).toThrow(expect.not.objectContaining({ message: expect.stringContaining(way.key) }))
  })
})
