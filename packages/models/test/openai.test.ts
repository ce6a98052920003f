import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { describe, expect, it } from 'vitest'
import { openOpenAi, type OpenAiOptions } from '../src/openai.ts'
import type { GenerateRequest } from '@wuku/core/ports/generator'
import { answers, error, openModelServer, says, type Asked, type Reply } from './model-server.ts'

const KEY = 'not-a-real-key-0123456789'

async function open(replies: readonly Reply[], options: Partial<OpenAiOptions> = {}) {
  const server = await openModelServer(...replies)
  const pauses: number[] = []
  const pause = async (milliseconds: number): Promise<void> => void pauses.push(milliseconds)
  const generator = openOpenAi({
    url: server.url,
    model: 'tide-1',
    key: () => KEY,
    pause,
    chance: () => 1,
    ...options,
  })
  return {
    ...server,
    pauses,
    generate: (more: Partial<GenerateRequest> = {}) =>
      generator.generate({ instructions: 'Be brief.', text: '潮汐?', signal: new AbortController().signal, ...more }),
  }
}

describe('a question', () => {
  it('is asked as the protocol has it', async () => {
    const { asked, generate } = await open([says('High at noon.')])
    expect(await generate({ effort: 'high' })).toEqual({ text: 'High at noon.', model: 'tide-1-2026', isCut: false })
    expect(asked).toEqual([
      {
        path: '/v1/chat/completions',
        headers: expect.objectContaining({ authorization: `Bearer ${KEY}`, 'content-type': 'application/json' }),
        body: {
          model: 'tide-1',
          messages: [
            { role: 'system', content: 'Be brief.' },
            { role: 'user', content: '潮汐?' },
          ],
          reasoning_effort: 'high',
        },
      },
    ])
  })

  it.each<
    [
      says: string,
      options: Partial<OpenAiOptions>,
      request: Partial<GenerateRequest>,
      expected: { readonly body?: object; readonly headers?: object },
    ]
  >([
    ['names the model that is wanted', {}, { model: 'tide-2' }, { body: { model: 'tide-2' } }],
    ['names no effort when none is wanted', {}, {}, { body: { reasoning_effort: undefined } }],
    ['carries no key when there is none', { key: () => '' }, {}, { headers: { authorization: undefined } }],
  ])('%s', async (_says, options, request, { body = {}, headers = {} }) => {
    const { asked, generate } = await open([says('x')], options)
    await generate(request)
    for (const [key, value] of Object.entries(body)) expect(asked[0]?.body[key]).toBe(value)
    for (const [key, value] of Object.entries(headers)) expect(asked[0]?.headers[key]).toBe(value)
  })

  it('goes to the address as it is written, with or without a slash at its end', async () => {
    const { url } = await open([says('x')])
    const other = await openModelServer(says('x'))
    await openOpenAi({ url: `${other.url}/?version=2`, model: 'm', key: () => '' }).generate({
      instructions: '',
      text: '',
      signal: new AbortController().signal,
    })
    expect(other.asked[0]?.path).toBe('/v1/chat/completions?version=2')
    expect(other.url).not.toBe(url)
  })
})

it.each<[says: string, reply: Reply, expected: object]>([
  [
    'in parts',
    says([
      { type: 'text', text: 'a ' },
      { type: 'text', text: '潮' },
    ]),
    { text: 'a 潮' },
  ],
  ['that breaks off', says('half', { finish_reason: 'length' }), { text: 'half', isCut: true }],
  ['without the name of the model', answers(200, { choices: [{ message: { content: 'x' } }] }), { model: 'tide-1' }],
])('an answer: %s', async (_says, reply, expected) =>
  expect(await (await open([reply])).generate()).toMatchObject(expected),
)

