import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { describe, expect, it } from 'vitest'
import { openEmbedder, type EmbedderSettings } from '../src/embedder.ts'
import type { EmbedFailureKind } from '@wuku/core/ports/embedder'
import { blank, KEY, openEmbeddings, providers, sends, whole } from './embedder-house.ts'
import { answers, error, openModelServer, type Reply } from './model-server.ts'

describe('the key', () => {
  for (const provider of providers)
    it.each<[auth: string, keyName: string, header: string | undefined, value: string, path: RegExp]>([
      ['x-goog-api-key', '', 'x-goog-api-key', KEY, /^[^?]*$/],
      ['x-goog-api-key', 'api-key', 'api-key', KEY, /^[^?]*$/],
      ['bearer', '', 'authorization', `Bearer ${KEY}`, /^[^?]*$/],
      ['query', '', undefined, '', /\?key=not-a%2Freal%2Bkey%3D0123456789$/],
      ['query', 'token', undefined, '', /\?token=not-a%2Freal%2Bkey%3D0123456789$/],
    ])(`goes to ${provider} by %s %s`, async (...[auth, keyName, header, value, path]) => {
      const { asked, embedder, embed } = await openEmbeddings(provider, [sends(provider, [1, 2, 3])], {
        settings: { auth, keyName },
      })
      await embed()
      expect(asked[0]?.path).toMatch(path)
      const holders = Object.entries(asked[0]?.headers ?? {}).filter(([, held]) => String(held).includes(KEY))
      expect(holders).toEqual(header === undefined ? [] : [[header, value]])
      expect(JSON.stringify(asked[0]?.body)).not.toContain(KEY)
      expect(whole(embedder.describe())).not.toContain('0123456789')
    })

  it('does not follow to where a server points', async () => {
    const other = await openModelServer(sends('gemini', [1, 2, 3]))
    for (const provider of providers)
      for (const auth of ['x-goog-api-key', 'bearer', 'query']) {
        const redirect = answers(307, '', { location: `${other.url}/?key=${encodeURIComponent(KEY)}` })
        const { asked, embed } = await openEmbeddings(provider, [redirect], { settings: { auth } })
        const thrown = await embed().then(String, (each: unknown) => each)
        expect(thrown).toMatchObject({ failure: { kind: 'moved', status: 307 } })
        expect(whole(thrown)).not.toContain('0123456789')
        expect(asked).toHaveLength(1)
      }
    expect(other.asked).toEqual([])
  })
})

