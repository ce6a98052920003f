import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { compose } from '../../../cli/src/compose.ts'
import { readSettings } from '@wuku/settings/app-settings'
import { owner } from '@wuku/kernel/base/caller'
import type { Operation } from '@wuku/kernel/base/operation'
import { embeddingProbe, geminiEmbeddingProbe } from '../../src/operations/probe.ts'
import { acceptArguments } from '@wuku/kernel/arguments/accept'
import { answers, error, openModelServer, type Reply } from '../../../models/test/model-server.ts'
import { scratchFolder } from '../../../../test/scratch.ts'

const KEY = 'not-a-real-key-0123456789'
const SECRET = 'sk-proj-0000notarealkey0000notarealkey0000notarealkey00'
type Answer = Readonly<Record<string, unknown>>

let folder = ''
beforeEach(async () => {
  folder = scratchFolder()
  await mkdir(join(folder, 'project', '.git'), { recursive: true })
})

/** Through the settings and the real adapters: only the server at the other end is ours. */
async function call(operation: Operation, env: Record<string, string>, given: Answer): Promise<Answer> {
  const project = join(folder, 'project')
  const surroundings = {
    env: { WUKU_HOME: join(folder, 'home'), WUKU_DEFAULT_PROJECT: project, ...env },
    platform: 'linux' as const,
    userFolder: folder,
  }
  const engine = await compose(await readSettings(surroundings), surroundings)
  try {
    const context = { engine, caller: owner('tester'), signal: new AbortController().signal, progress: () => {} }
    const output = await operation.run(acceptArguments(operation, given), context)
    expect(operation.output.parse(JSON.parse(JSON.stringify(output)))).toEqual(output)
    expect(JSON.stringify(output)).not.toContain(KEY)
    return output as Answer
  } finally {
    await engine.close()
  }
}

async function probeGemini(reply: Reply, given: Answer = {}) {
  const { url, asked } = await openModelServer(reply)
  const env = { GEMINI_API_KEY: KEY, GEMINI_BASE_URL: url, GEMINI_OUTPUT_DIMENSIONALITY: '10' }
  return { url, asked, output: await call(geminiEmbeddingProbe, env, { text: '潮汐?', ...given }) }
}

const vector = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1]
const gives = (values: readonly unknown[]): Reply => answers(200, { embedding: { values } })

