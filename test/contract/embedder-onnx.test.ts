import { copyFile, mkdir, rm, symlink, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openOnnxEmbedder } from '@wuku/models/onnx/embedder'
import { asDocument, asQuery, likeness, openHouse, patient, type House } from './onnx/house.ts'
import {
  meanings,
  writeCrossEncoder,
  writeHiddenModel,
  writeModelFiles,
  writeSentenceModel,
  writeSplitModel,
} from './onnx/small-models.ts'
import { wordPiece } from './onnx/tokenizer-files.ts'

const house = openHouse()

beforeAll(async () => {
  await writeHiddenModel(house.folder('hidden'), { meanings })
  await writeSentenceModel(house.folder('sentence'), { meanings })
})
afterAll(() => house.end())

describe('vectors of a model of this machine', () => {
  it('are near where the meaning is, whatever the words', async () => {
    const embedder = await house.embedder('hidden')
    const [tide, ebb, chinese, cake] = await embedder.embed(['the tide', 'Ebb', '潮', 'flour'], asDocument)
    expect(tide).toHaveLength(16)
    expect([likeness(tide, ebb), likeness(tide, chinese)].map((each) => each.toFixed(3))).toEqual(['1.000', '1.000'])
    expect(likeness(tide, cake)).toBeLessThan(0.7)
  })

  it.each(['hidden', 'sentence'])('are the same alone and in a batch that pads them (%s)', async (name) => {
    const embedder = await house.embedder(name)
    const texts = ['moon', 'tide moon ship harbour recipe ebb', '', 'ship ship ship', 'cake']
    const together = await embedder.embed(texts, asDocument)
    const alone = await Promise.all(texts.map(async (text) => (await embedder.embed([text], asDocument))[0]))
    expect(together).toEqual(alone)
  })

  it('come in the order of the texts, however many and however long', async () => {
    const embedder = await house.embedder('hidden')
    const words = ['tide', 'harbour', 'moon', 'ship', 'recipe']
    const texts = Array.from({ length: 333 }, (_, i) => `${words[i % 5]} `.repeat(1 + ((i * 7) % 50)))
    const vectors = await embedder.embed(texts, asDocument)
    const usual = await embedder.embed(words, asDocument)
    expect(vectors.map((vector, i) => likeness(vector, usual[i % 5]).toFixed(3))).toEqual(texts.map(() => '1.000'))
  })

  it('of no texts are none, and start nothing', async () => {
    const idle = openHouse()
    await writeHiddenModel(idle.folder('hidden'), { meanings })
    expect(await (await idle.embedder('hidden')).embed([], asDocument)).toEqual([])
    expect(idle.thread.isRunning).toBe(false)
    await idle.end()
  })

  it('of a text that is too long are those of its beginning', async () => {
    const embedder = await house.embedder('hidden')
    const long = `${'tide '.repeat(62)}${'cake '.repeat(5_000)}`
    const [cut, tide] = await embedder.embed([long, 'tide '.repeat(62)], asDocument)
    expect(likeness(cut, tide)).toBeCloseTo(1, 6)
  })
})

describe('how a model wants its texts', () => {
  it('is said by its files: pooling and prompts', async () => {
    const beside = {
      '1_Pooling/config.json': { pooling_mode_cls_token: false, pooling_mode_lasttoken: true },
      'config_sentence_transformers.json': { prompts: { query: 'moon ', document: 'ship ' } },
    }
    await writeHiddenModel(house.folder('prompted'), { meanings, beside })
    const embedder = await house.embedder('prompted')
    const facts = embedder.describe()
    expect(facts).toMatchObject({ provider: 'onnx', isLocal: true, authMode: 'none', hasApiKey: false })
    expect(facts.manner).toMatch(/^last \["moon ","ship "\] 64 [\da-f]{12}$/)
    expect(facts.endpoint).toMatch(/^file:.*prompted\/onnx\/model\.onnx$/)
    // Its last token is `[SEP]`, which means nothing to this model.
    const [vector] = await embedder.embed(['tide'], asQuery)
    expect(vector?.every((each) => each === 0)).toBe(true)
  })

  it('puts its prompt before a question, and another before a document', async () => {
    const beside = { 'config_sentence_transformers.json': { prompts: { query: 'moon ', document: 'ship ' } } }
    await writeSentenceModel(house.folder('asked'), { meanings, beside })
    const embedder = await house.embedder('asked')
    const [query] = await embedder.embed(['tide'], asQuery)
    const [document] = await embedder.embed(['tide'], asDocument)
    const plain = await (await house.embedder('sentence')).embed(['moon tide', 'ship tide'], asDocument)
    expect([likeness(query, plain[0]), likeness(document, plain[1])]).toEqual([expect.closeTo(1), expect.closeTo(1)])
    expect(likeness(query, document)).toBeLessThan(0.95)
  })

  it('changes its manner with its weights', async () => {
    await writeHiddenModel(house.folder('other'), { meanings: [...meanings, ['star']] })
    const manners = await Promise.all(
      ['hidden', 'other'].map(async (name) => (await house.embedder(name)).describe().manner),
    )
    expect(manners[0]).not.toBe(manners[1])
  })

  it('may be another file of the folder', async () => {
    await writeHiddenModel(house.folder('variants'), { meanings, dimensions: 8, file: 'onnx/model_quantized.onnx' })
    await writeHiddenModel(house.folder('variants'), { meanings })
    const [full] = await (await house.embedder('variants')).embed(['tide'], asDocument)
    const [small] = await (await house.embedder('variants', { variant: 'quantized' })).embed(['tide'], asDocument)
    expect([full?.length, small?.length]).toEqual([16, 8])
    await expect(house.embedder('variants', { variant: 'int8' })).rejects.toMatchObject({
      code: 'model-missing',
      remedy: expect.stringContaining('model, model_quantized'),
    })
  })

  it('may be weights in a file beside it, also where both are links of the cache of the hub', async () => {
    await writeSplitModel(house.folder('split'), { meanings })
    const [there] = await (await house.embedder('split')).embed(['tide'], asDocument)
    await linkAsHubCache(house.folder('split'), house.folder('cache'))
    const [linked] = await (await house.embedder('cache/snapshots/main')).embed(['tide'], asDocument)
    expect(linked).toEqual(there)
  })
})

