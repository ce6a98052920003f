import { describe, expect, it } from 'vitest'
import { WukuError } from '@wuku/core/errors'
import { askForWords } from '../../src/importing/enrich.ts'
import type { GenerateRequest, Generator } from '@wuku/core/ports/generator'
import { openHouse, type DocsHouse, type HouseOptions } from '../docs-house.ts'
import { pages } from '../origins.ts'

const REPOSITORY = 'https://github.com/sea/tides'
const example = (call: string): string => `# Guide\n\n## Calls\n\nCalls it.\n\n\`\`\`ts\n${call}\n\`\`\`\n`
const asked = { url: REPOSITORY, name: 'tides', version: '1' }

interface Model extends Generator {
  readonly requests: GenerateRequest[]
}

function openModel(answer: (text: string, count: number) => string): Model {
  const requests: GenerateRequest[] = []
  return {
    model: 'tide-1',
    requests,
    async generate(request) {
      requests.push(request)
      return { text: answer(request.text, requests.length), model: 'tide-1', isCut: false }
    },
  }
}

const words = (title: string): string =>
  JSON.stringify({ title, description: `${title}, gently.`, content_type: 'code' })

const openWith = (generator: Generator, files: Readonly<Record<string, string>>, docs: HouseOptions['docs'] = {}) => {
  const house = openHouse({ generator, docs: { enrich: true, ...docs } })
  house.origins.at(REPOSITORY, { steps: pages(files) })
  return house
}

async function titles(house: DocsHouse, topic: string): Promise<readonly string[]> {
  const { documents } = await house.call<{ documents: { title: string }[] }>('get-library-docs', {
    library_id: 'tides',
    topic,
  })
  return documents.map(({ title }) => title)
}

async function warnings(house: DocsHouse): Promise<readonly string[]> {
  await house.clock.strike()
  const { items } = await house.engine.read((view) => view.records.activities({ limit: 100, offset: 0 }))
  return items.filter(({ event }) => event === 'document.enrich').map(({ target }) => target ?? '')
}

describe('titles by a language model', () => {
  it('are found and shown', async () => {
    const house = openWith(
      openModel(() => words('用 pull 调用月亮')),
      { 'a.md': example('moon.pull()'), 'b.md': '# B\n\nOnly prose.' },
    )
    await house.call('import-docs', asked)
    expect(await titles(house, '月亮')).toEqual(['用 pull 调用月亮'])
  })

  it('are not asked for again where the text is the same', async () => {
    const model = openModel((text) => words(`Call ${/moon\.\w+/.exec(text)?.[0]}`))
    const files = { 'a.md': example('moon.pull()'), 'b.md': example('moon.push()') }
    const house = openWith(model, files)
    await house.call('import-docs', asked)
    const before = model.requests.length
    house.origins.at(REPOSITORY, { steps: pages({ ...files, 'b.md': example('moon.stay()') }) })
    await house.call('refresh-library', { library: 'tides' })
    expect(model.requests.slice(before).map(({ text }) => /moon\.\w+/.exec(text)?.[0])).toEqual(['moon.stay'])
    await house.call('refresh-library', { library: 'tides', rebuild: true })
    expect(model.requests.length).toBe(before + 1)
    expect((await titles(house, 'call moon')).toSorted()).toEqual(['Call moon.pull', 'Call moon.stay'])
  })

  it('are asked for without secrets', async () => {
    const model = openModel(() => words('Call'))
    const house = openWith(model, { 'a.md': example(`connect('sk-proj-${'Fake0'.repeat(10)}')`) })
    await house.call('import-docs', asked)
    expect(model.requests).toHaveLength(1)
    expect(JSON.stringify(model.requests)).not.toContain('Fake0')
  })

  function open(docs: HouseOptions['docs']) {
    const model = openModel(() => words('Call'))
    return { house: openWith(model, { 'a.md': example('moon.pull()') }, docs), model }
  }
  it.each<[says: string, open: () => { house: DocsHouse; model: Model }, given: object]>([
    ['nobody wants them', () => open({ enrich: false }), {}],
    ['this import wants none', () => open({}), { plain: true }],
  ])('are not asked for when %s', async (_, opened, given) => {
    const { house, model } = opened()
    await house.call('import-docs', { ...asked, ...given })
    expect([model.requests.length, await titles(house, 'pull')]).toEqual([0, ['Guide > Calls']])
  })

  it('are those of the documents where no model is set up', async () => {
    const house = openHouse({ docs: { enrich: true } })
    house.origins.at(REPOSITORY, { steps: pages({ 'a.md': example('moon.pull()') }) })
    await house.call('import-docs', asked)
    expect([await titles(house, 'pull'), await warnings(house)]).toEqual([['Guide > Calls'], []])
  })
})