describe('a server that says no', () => {
  const busy = answers(429, error('Rate limit reached'), { 'retry-after': '7' })
  const away = answers(503, 'upstream is away')
  it.each<[says: string, replies: readonly Reply[], message: RegExp, remedy: RegExp, asked: number]>([
    [
      'to the key',
      [answers(401, error(`Incorrect API key provided: ${KEY}.`))],
      /status 401: Incorrect API key provided: \[key\]\./,
      /WUKU_GENERATOR_KEY/,
      1,
    ],
    [
      'with another secret in its words',
      [answers(400, error('Bad: sk-proj-0000notarealkey0000notarealkey0000notarealkey00'))],
      /REDACTED/,
      /./,
      1,
    ],
    [
      'to the model',
      [answers(404, error('The model `tide-1` does not exist'))],
      /`tide-1` does not exist/,
      /model of that name/,
      1,
    ],
    ['three times', [busy], /status 429: Rate limit reached/, /again later/, 3],
    ['with no word of when', [away], /status 503: upstream is away/, /again later/, 3],
    ['for an hour', [answers(429, error('Quota'), { 'retry-after': '3600' })], /Quota/, /again later/, 1],
    ['until a day that is none', [answers(429, error('Quota'), { 'retry-after': 'soon' })], /Quota/, /again later/, 1],
    [
      'with a fault of its own',
      [answers(500, error('boom\n\u001B[31mred'))],
      /status 500: boom \[31mred$/,
      /on the server/,
      1,
    ],
    ['with a page', [answers(502, '<html><h1>Bad gateway</h1></html>')], /status 502\.$/, /on the server/, 1],
    ['as Ollama does', [answers(400, { error: 'no such model' })], /no such model/, /another model/, 1],
    [
      'by pointing elsewhere',
      [answers(307, '', { location: 'http://example.invalid/' })],
      /status 307/,
      /new address/,
      1,
    ],
    ['with no choice', [answers(200, { choices: [] })], /not one of a language model/, /v1/, 1],
    ['with no words', [says('  ')], /an empty answer/, /other words/, 1],
    [
      'by refusing',
      [says(null, { message: { refusal: 'I would rather not.' } })],
      /refused: I would rather not\./,
      /other words/,
      1,
    ],
    ['with something that is not JSON', [answers(200, 'hello')], /not one of a language model/, /v1/, 1],
    [
      'with more than anybody can read',
      [answers(200, `"${'x'.repeat(5_000_000)}"`)],
      /more than 4194304 bytes/,
      /Ask for less/,
      1,
    ],
  ])('%s', async (...[, replies, message, remedy, times]) => {
    const { asked, generate } = await open(replies)
    const thrown = await generate().then(String, (each: unknown) => each)
    expect(thrown).toMatchObject({
      code: 'model-failed',
      message: expect.stringMatching(message),
      remedy: expect.stringMatching(remedy),
    })
    expect(asked).toHaveLength(times)
    expect(JSON.stringify(thrown, Object.getOwnPropertyNames(thrown))).not.toContain(KEY)
  })

  it('and then yes, is asked again when it said', async () => {
    const date = new Date(Date.now() + 5_000).toUTCString()
    const { asked, pauses, generate } = await open([busy, answers(503, '', { 'retry-after': date }), says('Now.')])
    expect(await generate()).toMatchObject({ text: 'Now.' })
    expect(asked).toHaveLength(3)
    expect(pauses[0]).toBe(7_000)
    expect(pauses[1]).toSatisfy((wait: number) => wait > 1_000 && wait <= 5_000)
  })

  it('and names no time, is asked again after one second and after two', async () => {
    const { pauses, generate } = await open([away, away, says('Now.')])
    await generate()
    expect(pauses).toEqual([1_000, 2_000])
  })

  it.each<[effort: GenerateRequest['effort'], asked: number]>([
    ['medium', 2],
    ['high', 1],
  ])('to the word reasoning_effort: with "%s" it is asked %i times', async (effort, times) => {
    const unknown = answers(400, error('Unrecognized request argument supplied: reasoning_effort'))
    const { asked, generate } = await open([unknown, says('x')])
    const outcome = await generate({ effort }).then(
      ({ text }) => text,
      ({ code }) => code,
    )
    expect([asked.length, outcome]).toEqual([times, times === 2 ? 'x' : 'model-failed'])
    expect(asked.at(-1)?.body['reasoning_effort']).toBe(times === 2 ? undefined : 'high')
  })
})

describe('JSON', () => {
  const bodies = (asked: readonly Asked[]) => asked.map(({ body }) => body['response_format'])
  const json = { type: 'json_object' }

  it('is asked for in the word of the protocol', async () => {
    const { asked, generate } = await open([says('{}')])
    await generate({ format: 'json' })
    expect(bodies(asked)).toEqual([json])
  })

  it.each<Reply>([
    answers(400, error("'response_format.type' must be 'json_schema' or 'text'")),
    answers(422, { detail: [{ loc: ['body', 'response_format'], msg: 'Extra inputs are not permitted' }] }),
  ])('is asked for in words alone where the server refuses that one, and ever after', async (refusal) => {
    const { asked, generate } = await open([refusal, says('{}')])
    for (const _ of [1, 2]) await generate({ format: 'json' })
    expect(bodies(asked)).toEqual([json, undefined, undefined])
  })
})

describe('no answer', () => {
  const silent: Reply = () => {}
  const endless: Reply = (response) => void response.writeHead(200).write('{"choices":')

  it.each([silent, endless])('within the time is told', async (reply) => {
    const { generate } = await open([reply], { timeout: 50 })
    await expect(generate()).rejects.toMatchObject({
      code: 'model-failed',
      message: expect.stringContaining('within 0.05 seconds'),
    })
  })

  it('is waited for once the caller has gone', async () => {
    const { generate } = await open([silent])
    await expect(generate({ signal: AbortSignal.timeout(20) })).rejects.toMatchObject({ code: 'cancelled' })
  })

  it('from a server that is not there', async () => {
    const nobody = createServer().listen(0, '127.0.0.1')
    await once(nobody, 'listening')
    const { port } = nobody.address() as AddressInfo
    await new Promise((closed) => void nobody.close(closed))
    const { generate } = await open([silent], { url: `http://127.0.0.1:${port}` })
    await expect(generate()).rejects.toMatchObject({
      code: 'model-failed',
      message: expect.stringMatching(/127\.0\.0\.1:\d+ cannot be reached \(ECONNREFUSED\)/),
    })
  })

  it('from a server that hangs up', async () => {
    const { generate } = await open([(response) => void response.destroy()])
    await expect(generate()).rejects.toMatchObject({ code: 'model-failed' })
  })
})

it.each<[options: Partial<OpenAiOptions>, secret: string]>([
  [{ url: 'api.openai.com/v1' }, KEY],
  [{ url: 'file:///etc/passwd' }, KEY],
  [{ url: 'https://me:hidden-word@example.com/v1' }, 'hidden-word'],
  [{ key: () => 'hidden-word\r\nX-More: 1' }, 'hidden-word'],
  [{ key: () => '潮汐' }, '潮汐'],
])('settings that cannot be used: %j', async (options, secret) => {
  const thrown = await open([says('x')], options).then(String, (each: unknown) => each)
  expect(thrown).toMatchObject({ code: 'usage' })
  expect(JSON.stringify(thrown, Object.getOwnPropertyNames(thrown))).not.toContain(secret)
})
