import { describe, expect, it } from 'vitest'
import type { EmbedRequest } from '@wuku/core/ports/embedder'
import { KEY, openEmbeddings, sends } from './embedder-house.ts'
import { answers } from './model-server.ts'

describe('a question to Gemini', () => {
  it('is asked as the protocol has it', async () => {
    const { asked, embed } = await openEmbeddings('gemini', [sends('gemini', [0.5, -0.25, 1])], { path: '' })
    expect(await embed(undefined, { subject: 'code' })).toEqual([Float32Array.of(0.5, -0.25, 1)])
    expect(asked).toEqual([
      {
        path: '/v1beta/models/tide-embedding-2:embedContent',
        headers: expect.objectContaining({ 'x-goog-api-key': KEY, 'content-type': 'application/json' }),
        body: {
          model: 'models/tide-embedding-2',
          content: { parts: [{ text: 'task: code retrieval | query: 潮汐?' }] },
          output_dimensionality: 3,
        },
      },
    ])
  })

  const plain = { content: { parts: [{ text: 'a' }] } }
  const code = { purpose: 'query', subject: 'code' } as const
  it.each<[model: string, request: Partial<EmbedRequest>, expected: object]>([
    ['gemini-embedding-2', { purpose: 'document' }, { content: { parts: [{ text: 'title: none | text: a' }] } }],
    ['gemini-embedding-2', {}, { content: { parts: [{ text: 'task: search result | query: a' }] } }],
    ['gemini-embedding-001', code, { ...plain, taskType: 'CODE_RETRIEVAL_QUERY' }],
    ['gemini-embedding-001', { subject: 'text' }, { ...plain, taskType: 'RETRIEVAL_QUERY' }],
    ['models/text-embedding-004', { purpose: 'document' }, { ...plain, taskType: 'RETRIEVAL_DOCUMENT' }],
    [
      'models/text-embedding-004',
      { purpose: 'document', subject: 'code' },
      { ...plain, taskType: 'RETRIEVAL_DOCUMENT' },
    ],
  ])('tells %s of %j', async (model, request, expected) => {
    const { asked, embed } = await openEmbeddings('gemini', [sends('gemini', [1, 2, 3])], { settings: { model } })
    await embed(['a'], request)
    expect(asked[0]?.body).toEqual({
      model: `models/${model.replace('models/', '')}`,
      output_dimensionality: 3,
      ...expected,
    })
  })

  it.each<[path: string, base: string]>([
    ['', '/v1beta'],
    ['/', '/v1beta'],
    ['/v1beta', '/v1beta'],
    ['/v1beta/', '/v1beta'],
    ['/v1', '/v1'],
    ['/gemini', '/gemini/v1beta'],
    ['/gemini/v1beta//', '/gemini/v1beta'],
    ['/gemini?key=x#y', '/gemini/v1beta'],
  ])('goes to a proxy at "%s" under %s', async (path, base) => {
    const { asked, origin, embedder, embed } = await openEmbeddings('gemini', [sends('gemini', [1, 2, 3])], { path })
    await embed()
    expect(asked[0]?.path).toBe(`${base}/models/tide-embedding-2:embedContent`)
    expect(embedder.describe()).toMatchObject({ baseUrl: origin + base, endpoint: origin + asked[0]?.path })
  })

  it('may be answered as if it had been several', async () => {
    const { embed } = await openEmbeddings('gemini', [answers(200, { embeddings: [{ values: [1, 2, 3] }] })])
    expect(await embed()).toEqual([Float32Array.of(1, 2, 3)])
  })

  it('is not sent without a key', async () => {
    const { asked, embed } = await openEmbeddings('gemini', [sends('gemini', [1])], { settings: { key: () => '' } })
    await expect(embed()).rejects.toMatchObject({
      failure: { kind: 'key' },
      remedy: expect.stringMatching(/GEMINI_API_KEY/),
    })
    expect(asked).toEqual([])
  })
})
