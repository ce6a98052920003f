import { array, assert, asyncProperty, integer, record, string } from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { EmbedFailureKind } from '@wuku/core/ports/embedder'
import { embedderContract, failureOf } from './embedder.ts'
import {
  answerTo,
  DIMENSIONS,
  says,
  vectorOf,
  type Asked,
  type Fault,
  type Protocol,
} from './models/embedding-server.ts'
import { openHouse } from './models/http-house.ts'
import { runs } from '../scale.ts'

const protocols: readonly Protocol[] = ['openai', 'gemini']
const numbered = (count: number): readonly string[] => Array.from({ length: count }, (_, at) => `text ${at}`)

for (const protocol of protocols)
  embedderContract({ name: protocol, open: async () => (await openHouse({ protocol })).embedder })

/** Answers so to the first requests, and then as it should. */
const first =
  (...faults: readonly ReturnType<Fault>[]): Fault =>
  (_asked, number) =>
    faults[number - 1]

describe.each(protocols)('a server that speaks %s', (protocol) => {
  const usual = protocol === 'openai' ? 128 : 100

  it('is sent many texts at once, and four requests side by side', async () => {
    const { asked, embed, mostAtOnce } = await openHouse({ protocol, delay: 300 })
    const texts = numbered(usual * 6)
    expect(await embed(texts)).toEqual(texts.map(vectorOf))
    expect(asked.map((each) => each.texts.length)).toEqual(Array.from({ length: 6 }, () => usual))
    expect(mostAtOnce()).toBe(4)
  })

  const sizes = record({ batchTexts: integer({ min: 1, max: 30 }), batchChars: integer({ min: 1, max: 400 }) })
  it('is sent them in any parts, and they come back in order', () =>
    assert(
      asyncProperty(
        array(string({ unit: 'grapheme', minLength: 1 }), { maxLength: 80 }),
        sizes,
        async (texts, size) => {
          const { embed } = await openHouse(
            { protocol },
            { batchTexts: String(size.batchTexts), batchChars: String(size.batchChars) },
          )
          expect(await embed(texts)).toEqual(texts.map((text) => vectorOf(text.toWellFormed())))
        },
      ),
      { numRuns: runs(25) },
    ))

  it.each<[says: string, fault: Fault, pauses: readonly number[]]>([
    ['breaks twice', first(says(500), says(503)), [1_000, 2_000]],
    ['is busy for so many seconds', first(says(429, '', { 'retry-after': '7' })), [7_000]],
    ['hangs up', first((response) => void response.destroy()), [1_000]],
    [
      'hangs up within its answer',
      first((response) => void response.writeHead(200).write('{', () => response.destroy())),
      [1_000],
    ],
    [
      'has bad gateways for a while',
      first(says(502, '<html>'), says(504), says(502), says(408)),
      [1_000, 2_000, 4_000, 8_000],
    ],
  ])('%s, and is asked again', async (_says, fault, pauses) => {
    const house = await openHouse({ protocol, fault })
    expect(await house.embed(['a', 'b'])).toEqual(['a', 'b'].map(vectorOf))
    expect(house.pauses).toEqual(pauses)
  })

  it('is busy until a moment, and is asked again then', async () => {
    const date = new Date(Date.now() + 9_000).toUTCString()
    const house = await openHouse({ protocol, fault: first(says(503, '', { 'retry-after': date })) })
    await house.embed(['a'])
    expect(house.pauses[0]).toBeGreaterThan(7_000)
    expect(house.pauses[0]).toBeLessThanOrEqual(9_000)
  })

  const change =
    (edit: (answer: Record<string, unknown[]>) => unknown): Fault =>
    (asked) =>
      says(
        200,
        edit(
          structuredClone(
            answerTo({ ...asked, body: { ...asked.body, encoding_format: 'float' } }, protocol),
          ) as Record<string, unknown[]>,
        ),
      )
  const listName = protocol === 'openai' ? 'data' : 'embeddings'
  const vectorName = protocol === 'openai' ? 'embedding' : 'values'
  const editSecond = (edit: (vector: unknown[]) => unknown): Fault =>
    change((answer) => {
      const second = answer[listName]?.[1] as Record<string, unknown>
      second[vectorName] = edit(second[vectorName] as unknown[])
      return answer
    })
  const html = '<html><title>Log in</title></html>'
  it.each<[says: string, fault: Fault, kind: EmbedFailureKind, message: RegExp]>([
    ['no to the key', () => says(401, { error: { message: 'Bad key not-a/real+key=0123456789' } }), 'key', /\[key\]/],
    ['no to who asks', () => says(403, 'POST /?key=not-a%2Freal%2Bkey%3D0123456789'), 'key', /\[key\]/],
    ['no to the model', () => says(404, { error: { message: 'no such model' } }), 'not_found', /no such model/],
    ['no to the size of anything', () => says(413, 'Payload too large'), 'refused', /413/],
    ['that it is busy, again and again', () => says(429), 'busy', /429/],
    ['that it is busy for an hour', () => says(429, '', { 'retry-after': '3600' }), 'busy', /429/],
    ['that it broke, again and again', () => says(500, 'boom'), 'server', /boom/],
    [
      'to go elsewhere',
      () => says(307, '', { location: 'http://127.0.0.1:9/?key=not-a%2Freal%2Bkey' }),
      'moved',
      /307/,
    ],
    ['a page', () => says(200, html), 'not_embeddings', /not one of an embedding model/],
    [
      'half of the JSON',
      (asked) => says(200, JSON.stringify(answerTo(asked, protocol)).slice(0, -40)),
      'not_embeddings',
      /not one of an embedding model/,
    ],
    ['one vector too few', change((answer) => ({ [listName]: answer[listName]?.slice(1) })), 'not_embeddings', /./],
    [
      'one vector too many',
      change((answer) => ({ [listName]: [...(answer[listName] ?? []), answer[listName]?.[0]] })),
      'not_embeddings',
      /4 vectors for 3 texts|which text/,
    ],
    ['null for a vector', editSecond(() => null), 'not_embeddings', /./],
    ['null for a number', editSecond((vector) => vector.with(3, null)), 'not_embeddings', /other than numbers/],
    ['words for numbers', editSecond((vector) => vector.map(String)), 'not_embeddings', /other than numbers/],
    [
      'a number that is too large',
      editSecond((vector) => vector.with(3, 1e300)),
      'not_embeddings',
      /other than numbers/,
    ],
    ['nothing for a vector', editSecond(() => []), 'not_embeddings', /other than numbers/],
    ['a vector that is too short', editSecond((vector) => vector.slice(1)), 'dimensions', /15 dimensions, but 16/],
    [
      'NaN, as Python writes it',
      (asked) => says(200, JSON.stringify(answerTo(asked, protocol)).replace(/"(?:[\w+/=]{20,})"|-?0\.\d+/, 'NaN')),
      'not_embeddings',
      /./,
    ],
    ['much too much', () => says(200, `"${'x'.repeat(5_000_000)}"`), 'not_embeddings', /more than 4194304 bytes/],
  ])('says %s', async (...[, fault, kind, message]) => {
    const { embed } = await openHouse({ protocol, fault })
    const failed = await failureOf(embed(['a', 'b', 'c']))
    expect(failed).toMatchObject({ code: 'model-failed', failure: { kind }, message: expect.stringMatching(message) })
    expect(JSON.stringify(failed, [...Object.getOwnPropertyNames(failed), 'said'])).not.toContain('0123456789')
  })

  it('never answers: it is given up in time', async () => {
    const { embed } = await openHouse({ protocol, fault: () => () => {} }, { patience: 60 })
    expect(await failureOf(embed(['a']))).toMatchObject({ failure: { kind: 'timeout' } })
  })

  it('answers byte by byte: it is given up in time', async () => {
    const drip: Fault = () => (response) => {
      const timer = setInterval(() => void response.write(' '), 5)
      response.once('close', () => clearInterval(timer))
    }
    const { embed } = await openHouse({ protocol, fault: drip }, { patience: 80 })
    expect(await failureOf(embed(['a']))).toMatchObject({ failure: { kind: 'timeout' } })
  })

  it('is left alone by all requests of one call when one of them fails', async () => {
    const fault: Fault = ({ texts }) => (texts.includes('text 3') ? says(400, 'bad text') : undefined)
    const { asked, embed } = await openHouse({ protocol, fault, delay: 10 }, { batchTexts: '1', concurrency: '2' })
    expect(await failureOf(embed(numbered(100)))).toMatchObject({ failure: { kind: 'refused' } })
    expect(asked.length).toBeLessThan(10)
  })

  it('is left alone by all requests when the caller stops', async () => {
    const stop = new AbortController()
    const { asked, abandoned, embed } = await openHouse({ protocol, fault: () => () => {} })
    const stopped = embed(numbered(usual * 9), stop.signal)
    while (asked.length < 4) await new Promise(setImmediate)
    stop.abort()
    await expect(stopped).rejects.toMatchObject({ code: 'cancelled' })
    while (abandoned() < 4) await new Promise(setImmediate)
    expect(asked).toHaveLength(4)
  })

  it('is sent so many requests a minute as are set', async () => {
    const house = await openHouse({ protocol }, { batchTexts: '1', concurrency: '1', requestsPerMinute: '60' })
    await house.embed(numbered(3))
    expect(house.pauses).toHaveLength(2)
    for (const pause of house.pauses) expect(pause).toBeLessThanOrEqual(2_000)
  })

  describe('takes less at once', () => {
    const mostTexts =
      (most: number, status: number, said: string): Fault =>
      ({ texts }) =>
        texts.length > most ? says(status, { error: { message: said } }) : undefined
    it.each<[says: string, fault: Fault]>([
      ['texts, by its status', mostTexts(20, 413, 'batch size 40 > maximum allowed batch size 32')],
      ['texts, by its words', mostTexts(20, 400, 'at most 20 requests can be in one batch')],
      ['tokens', mostTexts(20, 400, 'Requested 300002 tokens, max 300000 tokens per request')],
      ['and is broken by it', mostTexts(20, 500, 'input is too large to process. increase the physical batch size')],
    ])('%s: it is asked for half, and remembered', async (_says, fault) => {
      const { asked, embed, pauses } = await openHouse({ protocol, fault })
      const texts = numbered(70)
      expect(await embed(texts)).toEqual(texts.map(vectorOf))
      const before = asked.length
      expect(await embed(texts)).toEqual(texts.map(vectorOf))
      expect(asked.slice(before).every((each) => each.texts.length <= 20)).toBe(true)
      expect(pauses).toEqual([])
    })

    it('of one text: that is cut, and the others keep their vectors', async () => {
      const fault: Fault = ({ texts }) =>
        texts.some(({ length }) => length > 1_000)
          ? says(400, {
              error: { message: "This model's maximum context length is 250 tokens, however you requested 500 tokens" },
            })
          : undefined
      const { embed } = await openHouse({ protocol, fault })
      const long = 'ebb '.repeat(500)
      expect(await embed(['a', long, 'b'])).toEqual(['a', long.slice(0, 950), 'b'].map(vectorOf))
    })
  })

  it('is told the prompts', async () => {
    const { asked, embedder } = await openHouse({ protocol }, { queryPrompt: 'ask:\\n', documentPrompt: 'read: ' })
    const signal = new AbortController().signal
    await embedder.embed(['a'], { purpose: 'query', subject: 'code', signal })
    await embedder.embed(['b'], { purpose: 'document', signal })
    expect(asked.map(({ texts }) => texts)).toEqual([['ask:\na'], ['read: b']])
  })
})

