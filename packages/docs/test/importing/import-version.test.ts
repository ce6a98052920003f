import { describe, expect, it } from 'vitest'
import { WukuError } from '@wuku/core/errors'
import type { SourceId } from '@wuku/core/core-types'
import { everything } from '@wuku/core/ports/access'
import { openHouse, type DocsHouse, type Faults } from '../docs-house.ts'
import { page, pages, type Script } from '../origins.ts'

const REPOSITORY = 'https://github.com/sea/tides'
const guide = '# Guide\n\nThe ebb follows the flood.\n'
const asked = { url: REPOSITORY, name: 'tides', version: '1.0.0' }
const lost = new WukuError('fetch-failed', 'The line went dead.', 'Try again.')

async function withOneVersion(): Promise<DocsHouse> {
  const house = openHouse()
  house.origins.at(REPOSITORY, { steps: pages({ 'guide.md': guide }), facts: { commit: 'c1' } })
  await house.call('import-docs', asked)
  return house
}

const topicIn = async (house: DocsHouse, topic: string): Promise<readonly string[]> => {
  const { documents } = await house.call<{ documents: { content: string }[] }>('get-library-docs', {
    library_id: 'tides',
    topic,
  })
  return documents.map(({ content }) => content)
}

describe('an import', () => {
  it('brings a library with its version in', async () => {
    const house = openHouse()
    const steps = [
      ...pages({ 'guide.md': guide, '潮汐.md': '# 潮汐\n\n月亮引起潮汐。🌊👩‍🚀\r\n' }),
      { is: 'refused', path: 'huge.pdf', said: 'It is too large.', remedy: 'Split it.' } as const,
      page('empty.md', ''),
    ]
    house.origins.at(REPOSITORY, {
      steps,
      facts: { leftOut: 3, commit: 'c1', ref: 'v1', url: `${REPOSITORY}/tree/v1` },
    })
    expect(await house.call('import-docs', asked)).toMatchObject({
      created: true,
      changed: true,
      version: '1.0.0',
      success_count: 2,
      failed_count: 1,
      failed_files: [{ path: 'huge.pdf', error: 'It is too large. Split it.' }],
      left_out: 3,
      commit: 'c1',
    })
    expect(await house.kept()).toEqual({
      libraries: ['tides active'],
      versions: ['1 1.0.0 active: guide.md completed, huge.pdf failed, 潮汐.md completed'],
      sources: ['tides@1.0.0'],
      blobs: ['docs/tides-1/1.0.0/empty.md', 'docs/tides-1/1.0.0/guide.md', 'docs/tides-1/1.0.0/潮汐.md'],
    })
    expect(await topicIn(house, '潮汐')).toEqual(['月亮引起潮汐。🌊👩‍🚀'])
  })

  it('is a refresh when it is asked for again', async () => {
    const house = await withOneVersion()
    house.origins.at(REPOSITORY, { steps: pages({ 'guide.md': '# Guide\n\nThe flood comes first.\n' }) })
    expect(await house.call('import-docs', asked)).toMatchObject({ created: false, changed: true })
    expect(house.origins.known()).toEqual({ '': 'c1' })
    expect(await topicIn(house, 'flood')).toEqual(['The flood comes first.'])
    expect(await house.kept()).toEqual({
      libraries: ['tides active'],
      versions: ['1 1.0.0 active: guide.md completed'],
      sources: ['tides@1.0.0'],
      blobs: ['docs/tides-1/1.0.0~2/guide.md'],
    })
  })

  it('goes on counting days where the version before it stopped', async () => {
    const house = await withOneVersion()
    const daysOf = () =>
      house.store.read(everything, async ({ sources }) => {
        const days = await sources.days({ from: '0000-01-01', to: '9999-12-31' })
        return { days: days.map(({ day }) => day), sources: new Set(days.map(({ source }) => source)).size }
      })
    const [before] = await house.store.read(everything, (view) => view.sources.list())
    await house.store.changeSource(before?.id as SourceId, { countedOn: '1970-01-01' })
    const { days } = await daysOf()
    house.origins.at(REPOSITORY, { steps: pages({ 'guide.md': '# Guide\n\nThe flood comes first.\n' }) })
    await house.call('import-docs', asked)
    expect(await daysOf()).toEqual({ days, sources: 1 })
    const [after] = await house.store.read(everything, (view) => view.sources.list())
    expect(after?.id).not.toBe(before?.id)
  })

  it('does nothing when its origin says that nothing is new', async () => {
    const house = await withOneVersion()
    const before = await house.kept()
    house.origins.at(REPOSITORY, { steps: [], facts: { commit: 'c1' } })
    expect(await house.call('import-docs', asked)).toMatchObject({ changed: false })
    expect(await house.call('refresh-library', { library: 'tides' })).toMatchObject({ changed: false })
    expect(await house.kept()).toEqual(before)
  })

  it('fetches all of it when something else is asked for at the same commit', async () => {
    const house = await withOneVersion()
    house.origins.at(REPOSITORY, {
      steps: pages({ 'more/other.md': '# Other\n\nCurrents.\n' }),
      facts: { commit: 'c1' },
    })
    expect(await house.call('import-docs', { ...asked, folders: ['more'] })).toMatchObject({ changed: true })
    expect(house.origins.known()).toEqual({})
  })

  it('takes over what did not change', async () => {
    const house = openHouse()
    house.origins.at('https://sea.example/', {
      steps: [page('a.md', guide, { validator: 'v1' }), page('b.md', '# B\n\nOld.')],
    })
    await house.call('import-docs', { url: 'https://sea.example/', name: 'tides' })
    house.origins.at('https://sea.example/', {
      steps: [
        { is: 'unchanged', path: 'a.md' },
        { is: 'unchanged', path: 'never-was.md' },
        page('b.md', '# B\n\nNew current.'),
      ],
    })
    expect(await house.call('refresh-library', { library: 'tides' })).toMatchObject({
      success_count: 2,
      failed_files: [{ path: 'never-was.md' }],
    })
    expect(house.origins.known()).toEqual({ 'a.md': 'v1' })
    expect([await topicIn(house, 'ebb'), await topicIn(house, 'current')]).toEqual([
      ['The ebb follows the flood.'],
      ['New current.'],
    ])
  })

  it.each<[says: string, name: string, given: object, code: string]>([
    [
      'another origin under a version that is there',
      'import-docs',
      { url: 'https://github.com/land/tides', name: 'tides', version: '1.0.0' },
      'conflict',
    ],
    ['a refresh of a version that is not there', 'refresh-library', { library: 'tides', version: '9' }, 'not-found'],
    [
      'an address with a password',
      'import-docs',
      { url: 'https://me:not-a-real-one@github.com/sea/tides' },
      'bad-input',
    ],
    ['an address that is none', 'import-docs', { url: 'ftp://sea.example' }, 'bad-input'],
    ['a name that means a version of another', 'import-docs', { ...asked, name: 'tides@2' }, 'bad-input'],
    ['a name that means every library', 'import-docs', { ...asked, name: 'All' }, 'bad-input'],
    ['the name of another, that nobody chose', 'import-docs', { url: 'https://github.com/lake/tides' }, 'conflict'],
    ['a policy that is none', 'import-docs', { ...asked, keep: 'some' }, 'bad-input'],
  ])('is refused: %s', async (_, name, given, code) => {
    const house = await withOneVersion()
    house.origins.at('https://github.com/land/tides', { steps: pages({ 'guide.md': guide }) })
    house.origins.at('https://github.com/lake/tides', { look: { slug: '/lake/tides' }, steps: [] })
    const before = await house.kept()
    expect((await house.refusal(name, { ...given })).code).toBe(code)
    expect(await house.kept()).toEqual(before)
  })
})