/** Files lie under names that say nothing, and a snapshot is made of links to them. */
async function linkAsHubCache(model: string, cache: string): Promise<void> {
  const files = ['onnx/model.onnx', 'onnx/model.onnx_data', 'tokenizer.json', 'tokenizer_config.json', 'config.json']
  await mkdir(join(cache, 'blobs'), { recursive: true })
  for (const [at, file] of files.entries()) {
    const link = join(cache, 'snapshots/main', file)
    await mkdir(dirname(link), { recursive: true })
    await copyFile(join(model, file), join(cache, 'blobs', `hash${at}`))
    await symlink(relative(dirname(link), join(cache, 'blobs', `hash${at}`)), link)
  }
}

describe('the thread that models run in', () => {
  it('is one for all who ask, and holds a model once', async () => {
    const shared = openHouse()
    await writeHiddenModel(shared.folder('hidden'), { meanings })
    const [one, two] = [await shared.embedder('hidden'), await shared.embedder('hidden')]
    expect(shared.thread.isRunning).toBe(false)
    const asked = Array.from({ length: 40 }, (_, i) => (i % 2 ? one : two).embed([`tide ${i}`, 'moon'], asDocument))
    expect((await Promise.all(asked)).every(([, moon]) => moon?.length === 16)).toBe(true)
    await one.close()
    expect(shared.thread.isRunning).toBe(false)
    expect(await two.embed(['tide'], asDocument)).toHaveLength(1)
    await shared.end()
  })

  it('ends when nobody asks, and starts anew', async () => {
    const restless = openHouse({ idleMilliseconds: 50 })
    await writeHiddenModel(restless.folder('hidden'), { meanings })
    const embedder = await restless.embedder('hidden')
    const first = await embedder.embed(['tide'], asDocument)
    await expect.poll(() => restless.thread.isRunning).toBe(false)
    expect(await embedder.embed(['tide'], asDocument)).toEqual(first)
    await restless.end()
  })

  it('gives the memory of its models back', async () => {
    const restless = openHouse({ idleMilliseconds: 50 })
    const words = [Array.from({ length: 20_000 }, (_, i) => `word${i}`)]
    await writeHiddenModel(restless.folder('large'), { meanings: words, dimensions: 512 })
    const embedder = await restless.embedder('large')
    const before = process.memoryUsage.rss()
    await embedder.embed(['word17'], asDocument)
    const held = process.memoryUsage.rss() - before
    await expect.poll(() => restless.thread.isRunning).toBe(false)
    await expect.poll(() => process.memoryUsage.rss() - before).toBeLessThan(held / 2)
    expect(held).toBeGreaterThan(40e6)
    await restless.end()
  })

  it('that broke down is replaced, and a text that always breaks it is told', async () => {
    const script = new URL('onnx/breaking-worker.ts', import.meta.url)
    const frail = openHouse({ script })
    await writeHiddenModel(frail.folder('hidden'), { meanings })
    const embedder = await frail.embedder('hidden')
    await expect(embedder.embed(['break'], asDocument)).rejects.toMatchObject({
      failure: { kind: 'server', message: expect.stringContaining('it broke') },
    })
    expect(await embedder.embed(['tide'], asDocument)).toHaveLength(1)
    await frail.end()
  })

  it('is not waited for by who has given up, and goes on for the others', async () => {
    const embedder = await house.embedder('hidden')
    const giving = new AbortController()
    const many = Array.from({ length: 3_000 }, (_, i) => `tide ${i} `.repeat(12))
    const aborted = embedder.embed(many, { purpose: 'document', signal: giving.signal })
    const kept = embedder.embed(['moon'], asDocument)
    await pause(5)
    giving.abort(new Error('enough'))
    await expect(aborted).rejects.toThrow('enough')
    expect(await kept).toHaveLength(1)
    const before = AbortSignal.abort(new Error('too late'))
    await expect(embedder.embed(['moon'], { purpose: 'query', signal: before })).rejects.toThrow('too late')
  })

  it('answers a question before the documents that wait', async () => {
    const embedder = await house.embedder('hidden')
    const many = Array.from({ length: 4_000 }, (_, i) => `tide ${i}`)
    const done: string[] = []
    const documents = embedder.embed(many, asDocument).then(() => done.push('documents'))
    await embedder.embed(['moon'], asQuery).then(() => done.push('query'))
    await documents
    expect(done).toEqual(['query', 'documents'])
  })

  it('tells whoever waits when it is closed', async () => {
    const closing = openHouse()
    await writeHiddenModel(closing.folder('hidden'), { meanings })
    const embedder = await closing.embedder('hidden')
    const asked = embedder.embed(
      Array.from({ length: 500 }, () => 'tide'),
      asDocument,
    )
    const told = expect(asked).rejects.toMatchObject({ code: 'cancelled' })
    await pause(1)
    await closing.thread.close()
    await told
    expect(closing.thread.isRunning).toBe(false)
    await closing.end()
  })

  it('is closed at any moment of a run, and the process lives', async () => {
    const closing = openHouse()
    await writeHiddenModel(closing.folder('hidden'), { meanings })
    const embedder = await closing.embedder('hidden')
    const many = Array.from({ length: 500 }, (_, i) => 'moon tide '.repeat(i % 90))
    for (let moment = 0; moment < 30; moment++) {
      await embedder.embed(['tide'], asDocument)
      const told = expect(embedder.embed(many, asDocument)).rejects.toMatchObject({ code: 'cancelled' })
      await pause(moment)
      await closing.thread.close()
      await told
    }
    await closing.end()
  })
})

