import { describe, expect, it } from 'vitest'
import { openGenerator, type GeneratorSettings } from '../src/generator.ts'
import type { GenerateRequest } from '@wuku/core/ports/generator'
import { whole } from './embedder-house.ts'
import { answers, error, openModelServer, type Reply } from './model-server.ts'

const KEY = 'not-a/real+key=0123456789'

async function open(replies: readonly Reply[], settings: Partial<GeneratorSettings> & { path?: string } = {}) {
  const server = await openModelServer(...replies)
  const pauses: number[] = []
  const pause = async (milliseconds: number): Promise<void> => void pauses.push(milliseconds)
  const url = new URL(server.url).origin + (settings.path ?? '')
  const generator = openGenerator(
    { provider: 'gemini', url, model: 'tide-1', auth: '', keyName: '', key: () => KEY, ...settings },
    { pause, chance: () => 1 },
  )
  if (!generator) throw new Error('There is no generator.')
  return {
    ...server,
    pauses,
    generator,
    generate: (more: Partial<GenerateRequest> = {}) =>
      generator.generate({ instructions: 'Be brief.', text: '潮汐?', signal: new AbortController().signal, ...more }),
  }
}

const says = (text: string | undefined, more: object = {}, parts: readonly object[] = []): Reply =>
  answers(200, {
    candidates: [
      {
        content: { role: 'model', parts: [...parts, ...(text === undefined ? [] : [{ text }])] },
        finishReason: 'STOP',
        index: 0,
        ...more,
      },
    ],
    usageMetadata: { totalTokenCount: 9 },
    modelVersion: 'tide-1-2026',
  })

describe('a question to Gemini', () => {
  it('is asked as the protocol has it', async () => {
    const { asked, generate } = await open([says('High at noon.')])
    expect(await generate({ effort: 'high', format: 'json' })).toEqual({
      text: 'High at noon.',
      model: 'tide-1-2026',
      isCut: false,
    })
    expect(asked).toEqual([
      {
        path: '/v1beta/models/tide-1:generateContent',
        headers: expect.objectContaining({ 'x-goog-api-key': KEY, 'content-type': 'application/json' }),
        body: {
          system_instruction: { parts: [{ text: 'Be brief.' }] },
          contents: [{ role: 'user', parts: [{ text: '潮汐?' }] }],
          generationConfig: { responseMimeType: 'application/json', thinkingConfig: { thinkingLevel: 'high' } },
        },
      },
    ])
  })

  it.each<[says: string, settings: object, request: Partial<GenerateRequest>, expected: object]>([
    [
      'names the model that is wanted',
      {},
      { model: 'models/tide-2' },
      { path: '/v1beta/models/tide-2:generateContent' },
    ],
    ['wants no more than it is told', {}, {}, { body: { generationConfig: {} } }],
    [
      'tells the second generation a number',
      {},
      { model: 'gemini-2.5-flash', effort: 'minimal' },
      { body: { generationConfig: { thinkingConfig: { thinkingBudget: 512 } } } },
    ],
    ['goes to a proxy', { path: '/google/v1/' }, {}, { path: '/google/v1/models/tide-1:generateContent' }],
    ['brings its key as a bearer', { auth: 'bearer' }, {}, { headers: { authorization: `Bearer ${KEY}` } }],
    [
      'brings its key in the address',
      { auth: 'query', keyName: 'token' },
      {},
      { path: '/v1beta/models/tide-1:generateContent?token=not-a%2Freal%2Bkey%3D0123456789' },
    ],
  ])('%s', async (_says, settings, request, expected) => {
    const { asked, generate } = await open([says('x')], settings)
    await generate(request)
    expect(asked).toMatchObject([expected])
  })

  it('is not sent without a key', async () => {
    const { asked, generate } = await open([says('x')], { key: () => '' })
    await expect(generate()).rejects.toMatchObject({ remedy: expect.stringMatching(/GEMINI_API_KEY/) })
    expect(asked).toEqual([])
  })
})

it.each<[says: string, reply: Reply, expected: object]>([
  ['in parts, its thoughts left out', says('b', {}, [{ text: 'hm', thought: true }, { text: 'a ' }]), { text: 'a b' }],
  ['that breaks off', says('half', { finishReason: 'MAX_TOKENS' }), { text: 'half', isCut: true }],
  [
    'without the name of the model',
    answers(200, { candidates: [{ content: { parts: [{ text: 'x' }] } }] }),
    { text: 'x', model: 'tide-1' },
  ],
])('an answer: %s', async (_says, reply, expected) =>
  expect(await (await open([reply])).generate()).toMatchObject(expected),
)

