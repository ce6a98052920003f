import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { pullModel, type Pull, type Pulled } from '@wuku/models/hub/pull'
import { openHttp } from '@wuku/guarded-fetch/http-client'
import { COMMIT, startHub, type HubServer } from './onnx/hub-server.ts'
import { scratchFolder } from '../scratch.ts'

const weights = Buffer.alloc(50_000, 'weights of a model ')
const quantized = Buffer.alloc(9_000, 'fewer bits ')
const files = {
  'README.md': Buffer.from('# Small'),
  'config.json': Buffer.from('{}'),
  'tokenizer.json': Buffer.alloc(3_000, '{ }'),
  'tokenizer_config.json': Buffer.from('{ "model_max_length": 64 }'),
  '1_Pooling/config.json': Buffer.from('{ "pooling_mode_cls_token": true }'),
  'model.safetensors': Buffer.alloc(90_000),
  'onnx/model.onnx': weights,
  'onnx/model.onnx_data': Buffer.alloc(2_500, 'outside '),
  'onnx/model_quantized.onnx': quantized,
  '../evil.json': Buffer.from('{}'),
}

let home = ''
let hub: HubServer

beforeEach(async () => {
  home = scratchFolder()
  hub = await startHub({ ...files })
})
afterEach(() => hub.close())

const steps: string[] = []
function pull({ token = '', ...wish }: Partial<Pull> & { readonly token?: string } = {}): Promise<Pulled> {
  const http = openHttp({ allowPrivate: [new URL(hub.url).host, hub.cdnHost], pause: async () => {} })
  steps.length = 0
  return pullModel({
    hub: { url: new URL(hub.url), token: () => token, http },
    home,
    name: 'org/small',
    revision: 'main',
    variant: '',
    signal: new AbortController().signal,
    progress: ({ file, done, total }) => steps.push(`${file} ${done} ${total}`),
    ...wish,
  })
}

/** Until so much of a file has been written. */
async function untilLies(path: string, bytes: number): Promise<void> {
  const part = join(home, 'models/.partial', `org--small-${COMMIT.slice(0, 12)}`, `${path}.part`)
  while ((statSync(part, { throwIfNoEntry: false })?.size ?? 0) < bytes) await setImmediate()
}