describe('a server that speaks as OpenAI does', () => {
  const protocol = 'openai'
  const encodings = (asked: readonly Asked[]) => asked.map(({ body }) => body['encoding_format'])

  it('is asked for Base64, and may answer with numbers', async () => {
    const numbers: Fault = (asked) => says(200, answerTo({ ...asked, body: {} }, protocol))
    for (const fault of [undefined, numbers]) {
      const { asked, embed } = await openHouse({ protocol, fault })
      expect(await embed(['a', 'b'])).toEqual(['a', 'b'].map(vectorOf))
      expect(encodings(asked)).toEqual(['base64'])
    }
  })

  it.each<[status: number, body: unknown]>([
    [400, { error: { message: "Unknown parameter: 'encoding_format'." } }],
    [422, { detail: [{ loc: ['body', 'encoding_format'], msg: "Input should be 'float'" }] }],
    [400, 'base64 is not supported'],
    [400, ''],
  ])('may refuse that with %i %j: it is not told the word again', async (status, body) => {
    const fault: Fault = (asked) => ('encoding_format' in asked.body ? says(status, body) : undefined)
    const { asked, embed } = await openHouse({ protocol, fault })
    for (const _ of [1, 2]) expect(await embed(['a'])).toEqual([vectorOf('a')])
    expect(encodings(asked)).toEqual(['base64', undefined, undefined])
  })

  it('may refuse something else: the word is told again', async () => {
    const { asked, embed } = await openHouse({ protocol, fault: () => says(400, 'base64, and a bad model') })
    for (const _ of [1, 2]) await failureOf(embed(['a']))
    expect(encodings(asked)).toEqual(['base64', undefined, 'base64', undefined])
  })

  type Data = readonly Readonly<Record<string, unknown>>[]
  const edited =
    (edit: (data: Data) => Data): Fault =>
    (asked) =>
      says(200, { data: edit((answerTo(asked, protocol) as { data: Data }).data) })
  it('may answer in any order', async () => {
    const { embed } = await openHouse({ protocol, fault: edited((data) => data.toReversed()) })
    expect(await embed(numbered(50))).toEqual(numbered(50).map(vectorOf))
  })
  it('may leave the index out, and then answers in order', async () => {
    const fault = edited((data) => data.map(({ embedding }) => ({ embedding })))
    expect(await (await openHouse({ protocol, fault })).embed(['a', 'b'])).toEqual(['a', 'b'].map(vectorOf))
  })

  const base64 = (text: string): Fault => edited((data) => data.map((each) => ({ ...each, embedding: text })))
  it.each<[says: string, fault: Fault, message: RegExp]>([
    ['one index twice', edited((data) => data.map((each) => ({ ...each, index: 0 }))), /which text/],
    [
      'indices that are no numbers',
      edited((data) => data.map((each) => ({ ...each, index: '0' }))),
      /not one of an embedding model/,
    ],
    ['Base64 that is torn', base64(Buffer.from(new Uint8Array(63)).toString('base64')), /other than numbers/],
    [
      'Base64 of NaN',
      base64(Buffer.from(new Float32Array(DIMENSIONS).fill(Number.NaN).buffer).toString('base64')),
      /other than numbers/,
    ],
    [
      'Base64 of other numbers',
      base64(Buffer.from(new Float64Array(DIMENSIONS).fill(1).buffer).toString('base64')),
      /32 dimensions, but 16/,
    ],
    ['no Base64', base64(''), /other than numbers/],
  ])('may not answer with %s', async (_says, fault, message) =>
    expect((await failureOf((await openHouse({ protocol, fault })).embed(['a', 'b']))).message).toMatch(message),
  )
})

