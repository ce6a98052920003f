import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { compose } from '../src/compose.ts'
import { readSettings } from '@wuku/settings/app-settings'
import type { Engine } from '@wuku/kernel/base/engine'
import { openModelServer, says } from '../../models/test/model-server.ts'
import { makeChatWise } from '../../chats/test/databases/chat-databases.ts'
import { makeDatabase, sample } from '../../chats/test/databases/databases.ts'
import { scratchFolder } from '../../../test/scratch.ts'

let home = ''
beforeEach(() => void (home = scratchFolder()))

async function withEngine<T>(env: Record<string, string>, work: (engine: Engine) => Promise<T>): Promise<T> {
  const surroundings = { env: { WUKU_HOME: home, ...env }, platform: 'linux' as const, userFolder: home }
  const engine = await compose(await readSettings(surroundings), surroundings)
  try {
    return await work(engine)
  } finally {
    await engine.close()
  }
}

const ask = ({ models: { generator } }: Engine) =>
  generator().generate({ instructions: 'x', text: 'x', signal: new AbortController().signal })

describe('the language model', () => {
  it('is the one of the settings', async () => {
    const { url, asked } = await openModelServer(says('Noon.'))
    await writeFile(join(home, 'settings.yaml'), `models: { generator: { url: "${url}", model: tide-1 } }\n`)
    expect(await withEngine({ WUKU_GENERATOR_KEY: 'not-a-real-key' }, ask)).toMatchObject({ text: 'Noon.' })
    expect(asked).toMatchObject([{ body: { model: 'tide-1' }, headers: { authorization: 'Bearer not-a-real-key' } }])
  })

  const url = 'http://127.0.0.1:1/v1'
  it.each<[says: string, env: Record<string, string>, code: string, remedy: RegExp]>([
    ['nothing is set', {}, 'model-missing', /models\.generator\.url and models\.generator\.model in .*settings\.yaml/],
    ['no name is set', { WUKU_GENERATOR_URL: url }, 'model-missing', /WUKU_GENERATOR_MODEL/],
    ['no address is set', { WUKU_GENERATOR_MODEL: 'm' }, 'model-missing', /WUKU_GENERATOR_URL/],
    [
      'nothing may be sent',
      { WUKU_GENERATOR_URL: url, WUKU_GENERATOR_MODEL: 'm', WUKU_OFFLINE: '1' },
      'offline',
      /offline/,
    ],
  ])('is missed with a remedy when %s', (_says, env, code, remedy) =>
    expect(withEngine(env, async (engine) => ask(engine))).rejects.toMatchObject({
      code,
      remedy: expect.stringMatching(remedy),
    }),
  )
})

describe('the embedding model', () => {
  it.each<[says: string, env: Record<string, string>, code: string, remedy: RegExp]>([
    ['nothing is set', {}, 'model-missing', /models\.embedder\.provider.*settings\.yaml.*GEMINI_API_KEY/],
    ['no provider is set', { WUKU_EMBEDDER_URL: 'http://127.0.0.1:1' }, 'model-missing', /WUKU_EMBEDDER_PROVIDER/],
    ['nothing may be sent', { GEMINI_API_KEY: 'not-a-real-key', WUKU_OFFLINE: '1' }, 'offline', /WUKU_OFFLINE/],
    ['the provider is unknown', { WUKU_EMBEDDER_PROVIDER: 'moon' }, 'usage', /gemini, openai/],
  ])('is missed with a remedy when %s', (_says, env, code, remedy) =>
    expect(withEngine(env, async ({ models: { embedder } }) => embedder())).rejects.toMatchObject({
      code,
      remedy: expect.stringMatching(remedy),
    }),
  )

  it('is the one of the settings', () =>
    expect(
      withEngine({ GEMINI_API_KEY: 'not-a-real-key' }, async ({ models: { embedder } }) => embedder().describe()),
    ).resolves.toMatchObject({ provider: 'gemini', model: 'gemini-embedding-2', hasApiKey: true }))
})

describe('a database', () => {
  beforeEach(() => makeDatabase(join(home, 'my scratchpad.db'), { schema: 4 }, sample).close())

  it('is no source, and the error says what to do with it', () =>
    expect(
      withEngine({}, (engine) => engine.sources.add({ root: '~/my scratchpad.db', options: {} })),
    ).rejects.toMatchObject({
      code: 'bad-input',
      remedy: expect.stringContaining(`wuku add '${home}/my scratchpad.db' --kind pads`),
    }))

  it('is opened where the user says', async () => {
    const counted = await withEngine({}, async ({ pads: { openArchive: openPadArchive } }) => {
      const archive = await openPadArchive('~/my scratchpad.db')
      await archive.close()
      return [archive.root, archive.workflows, archive.pads]
    })
    expect(counted).toEqual([join(home, 'my scratchpad.db'), 2, 3])
  })

  it('that is not there is told', () =>
    expect(
      withEngine({}, ({ pads: { openArchive: openPadArchive } }) => openPadArchive('~/no.db')),
    ).rejects.toMatchObject({
      code: 'root-missing',
    }))
})

describe('a database of conversations', () => {
  const indexed = async (engine: Engine) => {
    await engine.index.update({ sources: [] })
    const facts = await engine.read((view) => view.sources.facts())
    return facts.map(({ source, documents }) => [source.kind, source.root, documents])
  }

  it('is recognised, indexed by its storehouse, and refused by others', async () => {
    const file = join(home, 'app.db')
    const db = makeChatWise(file)
    await withEngine({}, async (engine) => {
      await engine.sources.add({ root: '~/app.db', options: {} })
      expect(await indexed(engine)).toEqual([['chats', file, 2]])
      await expect(engine.sources.add({ root: '~/app.db', kind: 'notes', options: {} })).rejects.toMatchObject({
        code: 'bad-input',
      })
    })
    db.close()
  })

  const line = (cwd: string): string =>
    JSON.stringify({ type: 'user', uuid: 'u', sessionId: 's', cwd, message: { role: 'user', content: '潮汐' } })

  it.each([
    [{}, 2],
    [{ WUKU_CHATS_EXCLUDE: '~/clients/**' }, 1],
    [{ WUKU_CHATS_EXCLUDE: 'shop-1, clients-1' }, 0],
  ])('or a transcript is kept out by the settings %j', async (env, documents) => {
    await mkdir(join(home, 'transcripts'))
    for (const project of ['clients', 'shop'])
      await writeFile(
        join(home, 'transcripts', `${project}-1.jsonl`),
        line(join(home, project, 'acme')).replace('"s"', `"${project}-1"`),
      )
    await withEngine(env, async (engine) => {
      await engine.sources.add({ root: '~/transcripts', kind: 'chats', options: {} })
      expect(await indexed(engine)).toEqual([['chats', join(home, 'transcripts'), documents]])
    })
  })
})

it('limits of pads come from the settings', () =>
  withEngine({ WUKU_PADS_BYTES: '5' }, async ({ pads: { limits } }) =>
    expect(limits).toEqual({ padBytes: 5, padsPerWorkflow: 50, padVersions: 1_000 }),
  ))
