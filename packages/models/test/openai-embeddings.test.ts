import { describe, expect, it } from 'vitest'
import { KEY, openEmbeddings, sends } from './embedder-house.ts'
import { answers } from './model-server.ts'

describe('a question to a server that speaks as OpenAI does', () => {
  it('is asked as the protocol has it, all texts at once', async () => {
    const { asked, embed } = await openEmbeddings('openai', [sends('openai', [1, 0, 0], [0, 1, 0])], {
      path: '/v1/?api-version=2',
    })
    expect(await embed(['a', '👩‍👩‍👧'])).toEqual([Float32Array.of(1, 0, 0), Float32Array.of(0, 1, 0)])
    expect(asked).toEqual([
      {
        path: '/v1/embeddings?api-version=2',
        headers: expect.objectContaining({ authorization: `Bearer ${KEY}` }),
        body: { model: 'tide-embedding-2', input: ['a', '👩‍👩‍👧'], dimensions: 3, encoding_format: 'base64' },
      },
    ])
  })

  it('may be answered out of order', async () => {
    const data = [
      { index: 1, embedding: [0, 1, 0] },
      { index: 0, embedding: [1, 0, 0] },
    ]
    const { embed } = await openEmbeddings('openai', [answers(200, { data })])
    expect(await embed(['a', 'b'])).toEqual([Float32Array.of(1, 0, 0), Float32Array.of(0, 1, 0)])
  })

  it('names no dimensions and carries no key when none are set', async () => {
    const settings = { dimensions: '', key: () => '' }
    const { asked, embedder, embed } = await openEmbeddings('openai', [sends('openai', [1, 2])], { settings })
    expect(await embed()).toEqual([Float32Array.of(1, 2)])
    expect(asked[0]).toMatchObject({ headers: expect.not.objectContaining({ authorization: expect.anything() }) })
    expect(asked[0]?.body).not.toHaveProperty('dimensions')
    expect(embedder.describe()).toMatchObject({ dimensions: undefined, hasApiKey: false, authMode: 'bearer' })
  })

  it('is not asked about nothing', async () => {
    const { asked, embed } = await openEmbeddings('openai', [sends('openai')])
    expect([await embed([]), asked]).toEqual([[], []])
  })
})

it.each<[says: string, data: readonly object[], message: RegExp]>([
  ['too few', [{ index: 0, embedding: [1, 2, 3] }], /1 vectors for 2 texts/],
  ['too many', [0, 1, 2].map((index) => ({ index, embedding: [1, 2, 3] })), /3 vectors for 2 texts/],
  ['two of one text', [0, 0].map((index) => ({ index, embedding: [1, 2, 3] })), /which text/],
  ['of different sizes', [{ embedding: [1, 2, 3] }, { embedding: [1, 2] }], /2 dimensions, but 3/],
])('vectors that belong to no text: %s', async (_says, data, message) => {
  const { embed } = await openEmbeddings('openai', [answers(200, { data })], { settings: { dimensions: '' } })
  await expect(embed(['a', 'b'])).rejects.toMatchObject({
    code: 'model-failed',
    message: expect.stringMatching(message),
  })
})