describe('what fails leaves what was before, and nothing else', () => {
  const files = pages({ 'guide.md': '# Guide\n\nNeap tide.\n', 'more.md': '# More\n\nSpring tide.\n' })
  interface Failure {
    readonly script?: Script
    readonly faults?: Faults
    readonly abortAt?: string
  }
  const tries: readonly [says: string, (house: DocsHouse) => { name: string; given: object }][] = [
    ['a refresh', () => ({ name: 'import-docs', given: asked })],
    ['another version', () => ({ name: 'import-docs', given: { ...asked, version: '2.0.0' } })],
    ['a new library', () => ({ name: 'import-docs', given: { url: REPOSITORY, name: 'currents' } })],
  ]
  describe.each(tries)('%s', (_what, wanted) =>
    it.each<[says: string, failure: Failure]>([
      ['the look', { script: { look: lost, steps: files } }],
      ['the first file', { script: { steps: [lost] } }],
      ['a download that is cut', { script: { steps: [...files, lost] } }],
      ['no file at all', { script: { steps: [] } }],
      [
        'only files that nobody can read',
        { script: { steps: [page('a.pdf', 'broken'), page('b.md', '\u0000\u0001\u0000')] } },
      ],
      ['the disk', { faults: { put: new Error('ENOSPC') } }],
      ['the analysis', { faults: { analyse: new Error('out of memory') } }],
      ['the switch', { faults: { activate: new Error('disk I/O error') } }],
      ['a stop while it downloads', { abortAt: 'downloading' }],
      ['a stop while it is indexed', { abortAt: 'indexing' }],
    ])('%s', async (_, { script, faults = {}, abortAt }) => {
      const house = await withOneVersion()
      const before = await house.kept()
      house.origins.at(REPOSITORY, script ?? { steps: files })
      Object.assign(house.faults, faults)
      const stop = new AbortController()
      const progress = ({ stage }: { stage: string }) => void (stage === abortAt && stop.abort())
      const { name, given } = wanted(house)
      await expect(house.call(name, { ...given }, { signal: stop.signal, progress })).rejects.toThrow()
      expect(await house.kept()).toEqual(before)
      expect(await topicIn(house, 'ebb')).toEqual(['The ebb follows the flood.'])
      Object.assign(house.faults, { put: undefined, analyse: undefined, activate: undefined })
      house.origins.at(REPOSITORY, { steps: files })
      expect(await house.call(name, { ...given })).toMatchObject({ success_count: 2 })
    }),
  )
})

