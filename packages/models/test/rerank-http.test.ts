import { array, assert, asyncProperty, integer } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { openReranker, type RerankerSettings } from '../src/rerank-http.ts'
import type { TimeoutOptions } from '../src/post.ts'
import type { RerankRequest } from '@wuku/core/ports/reranker'
import { whole } from './embedder-house.ts'
import { answers, error, openModelServer, type Reply } from './model-server.ts'
import { runs } from '../../../test/scale.ts'

const KEY = 'not-a/real+key=0123456789'

async function open(
  replies: readonly Reply[],
  { path = '/v1', timeout: patience, ...settings }: Partial<RerankerSettings> & TimeoutOptions & { path?: string } = {},
) {
  const server = await openModelServer(...replies)
  const pauses: number[] = []
  const pause = async (milliseconds: number): Promise<void> => void pauses.push(milliseconds)
  const url = new URL(server.url).origin + path
  const reranker = openReranker(
    { provider: 'cohere', url, model: 'tide-rerank-1', key: () => KEY, ...settings },
    { pause, chance: () => 1, ...(patience !== undefined && { timeout: patience }) },
  )
  if (!reranker) throw new Error('There is no reranker.')
  return {
    ...server,
    pauses,
    reranker,
    rerank: (texts: readonly string[] = ['ebb', 'flood'], more: Partial<RerankRequest> = {}) =>
      reranker.rerank({ query: '潮汐?', texts, signal: new AbortController().signal, ...more }),
  }
}

const results = (...scores: readonly unknown[]): object => ({
  id: 'x',
  results: scores.map((relevance_score, index) => ({ index, relevance_score })),
  meta: { billed_units: { search_units: 1 } },
})
const good = answers(200, results(0.1, 0.9))

describe('a question', () => {
  const documents = { model: 'tide-rerank-1', query: '潮汐?', documents: ['ebb', 'flood'] }
  const tei = { query: '潮汐?', texts: ['ebb', 'flood'], raw_scores: false, truncate: true }
  it.each<[settings: Partial<RerankerSettings>, body: object]>([
    [{ provider: 'cohere' }, documents],
    [{ provider: 'jina' }, { ...documents, return_documents: false }],
    [{ provider: 'tei', model: '' }, tei],
    [{ provider: 'tei' }, { ...tei, model: 'tide-rerank-1' }],
  ])('is asked as %j has it', async (settings, body) => {
    const { asked, rerank } = await open([good], settings)
    expect(await rerank()).toEqual([0.1, 0.9])
    expect(asked).toEqual([
      { path: '/v1/rerank', headers: expect.objectContaining({ authorization: `Bearer ${KEY}` }), body },
    ])
  })

  it.each<[written: string, path: string]>([
    ['', '/rerank'],
    ['/', '/rerank'],
    ['/v2/', '/v2/rerank'],
    ['/v1/rerank', '/v1/rerank'],
    ['/v1/rerank/?a=b', '/v1/rerank?a=b'],
  ])('goes to "%s" under %s', async (written, path) => {
    const { asked, rerank } = await open([good], { path: written, key: () => '' })
    await rerank()
    expect(asked).toMatchObject([{ path, headers: expect.not.objectContaining({ authorization: expect.anything() }) }])
  })

  it('is not asked about nothing', async () => {
    const { asked, rerank } = await open([good])
    expect([await rerank([]), asked]).toEqual([[], []])
  })
})

describe('an answer', () => {
  it.each<[says: string, body: unknown, scores: readonly number[]]>([
    ['by score, as all send it', { results: [one(1, 0.9), one(0, -3)] }, [-3, 0.9]],
    [
      'of Text Embeddings Inference',
      [
        { index: 1, score: 0.9 },
        { index: 0, score: 1e-9 },
      ],
      [1e-9, 0.9],
    ],
    ['of Voyage', { object: 'list', data: [one(1, 0.9), one(0, 0.5)] }, [0.5, 0.9]],
    ['with the texts', { results: [0, 1].map((index) => ({ ...one(index, index), document: { text: 'x' } })) }, [0, 1]],
  ])('%s', async (_says, body, scores) => {
    const { reranker, rerank } = await open([answers(200, body)])
    expect(await rerank()).toEqual(scores)
    expect(reranker).toMatchObject({ model: 'tide-rerank-1', isLocal: false })
  })

  it.each<[says: string, body: unknown, message: RegExp]>([
    ['too few', { results: [one(0, 1)] }, /1 scores for 2 texts/],
    ['too many', results(1, 2, 3), /3 scores for 2 texts/],
    ['two of one text', { results: [one(0, 1), one(0, 2)] }, /which score/],
    ['of a text that was not asked', { results: [one(0, 1), one(2, 2)] }, /which score/],
    ['without an index', { results: [{ relevance_score: 1 }, { relevance_score: 2 }] }, /not a number/],
    ['with a negative index', { results: [one(0, 1), one(-1, 2)] }, /no text/],
    ['null', results(1, null), /not a number/],
    ['NaN, as Python writes it', '{"results":[{"index":0,"relevance_score":NaN}]}', /other than scores/],
    ['words', results(1, '0.5'), /not a number/],
    ['the answer of another protocol', { choices: [] }, /other than scores/],
    ['cut JSON', '{"results":[{"index":0,"rel', /other than scores/],
    ['a page', '<html>Log in</html>', /other than scores/],
    ['more than anybody can read', `"${'x'.repeat(5_000_000)}"`, /more than 4194304 bytes/],
  ])('that is none: %s', async (_says, body, message) => {
    const { rerank } = await open([answers(200, body)])
    await expect(rerank()).rejects.toMatchObject({ code: 'model-failed', message: expect.stringMatching(message) })
  })
})