describe.each(providers)('what %s says instead of vectors', (provider) => {
  const busy = answers(429, error('Resource has been exhausted', { status: 'RESOURCE_EXHAUSTED' }), {
    'retry-after': '7',
  })
  const bad = (...values: readonly unknown[]): Reply => sends(provider, [...values])
  it.each<
    [says: string, reply: Reply, kind: EmbedFailureKind, status: number | undefined, message: RegExp, asked: number]
  >([
    ['no to the key', answers(401, error('Invalid credentials')), 'key', 401, /Invalid credentials/, 1],
    ['no to who asks', answers(403, error('PERMISSION_DENIED')), 'key', 403, /./, 1],
    ['no to the key, as Google does', answers(400, error('API key not valid.')), 'key', 400, /not valid/, 1],
    ['no to the key, in a list', answers(400, [error('API key expired.')]), 'key', 400, /expired/, 1],
    ['no to the model', answers(404, error('models/tide is not found for v1beta')), 'not_found', 404, /v1beta/, 1],
    ['no to the request', answers(400, error('output_dimensionality')), 'refused', 400, /output_dim/, 1],
    ['no to its length', answers(413, 'too large'), 'refused', 413, /too large/, 1],
    ['wait', busy, 'busy', 429, /exhausted/, 3],
    ['wait for an hour', answers(429, '', { 'retry-after': '3600' }), 'busy', 429, /429\.$/, 1],
    ['too early', answers(425, ''), 'busy', 425, /425/, 3],
    ['that it waited', answers(408, ''), 'busy', 408, /408/, 3],
    ['that another was there', answers(409, ''), 'busy', 409, /409/, 3],
    ['that it is away', answers(503, 'upstream is away'), 'busy', 503, /away/, 3],
    ['that it broke', answers(500, error('boom\n\u001B[31mred')), 'server', 500, /boom \[31mred$/, 3],
    ['the page of a proxy', answers(502, '<html><h1>Bad gateway</h1></html>'), 'server', 502, /502\.$/, 3],
    ['nothing at all', answers(204, ''), 'not_embeddings', 204, /204/, 1],
    [
      'something that is not JSON',
      answers(200, 'hello'),
      'not_embeddings',
      undefined,
      /not one of an embedding model/,
      1,
    ],
    ['a page for a login', answers(200, '<html>'), 'not_embeddings', undefined, /not one of an embedding model/, 1],
    [
      'the answer of another protocol',
      answers(200, { choices: [] }),
      'not_embeddings',
      undefined,
      /not one of an embedding model/,
      1,
    ],
    ['null', answers(200, 'null'), 'not_embeddings', undefined, /not one of an embedding model/, 1],
    ['NaN, as Python writes it', answers(200, '{"embedding":{"values":[NaN]}}'), 'not_embeddings', undefined, /not/, 1],
    ['too few numbers', bad(1, 2), 'dimensions', undefined, /2 dimensions, but 3 are set/, 1],
    ['too many numbers', bad(1, 2, 3, 4), 'dimensions', undefined, /4 dimensions, but 3/, 1],
    ['no numbers', bad(), 'not_embeddings', undefined, /other than numbers/, 1],
    ['null among them', bad(1, null, 3), 'not_embeddings', undefined, /other than numbers/, 1],
    ['words among them', bad(1, '2', 3), 'not_embeddings', undefined, /other than numbers/, 1],
    ['more than a float can hold', bad(1, 1e300, 3), 'not_embeddings', undefined, /other than numbers/, 1],
    [
      'more than anybody can read',
      answers(200, `"${'x'.repeat(5_000_000)}"`),
      'not_embeddings',
      undefined,
      /4194304/,
      1,
    ],
  ])('%s', async (...[, reply, kind, status, message, times]) => {
    const { asked, embed } = await openEmbeddings(provider, [reply])
    const thrown = await embed().then(String, (each: unknown) => each)
    expect(thrown).toMatchObject({
      code: 'model-failed',
      message: expect.stringMatching(message),
      remedy: expect.stringMatching(/models\.embedder|again later/),
      failure: { kind },
    })
    expect((thrown as { failure: { status?: number } }).failure.status).toBe(status)
    expect(asked).toHaveLength(times)
  })

  it.each<[says: string, body: unknown]>([
    ['as it is', error(`Bad key ${KEY}!`)],
    ['in an address', error(`POST /x?key=${encodeURIComponent(KEY)}`)],
    ['in small letters', error(`POST /x?key=${encodeURIComponent(KEY).toLowerCase()}`)],
    ['in Base64', error(Buffer.from(`Bearer ${KEY}`).toString('base64'))],
    ['behind much air', `${' '.repeat(9_990)}${KEY}`],
  ])('tells nobody the key that it repeats %s', async (_says, body) => {
    for (const status of [401, 500, 200]) {
      const { embed } = await openEmbeddings(provider, [answers(status, body)])
      const thrown = await embed().then(String, (each: unknown) => each)
      const told = whole(thrown)
      expect(told).toContain(status === 200 && typeof body === 'object' ? 'not one of an embedding model' : '[key]')
      for (const form of [KEY, encodeURIComponent(KEY), '0123456789', Buffer.from(KEY.slice(2, 20)).toString('base64')])
        expect(told).not.toContain(form)
    }
  })

  it('is heard once it is ready again', async () => {
    const { asked, pauses, embed } = await openEmbeddings(provider, [
      busy,
      answers(500, ''),
      sends(provider, [1, 2, 3]),
    ])
    expect(await embed()).toHaveLength(1)
    expect([asked.length, pauses]).toEqual([3, [7_000, 2_000]])
  })

  it('is waited for no longer than there is time', async () => {
    const { embed } = await openEmbeddings(provider, [() => {}], { patience: 50 })
    await expect(embed()).rejects.toMatchObject({
      failure: { kind: 'timeout' },
      message: expect.stringMatching(/within 0\.05 seconds/),
    })
  })

  it('is not waited for once the caller has gone', async () => {
    const { embed } = await openEmbeddings(provider, [() => {}])
    await expect(embed(['a'], { signal: AbortSignal.timeout(20) })).rejects.toMatchObject({ code: 'cancelled' })
  })

  it.each<[says: string, reply: Reply]>([
    ['before', (response) => void response.destroy()],
    ['within', (response) => void response.writeHead(200).write('{"emb', () => response.destroy())],
  ])('breaks off %s the answer', async (_says, reply) => {
    const { embed } = await openEmbeddings(provider, [reply])
    await expect(embed()).rejects.toMatchObject({ failure: { kind: 'unreachable' } })
  })

  it('is nothing when nobody is there', async () => {
    const nobody = createServer().listen(0, '127.0.0.1')
    await once(nobody, 'listening')
    const { port } = nobody.address() as AddressInfo
    await new Promise((closed) => void nobody.close(closed))
    const { embed } = await openEmbeddings(provider, [() => {}], {
      settings: { url: `http://127.0.0.1:${port}/v1`, auth: 'query' },
    })
    const thrown = await embed().then(String, (each: unknown) => each)
    expect(thrown).toMatchObject({
      failure: { kind: 'unreachable' },
      message: expect.stringMatching(/127\.0\.0\.1:\d+ .*\(ECONNREFUSED\)/),
    })
    expect(whole(thrown)).not.toContain('0123456789')
  })
})

describe('settings', () => {
  const url = 'http://127.0.0.1:1/v1'
  it.each<Partial<EmbedderSettings>>([
    {},
    { url },
    { provider: 'openai', url, model: '' },
    { provider: 'openai', url: '' },
  ])('%j set up nothing', (settings) => expect(openEmbedder({ ...blank, ...settings })).toBeUndefined())

  it('of Gemini are complete with a key', () =>
    expect(openEmbedder({ ...blank, provider: 'gemini', model: '', dimensions: '' })?.describe()).toEqual({
      provider: 'gemini',
      model: 'gemini-embedding-2',
      isLocal: false,
      manner: '2500bdf79c9c',
      longestText: 32_768,
      dimensions: 1536,
      baseUrl: 'https://generativelanguage.googleapis.com/v1beta',
      endpoint: 'https://generativelanguage.googleapis.com/v1beta/models/gemini-embedding-2:embedContent',
      authMode: 'x-goog-api-key',
      hasApiKey: true,
    }))

  const secret = 'hidden-word'
  for (const provider of providers)
    it.each<[settings: Partial<EmbedderSettings>, setting: RegExp]>([
      [{ provider: secret }, /models\.embedder\.provider/],
      [{ url: secret }, /models\.embedder\.url/],
      [{ url: `https://me:${secret}@example.com/v1` }, /models\.embedder\.url/],
      [{ url: 'file:///etc/passwd' }, /models\.embedder\.url/],
      [{ dimensions: '0' }, /models\.embedder\.dimensions/],
      [{ dimensions: '1e3' }, /models\.embedder\.dimensions/],
      [{ dimensions: '潮' }, /models\.embedder\.dimensions/],
      [{ auth: secret }, /models\.embedder\.auth/],
      [{ keyName: `${secret}\r\nx: y` }, /models\.embedder\.keyName/],
      [{ key: () => `${secret}\r\nX-More: 1` }, /embedding model/],
      [{ key: () => `${secret}潮汐` }, /embedding model/],
    ])(`of ${provider} that cannot be used: %j`, (settings, setting) => {
      const thrown = attempt(() => openEmbedder({ ...blank, provider, url, ...settings }))
      expect(thrown).toMatchObject({ code: 'usage', message: expect.stringMatching(setting) })
      expect(whole(thrown)).not.toContain(secret)
    })
})

function attempt(work: () => unknown): unknown {
  try {
    return work()
  } catch (thrown) {
    return thrown
  }
}