describe('what cannot be run is told with a remedy', () => {
  const check = async (name: string, said: RegExp, make: (folder: string, at: House) => Promise<void>) => {
    await make(house.folder(name), house)
    const asked = house.embedder(name).then((embedder) => embedder.embed(['tide'], asDocument))
    await expect(asked).rejects.toMatchObject({
      failure: { kind: 'not_embeddings', message: expect.stringMatching(said), remedy: expect.stringMatching(/\w+/) },
    })
  }

  it('a file that is no ONNX', () =>
    check('no-onnx', /cannot be opened as an ONNX model/, async (folder) => {
      await writeHiddenModel(folder, { meanings })
      await writeFile(join(folder, 'onnx', 'model.onnx'), 'version https://git-lfs.github.com/spec/v1\n')
    }))

  it('a file that was cut', () =>
    check('cut', /cannot be opened as an ONNX model/, async (folder) => {
      await writeSplitModel(folder, { meanings })
      await writeFile(join(folder, 'onnx', 'model.onnx_data'), 'short')
    }))

  it('a model without its tokenizer', () =>
    check('mute', /tokenizer\.json is missing/, async (folder) => {
      await writeHiddenModel(folder, { meanings })
      await rm(join(folder, 'tokenizer.json'))
    }))

  it('a tokenizer that is none', () =>
    check('babel', /tokenizer/, async (folder) => {
      await writeHiddenModel(folder, { meanings })
      await writeModelFiles(folder, { model: { type: 'Runes' } })
    }))

  it('a tokenizer that knows more words than the model', () =>
    check('strange', /failed on a text/, async (folder) => {
      await writeHiddenModel(folder, { meanings: [['moon']] })
      await writeModelFiles(folder, wordPiece(['moon', 'x', 'y', 'tide']))
    }))

  it('a model that judges', () =>
    check('judge', /returns no embeddings/, (folder) => writeCrossEncoder(folder, { meanings })))

  it('a model with a layer that its file does not hold', () =>
    check('headless', /needs a layer/, (folder) =>
      writeHiddenModel(folder, {
        meanings,
        beside: { 'modules.json': [{ path: '2_Dense', type: 'sentence_transformers.models.Dense' }] },
      }),
    ))

  it('vectors of another length than the one that is set', async () => {
    const embedder = await house.embedder('hidden', { dimensions: 384 })
    await expect(embedder.embed(['tide'], asDocument)).rejects.toMatchObject({
      failure: { kind: 'dimensions', dimensions: 16 },
    })
  })

  it('a machine without the runtime, with the command that installs it', async () => {
    const home = house.folder('nobody')
    const embedder = openOnnxEmbedder({ ...(await house.here('hidden')), home, dimensions: undefined })
    await expect(embedder.embed(['tide'], { purpose: 'query', signal: patient })).rejects.toMatchObject({
      code: 'model-missing',
      remedy: 'Run "wuku parts add models".',
    })
  })
})