describe('a server that speaks as Gemini does', () => {
  const protocol = 'gemini'
  const methods = (asked: readonly Asked[]) => asked.map(({ path }) => path.replace(/^.*:/, ''))
  const onBatch =
    (instead: ReturnType<Fault>): Fault =>
    ({ path }) =>
      path.endsWith(':batchEmbedContents') ? instead : undefined

  it('is asked about one text alone as about one, and about more in a batch', async () => {
    const { asked, embed } = await openHouse({ protocol })
    await embed(['a'])
    await embed(['a', 'b'])
    expect(methods(asked)).toEqual(['embedContent', 'batchEmbedContents'])
  })

  it.each([404, 405, 501])('lacks the batch (%i): it is asked one by one, and remembered', async (status) => {
    const { asked, embed, pauses } = await openHouse({ protocol, fault: onBatch(says(status, 'Not here')) })
    expect(await embed(['a', 'b'])).toEqual(['a', 'b'].map(vectorOf))
    expect(await embed(['c', 'd'])).toEqual(['c', 'd'].map(vectorOf))
    expect(methods(asked)).toEqual(['batchEmbedContents', ...Array.from({ length: 4 }, () => 'embedContent')])
    expect(pauses).toEqual([])
  })

  it.each([429, 500, 503, 400, 403])('fails with %i once: the batch is asked for again', async (status) => {
    const fault: Fault = (_asked, number) => (number === 1 ? says(status, 'Not now') : undefined)
    const { asked, embed } = await openHouse({ protocol, fault })
    await embed(['a', 'b']).catch(() => {})
    await embed(['c', 'd'])
    expect(new Set(methods(asked))).toEqual(new Set(['batchEmbedContents']))
  })

  it('does not know the model: that is not the batch', async () => {
    let isThere = false
    const fault: Fault = () => (isThere ? undefined : says(404, 'models/tide-2 is not found'))
    const { asked, embed } = await openHouse({ protocol, fault })
    expect(await failureOf(embed(['a', 'b']))).toMatchObject({ failure: { kind: 'not_found' } })
    isThere = true
    await embed(['a', 'b'])
    expect(methods(asked)).toEqual(['batchEmbedContents', 'embedContent', 'batchEmbedContents'])
  })
})