describe('gemini_embedding_probe', () => {
  it('says what came back, in few words', async () => {
    const { url, asked, output } = await probeGemini(gives(vector))
    expect(output).toEqual({
      status: 'ok',
      latencyMs: expect.any(Number),
      projectPath: join(folder, 'project'),
      responseMode: 'compact',
      diagnostics: {
        provider: 'gemini',
        model: 'gemini-embedding-2',
        expectedDimensions: 10,
        authMode: 'x-goog-api-key',
        hasApiKey: true,
        normalizedBaseUrl: url,
      },
      providerCapabilities: {
        provider: 'gemini',
        model: 'gemini-embedding-2',
        dimensions: 10,
        authMode: 'x-goog-api-key',
        batchEmbedding: 'unknown',
        outputDimensionality: 'supported',
      },
      wouldSend: { host: new URL(url).host, characters: 3, maskedSecrets: 0 },
      model: 'gemini-embedding-2',
      dimensions: 10,
      dimensionsMatchExpected: true,
      responseStats: { estimatedJsonChars: expect.any(Number), estimatedOutputTokens: expect.any(Number) },
    })
    expect(asked).toMatchObject([{ headers: { 'x-goog-api-key': KEY } }])
  })

  it('says more when it is asked for', async () => {
    const { url, output } = await probeGemini(gives(vector), { response_mode: 'full' })
    expect(output).toMatchObject({
      diagnostics: { endpoint: `${url}/models/gemini-embedding-2:embedContent` },
      sample: [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8],
    })
  })

  it('the probe of embeddings sends no secret', async () => {
    const { asked, output } = await probeGemini(gives(vector), { text: `token: ${SECRET} 👩‍👩‍👧` })
    expect(JSON.stringify(asked)).not.toContain(SECRET)
    expect(output).toMatchObject({ wouldSend: { maskedSecrets: 1 } })
  })

  it.each<[says: string, reply: Reply, expected: object, action: RegExp]>([
    [
      'the key is wrong',
      answers(400, error(`API key not valid: ${KEY}`)),
      { type: 'key', httpStatus: 400, retryable: false, bodySnippet: 'API key not valid: [key]' },
      /GEMINI_API_KEY[^]*GEMINI_AUTH_MODE/,
    ],
    ['the model is unknown', answers(404, ''), { type: 'not_found', httpStatus: 404, retryable: false }, /v1beta/],
    [
      'the server wants rest',
      answers(429, '', { 'retry-after': '3600' }),
      { type: 'busy', httpStatus: 429, retryable: true },
      /again later/,
    ],
    ['another protocol answers', answers(200, 'hello'), { type: 'not_embeddings', retryable: false }, /provider/],
  ])('says what to do when %s', async (_says, reply, expected, action) => {
    const { output } = await probeGemini(reply, { response_mode: 'full' })
    expect(output).toMatchObject({
      status: 'embedding_probe_failed',
      error: expected,
      providerCapabilities: { outputDimensionality: 'unknown' },
    })
    expect(output['recommendedNextActions']).toEqual(expect.arrayContaining([expect.any(String)]))
    expect((output['recommendedNextActions'] as readonly string[]).join('\n')).toMatch(action)
  })

  it('repeats no words of the server in compact answers but its message', async () => {
    const { output } = await probeGemini(answers(404, error('No such tide.')))
    expect(output['error']).toEqual({
      type: 'not_found',
      message: expect.stringContaining('No such tide.'),
      httpStatus: 404,
      retryable: false,
    })
  })

  it('says how many dimensions there were', async () => {
    const { output } = await probeGemini(gives([1, 2, 3]))
    expect(output).toMatchObject({
      status: 'embedding_probe_failed',
      dimensions: 3,
      dimensionsMatchExpected: false,
      providerCapabilities: { outputDimensionality: 'unsupported' },
      error: { type: 'dimensions' },
      recommendedNextActions: [expect.stringContaining('Set models.embedder.dimensions to 3')],
    })
  })
})

it('embedding_probe asks whoever is set up, and shows a sample', async () => {
  const { url, asked } = await openModelServer(answers(200, { data: [{ index: 0, embedding: vector }] }))
  const env = {
    WUKU_EMBEDDER_PROVIDER: 'openai',
    WUKU_EMBEDDER_URL: url,
    WUKU_EMBEDDER_MODEL: 'tide-2',
    GEMINI_API_KEY: KEY,
  }
  expect(await call(embeddingProbe, env, { query: 'x' })).toMatchObject({
    status: 'ok',
    diagnostics: { provider: 'openai', expectedDimensions: null, hasApiKey: false, normalizedBaseUrl: url },
    providerCapabilities: { outputDimensionality: 'unknown' },
    wouldSend: { host: new URL(url).host, characters: 1 },
    dimensions: 10,
    sample: vector.slice(0, 8),
  })
  expect(JSON.stringify(asked)).not.toContain(KEY)
})

describe('nothing is asked', () => {
  const gemini = { GEMINI_API_KEY: KEY }
  const openai = {
    WUKU_EMBEDDER_PROVIDER: 'openai',
    WUKU_EMBEDDER_URL: 'http://127.0.0.1:1/v1',
    WUKU_EMBEDDER_MODEL: 'tide-2',
  }
  it.each<[says: string, operation: Operation, env: Record<string, string>, given: Answer, code: string]>([
    ['of no model', embeddingProbe, {}, {}, 'model-missing'],
    ['of no Gemini', geminiEmbeddingProbe, {}, {}, 'model-missing'],
    ['of another provider', geminiEmbeddingProbe, openai, {}, 'model-missing'],
    ['offline', embeddingProbe, { ...gemini, WUKU_OFFLINE: 'true' }, {}, 'offline'],
    ['for a folder that nobody registered', embeddingProbe, gemini, { project_path: '/etc' }, 'not-registered'],
    ['with settings that cannot be used', embeddingProbe, { ...gemini, GEMINI_AUTH_MODE: 'x' }, {}, 'usage'],
  ])('%s', async (...[, operation, env, given, code]) => {
    const thrown = await call(operation, env, { text: 'x', ...given }).then(String, (each: unknown) => each)
    expect(thrown).toMatchObject({ code, remedy: expect.stringMatching(/./) })
  })
})