function one(index: number, relevance_score: number): object {
  return { index, relevance_score }
}

const scoreNumbers: Reply = (response, asked) => {
  const texts = asked.body['documents'] as readonly string[]
  const found = texts.map((text, index) => one(index, Number(text)))
  answers(200, { results: found.toReversed() })(response, asked)
}

it('any number of texts has its scores in order', () =>
  assert(
    asyncProperty(array(integer(), { maxLength: 250 }), async (numbers) => {
      const { rerank } = await open([scoreNumbers])
      expect(await rerank(numbers.map(String))).toEqual(numbers)
    }),
    { numRuns: runs(10) },
  ))

describe('a server that takes less', () => {
  const most =
    (count: number, status: number, said: string): Reply =>
    (response, asked) => {
      const many = (asked.body['documents'] as readonly string[]).length > count
      return (many ? answers(status, { error: said, error_type: 'Validation' }) : scoreNumbers)(response, asked)
    }
  it.each<[says: string, reply: Reply]>([
    ['in a batch', most(16, 413, 'batch size 40 > maximum allowed batch size 16')],
    ['by its own status', most(10, 422, 'batch size 40 > maximum allowed batch size 10')],
    ['by its bytes', most(20, 413, 'Payload too large')],
  ])('%s is asked for less, and for no more later', async (_says, reply) => {
    const { asked, rerank } = await open([reply])
    const numbers = Array.from({ length: 40 }, (_, at) => at)
    expect(await rerank(numbers.map(String))).toEqual(numbers)
    const before = asked.length
    expect(await rerank(numbers.map(String))).toEqual(numbers)
    expect(asked.length - before).toBeLessThan(before)
  })
})

describe('a server that says no', () => {
  const busy = answers(429, error('Rate limit'), { 'retry-after': '3' })
  it.each<[says: string, replies: readonly Reply[], message: RegExp, remedy: RegExp, asked: number]>([
    ['to the key', [answers(401, { detail: `Bad key ${KEY}` })], /401: Bad key \[key\]/, /WUKU_RERANKER_KEY/, 1],
    ['to the address', [answers(404, '')], /404\./, /models\.reranker\.url/, 1],
    ['to the request', [answers(400, { message: 'unknown model' })], /unknown model/, /models\.reranker\.model/, 1],
    ['three times', [busy], /Rate limit/, /again later/, 3],
    ['for an hour', [answers(429, '', { 'retry-after': '3600' })], /429/, /again later/, 1],
    ['and breaks', [answers(500, error('boom'))], /boom/, /on the server/, 3],
    ['by pointing elsewhere', [answers(307, '', { location: 'http://example.invalid/' })], /307/, /new address/, 1],
    ['by hanging up', [(response) => void response.destroy()], /cannot be reached/, /server runs/, 3],
  ])('%s', async (...[, replies, message, remedy, times]) => {
    const { asked, rerank } = await open(replies)
    const thrown = await rerank().then(String, (each: unknown) => each)
    expect(thrown).toMatchObject({
      code: 'model-failed',
      message: expect.stringMatching(message),
      remedy: expect.stringMatching(remedy),
    })
    expect(asked).toHaveLength(times)
    expect(whole(thrown)).not.toContain('0123456789')
  })

  it('and then yes, is heard', async () => {
    const { pauses, rerank } = await open([busy, answers(503, ''), good])
    expect([await rerank(), pauses]).toEqual([
      [0.1, 0.9],
      [3_000, 2_000],
    ])
  })

  it('nothing is waited for no longer than there is time', async () => {
    const { rerank } = await open([() => {}], { timeout: 50 })
    await expect(rerank()).rejects.toMatchObject({ message: expect.stringMatching(/within 0\.05 seconds/) })
  })

  it('nothing is not waited for once the caller has gone', async () => {
    const { rerank } = await open([() => {}])
    await expect(rerank(['a'], { signal: AbortSignal.timeout(20) })).rejects.toMatchObject({ code: 'cancelled' })
  })
})

describe('settings', () => {
  const base = { provider: 'cohere', url: 'http://127.0.0.1:1', model: 'm', key: () => '' }
  it.each<Partial<RerankerSettings>>([{ provider: '' }, { url: '' }, { model: '' }])('%j set up nothing', (settings) =>
    expect(openReranker({ ...base, ...settings })).toBeUndefined(),
  )

  const secret = 'hidden-word'
  it.each<Partial<RerankerSettings>>([
    { provider: secret },
    { provider: 'toString' },
    { url: secret },
    { url: `https://me:${secret}@example.com` },
    { key: () => `${secret}\r\nx: y` },
  ])('%j cannot be used', (settings) => {
    const opened = () => openReranker({ ...base, ...settings })
    expect(opened).toThrow(expect.objectContaining({ code: 'usage', message: expect.not.stringContaining(secret) }))
  })
})