it.each(['~enriched/guide.md', '~aside/guide.md', '~x.md'])(
  'names that are kept for what lies beside the originals: %s is refused',
  async (path) => {
    const house = openHouse()
    house.origins.at(REPOSITORY, { steps: [page('guide.md', guide), page(path, 'no JSON')] })
    expect(await house.call('import-docs', asked)).toMatchObject({ success_count: 1, failed_files: [{ path }] })
    expect((await house.kept()).blobs).toEqual(['docs/tides-1/1.0.0/guide.md'])
  },
)

it('files beside the documents stay where some document includes them, and go where none does', async () => {
  const house = openHouse()
  const aside = (path: string, text: string) => ({ is: 'aside', path, bytes: Buffer.from(text) }) as const
  const include = (path: string) => `# Code\n\n<<< @/${path}\n`
  const steps = [
    page('guide.md', include('snippets/ebb.ts')),
    aside('snippets/ebb.ts', 'export const ebb = 1\n'),
    aside('snippets/flood.ts', 'export const flood = 2\n'),
  ]
  house.origins.at(REPOSITORY, { steps })
  await house.call('import-docs', asked)
  expect((await house.kept()).blobs).toEqual([
    'docs/tides-1/1.0.0/guide.md',
    'docs/tides-1/1.0.0/~aside/snippets/ebb.ts',
  ])
  const { documents } = await house.call<{ documents: { code: string }[] }>('get-library-docs', {
    library_id: 'tides',
    topic: 'ebb',
    mode: 'code',
  })
  expect(documents[0]?.code).toBe('export const ebb = 1')
  house.origins.at(REPOSITORY, { steps: [page('guide.md', guide), ...steps.slice(1)] })
  await house.call('refresh-library', { library: 'tides' })
  expect((await house.kept()).blobs).toEqual(['docs/tides-1/1.0.0~2/guide.md'])
})

describe('while something is imported', () => {
  it('what was there before answers, at every step', async () => {
    const house = await withOneVersion()
    const seen: (readonly string[])[] = []
    const look = async () => void seen.push(await topicIn(house, 'ebb'))
    let meanwhile: Promise<readonly string[]> | undefined
    house.origins.at(REPOSITORY, { steps: [look, ...pages({ 'guide.md': '# Guide\n\nA new ebb.\n' }), look] })
    await house.call('import-docs', asked, {
      progress: ({ stage }) => {
        if (stage === 'indexing') meanwhile = topicIn(house, 'ebb')
      },
    })
    expect(seen).toEqual([['The ebb follows the flood.'], ['The ebb follows the flood.']])
    // It may look before the switch or after it: something answers all the same.
    expect([['The ebb follows the flood.'], ['A new ebb.']]).toContainEqual(await meanwhile)
    expect(await topicIn(house, 'ebb')).toEqual(['A new ebb.'])
  })

  it('another import into the same library waits, and neither harms the other', async () => {
    const house = await withOneVersion()
    house.origins.at(REPOSITORY, { steps: pages({ 'guide.md': guide, 'more.md': '# More\n\nNeap tide.\n' }) })
    const versions = ['2.0.0', '3.0.0', '4.0.0']
    const answers = await Promise.all(versions.map((version) => house.call('import-docs', { ...asked, version })))
    expect(answers.map(({ success_count: count }) => count)).toEqual([2, 2, 2])
    expect(await house.kept()).toMatchObject({
      versions: ['1.0.0', ...versions].map((version) =>
        expect.stringContaining(`1 ${version} active: guide.md completed`),
      ),
      sources: ['tides@1.0.0 aside', 'tides@2.0.0 aside', 'tides@3.0.0 aside', 'tides@4.0.0'],
    })
  })

  it('its library may be deleted or archived: it lets nobody search what nobody wants', async () => {
    for (const given of [
      ['delete-library', {}],
      ['update-library', { status: 'archived' }],
    ] as const) {
      const house = await withOneVersion()
      let changed: Promise<unknown> = Promise.resolve()
      const change = () => void (changed = house.call(given[0], { library: 'tides', ...given[1] }))
      house.origins.at(REPOSITORY, { steps: [change, ...pages({ 'guide.md': guide })] })
      await house.call('import-docs', { ...asked, version: '2.0.0' }).catch(() => {})
      await changed
      expect((await house.kept()).sources.filter((source) => !source.endsWith('hidden'))).toEqual([])
    }
  })
})