const lies = (path: string): Buffer => readFileSync(join(home, 'models/org/small', path))
const allFiles = (): readonly string[] =>
  readdirSync(join(home, 'models/org/small'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(join(home, 'models/org/small').length + 1))
    .toSorted()

describe('a model that is pulled', () => {
  it('is there with what it takes to run it, and nothing else', async () => {
    const { folder, bytes } = await pull()
    expect(folder).toBe(join(home, 'models/org/small'))
    expect(allFiles()).toEqual([
      '.wuku.json',
      '1_Pooling/config.json',
      'config.json',
      'onnx/model.onnx',
      'onnx/model.onnx_data',
      'tokenizer.json',
      'tokenizer_config.json',
    ])
    expect(lies('onnx/model.onnx').equals(weights)).toBe(true)
    const needed = allFiles().filter((path) => path in files) as (keyof typeof files)[]
    expect(bytes).toBe(needed.reduce((sum, path) => sum + files[path].length, 0))
    expect(steps.at(-1)).toBe(`onnx/model.onnx_data ${bytes} ${bytes}`)
    expect(readdirSync(join(home, 'models/.partial'))).toEqual([])
  })

  it('is not fetched twice, and another variant joins it', async () => {
    await pull()
    hub.asked.length = 0
    expect((await pull()).bytes).toBe(0)
    expect(hub.asked).toHaveLength(1)
    expect((await pull({ variant: 'quantized' })).bytes).toBe(quantized.length)
    expect(lies('onnx/model_quantized.onnx').equals(quantized)).toBe(true)
    expect(lies('onnx/model.onnx').equals(weights)).toBe(true)
  })

  it('goes on where the line broke', async () => {
    hub.mischief = { breaksOff: { after: 20_000, times: 2, lie: untilLies } }
    await pull()
    const ranges = hub.asked
      .filter(({ at, path }) => at === 'cdn' && path === '/onnx%2Fmodel.onnx')
      .map(({ range }) => range)
    expect(ranges).toEqual([undefined, 'bytes=20000-', 'bytes=40000-'])
    expect(lies('onnx/model.onnx').equals(weights)).toBe(true)
  })

  it('goes on where an earlier run stopped, and is not seen before', async () => {
    hub.mischief = { breaksOff: { after: 4_000, times: 4, lie: untilLies } }
    await expect(pull()).rejects.toMatchObject({
      code: 'fetch-failed',
      message: expect.stringContaining('16000 of 50000'),
    })
    expect(existsSync(join(home, 'models/org/small'))).toBe(false)
    hub.asked.length = 0
    await pull()
    expect(hub.asked.find(({ path }) => path === '/onnx%2Fmodel.onnx')?.range).toBe('bytes=16000-')
    expect(lies('onnx/model.onnx').equals(weights)).toBe(true)
  })

  it('begins anew where the server knows no parts', async () => {
    hub.mischief = { breaksOff: { after: 20_000, times: 1, lie: untilLies }, knowsNoRanges: true }
    await pull()
    expect(lies('onnx/model.onnx').equals(weights)).toBe(true)
  })

  it('is given up when the user stops it', async () => {
    const stopping = new AbortController()
    const pulling = pull({
      signal: stopping.signal,
      progress: ({ file }) => file.startsWith('onnx') && stopping.abort(),
    })
    await expect(pulling).rejects.toMatchObject({ code: 'cancelled' })
    expect(existsSync(join(home, 'models/org/small'))).toBe(false)
  })
})

describe('a token', () => {
  it('goes to the hub, and not to the host that it redirects to', async () => {
    hub.mischief = { gated: 'hf_secret' }
    await pull({ token: 'hf_secret' })
    const sent = new Set(hub.asked.map(({ at, authorization }) => `${at} ${authorization}`))
    expect([...sent].toSorted()).toEqual(['cdn undefined', 'hub Bearer hf_secret'])
  })

  it.each(['', 'hf_wrong'])('that is missing or wrong is told without being shown (%s)', async (token) => {
    hub.mischief = { gated: 'hf_secret' }
    const error = await pull({ token }).catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ code: 'fetch-failed', remedy: expect.stringContaining('HF_TOKEN') })
    expect(JSON.stringify(error)).not.toMatch(/hf_(secret|wrong)/)
  })
})

describe('what cannot be pulled', () => {
  const check = (code: string, said: RegExp, wish: Partial<Pull> = {}): Promise<void> =>
    expect(pull(wish)).rejects.toMatchObject({
      code,
      message: expect.stringMatching(said),
      remedy: expect.stringMatching(/\w/),
    })

  it('a model that is not there', () => check('not-found', /no model "org\/none"/, { name: 'org/none' }))
  it('a revision that is not there', () => check('not-found', /revision/, { revision: 'v9' }))
  it('a variant that is not there', async () => {
    await check('not-found', /no variant "int4"/, { variant: 'int4' })
    await expect(pull({ variant: 'int4' })).rejects.toMatchObject({
      remedy: expect.stringContaining('model, model_quantized'),
    })
  })
  it('a model without ONNX', async () => {
    hub.files = { 'config.json': Buffer.from('{}'), 'model.safetensors': Buffer.alloc(10) }
    await check('not-found', /no ONNX file/)
  })
  it('a model without a tokenizer', async () => {
    hub.files = { 'model.onnx': weights }
    await check('not-found', /no tokenizer\.json/)
  })
  it('what is not what the hub says it is, which is not kept', async () => {
    hub.mischief = { changes: true }
    await check('fetch-failed', /has a different hash/)
    hub.mischief = {}
    await pull()
    expect(lies('onnx/model.onnx').equals(weights)).toBe(true)
  })
  it('from what is no hub', async () => {
    hub.mischief = { isNoHub: true }
    await check('fetch-failed', /not a list of model files/)
  })
  it.each(['../../etc', 'a/b/c', '/etc/passwd', 'https://x/y'])('by a name that is none: %s', (name) =>
    check('usage', /not a model name/, { name }),
  )
})