describe('a server that says no', () => {
  const busy = answers(429, error('Resource has been exhausted'), { 'retry-after': '7' })
  it.each<[says: string, replies: readonly Reply[], message: RegExp, remedy: RegExp, asked: number]>([
    ['to the key', [answers(403, error(`Bad key ${KEY}`))], /403: Bad key \[key\]/, /WUKU_GENERATOR_KEY/, 1],
    ['to the model', [answers(404, error('models/tide-1 is not found'))], /not found/, /model of that name/, 1],
    ['three times', [busy], /exhausted/, /again later/, 3],
    ['by pointing elsewhere', [answers(307, '', { location: 'http://example.invalid/' })], /307/, /new address/, 1],
    [
      'to what it was asked',
      [answers(200, { promptFeedback: { blockReason: 'SAFETY' } })],
      /refused: SAFETY/,
      /words/,
      1,
    ],
    ['to its own answer', [says('half', { finishReason: 'RECITATION' })], /refused: RECITATION/, /words/, 1],
    ['by saying nothing', [says(undefined)], /an empty answer/, /words/, 1],
    ['by thinking until the end', [says(undefined, { finishReason: 'MAX_TOKENS' })], /an empty answer/, /words/, 1],
    ['in another protocol', [answers(200, { choices: [] })], /not one of a language model/, /provider/, 1],
    ['in a page', [answers(200, '<html>')], /not one of a language model/, /provider/, 1],
  ])('%s', async (...[, replies, message, remedy, times]) => {
    const { asked, generate } = await open(replies)
    const thrown = await generate().then(String, (each: unknown) => each)
    expect(thrown).toMatchObject({
      code: 'model-failed',
      message: expect.stringMatching(message),
      remedy: expect.stringMatching(remedy),
    })
    expect(asked).toHaveLength(times)
    expect(whole(thrown)).not.toContain('0123456789')
  })

  it.each<[request: Partial<GenerateRequest>, said: string, asked: number]>([
    [{ effort: 'medium' }, 'Thinking level is not supported for this model.', 2],
    [{ effort: 'high' }, 'Thinking level is not supported for this model.', 1],
    [{ format: 'json' }, 'JSON mode is not enabled for models/tide-1', 2],
    [{ effort: 'medium' }, 'Something else.', 1],
  ])('to one word: %j', async (request, said, times) => {
    const { asked, generate } = await open([answers(400, error(said)), says('x')])
    const outcome = await generate(request).then(
      ({ text }) => text,
      ({ code }) => code,
    )
    expect([asked.length, outcome]).toEqual([times, times === 2 ? 'x' : 'model-failed'])
    if (times === 2) expect(asked[1]?.body['generationConfig']).toEqual({})
  })
})

describe('settings', () => {
  const base = { provider: '', url: 'http://127.0.0.1:1', model: 'm', auth: '', keyName: '', key: () => KEY }
  it.each<[settings: Partial<GeneratorSettings>, model: string | undefined]>([
    [{}, 'm'],
    [{ provider: 'openai' }, 'm'],
    [{ url: '' }, undefined],
    [{ model: '' }, undefined],
    [{ provider: 'gemini', url: '', model: '' }, 'gemini-flash-latest'],
  ])('%j', (settings, model) => expect(openGenerator({ ...base, ...settings })?.model).toBe(model))

  it.each<[settings: Partial<GeneratorSettings>, setting: RegExp]>([
    [{ provider: 'hidden-word' }, /models\.generator\.provider/],
    [{ provider: 'gemini', url: 'hidden-word' }, /models\.generator\.url/],
    [{ provider: 'gemini', auth: 'hidden-word' }, /GEMINI_AUTH_MODE/],
  ])('%j cannot be used', (settings, setting) => {
    const opened = () => openGenerator({ ...base, ...settings })
    expect(opened).toThrow(expect.objectContaining({ code: 'usage', message: expect.stringMatching(setting) }))
    expect(opened).not.toThrow(/hidden-word/)
  })
})