describe('a model that fails', () => {
  const files = Object.fromEntries(Array.from({ length: 8 }, (_, at) => [`${at}.md`, example(`moon.pull${at}()`)]))

  it('is not asked further after five failures in a row, and keeps nothing out', async () => {
    const model = openModel(() => {
      throw new WukuError('model-failed', 'It is overloaded.', 'Wait.')
    })
    const house = openWith(model, files)
    expect(await house.call('import-docs', asked)).toMatchObject({ success_count: 8, failed_count: 0 })
    expect([model.requests.length, await warnings(house)]).toEqual([5, ['4.md', '3.md', '2.md', '1.md', '0.md']])
  })

  it('now and then leaves the others their titles', async () => {
    const model = openModel((_, count) => (count % 2 === 0 ? 'Sorry, I cannot.' : words(`Pull number ${count}`)))
    const house = openWith(model, files)
    await house.call('import-docs', asked)
    expect([model.requests.length, (await warnings(house)).length]).toEqual([8, 4])
    expect((await titles(house, 'number')).length).toBe(4)
  })
})

it('an import that is stopped while it is enriched leaves nothing', async () => {
  const stop = new AbortController()
  const house = openWith(
    openModel(() => {
      stop.abort()
      return words('Call')
    }),
    { 'a.md': example('moon.pull()') },
  )
  await expect(house.call('import-docs', asked, { signal: stop.signal })).rejects.toMatchObject({ code: 'cancelled' })
  expect(await house.kept()).toEqual({ libraries: [], versions: [], sources: [], blobs: [] })
})

describe('what a model says', () => {
  it('is cut between letters', async () => {
    const long = `a${'🌊'.repeat(500)}`
    const { title, description } = await ask(JSON.stringify({ title: long, description: long }))
    expect([title, description].map((text) => text.isWellFormed())).toEqual([true, true])
  })
  const ask = (said: string) =>
    askForWords(
      { source: 'a.md', language: '', text: 'moon()' },
      openModel(() => said),
      new AbortController().signal,
    )
  it.each<[said: string, words: object]>([
    ['{"title":"T","description":"D"}', { title: 'T', description: 'D' }],
    [
      'Here it is:\n```json\n{"title":" T ","description":"a\\n b","content_type":"info","language":"TS"}\n```',
      { title: 'T', description: 'a b', type: 'info', language: 'ts' },
    ],
    ['{"title":"T","description":"","content_type":"poem","language":""}', { title: 'T', description: '' }],
    [
      JSON.stringify({ title: '潮'.repeat(200), description: 'x'.repeat(900) }),
      { title: '潮'.repeat(80), description: 'x'.repeat(400) },
    ],
  ])('%j is read', async (said, expected) => expect(await ask(said)).toEqual(expected))

  it.each(['', 'no', '{', '{"title":""}', '{"title":"T"}', '{"title":1,"description":"D"}', '[]', '}{'])(
    '%j is none',
    (said) => expect(ask(said)).rejects.toMatchObject({ code: 'model-failed' }),
  )

  it('is asked of the beginning of a long text', async () => {
    const model = openModel(() => words('T'))
    const text = `a${'🌊'.repeat(10_000)}`
    await askForWords({ source: 'a.md', language: 'ts', text }, model, new AbortController().signal)
    expect(model.requests[0]?.text.length).toBeLessThan(6_500)
    expect(model.requests[0]?.text.isWellFormed()).toBe(true)
  })
})

it.each<[said: string, name: string]>([
  ['Tide Tables', 'Tide Tables'],
  ['"潮汐表".', '潮汐表'],
  ['It is called the Tide Tables library', 'tides'],
  ['', 'tides'],
  ['a\nb', 'tides'],
])('what people call a library: %j names it %s', async (said, name) => {
  const house = openWith(
    openModel(() => said),
    { 'a.md': '# A\n\nEbb.' },
  )
  await house.call('import-docs', { url: REPOSITORY })
  expect((await house.kept()).libraries).toEqual([`${name} active`])
})
