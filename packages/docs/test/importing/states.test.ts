import { describe, expect, it } from 'vitest'
import { openHouse, type DocsHouse } from '../docs-house.ts'

const DAY = 86_400_000
const text = { 'guide.md': '# Guide\n\nThe ebb.' }
/** Two sources that say the same are found once. */
const other = { 'guide.md': '# 指南\n\nThe ebb, 退潮。' }

/** Which versions answer a question that names no version, asked of all libraries. */
async function answering(house: DocsHouse): Promise<readonly string[]> {
  const { versions } = await house.call<{ versions: { library: string; version: string }[] }>('get-library-docs', {
    library_id: 0,
    topic: 'ebb',
  })
  return versions.map(({ library, version }) => `${library} ${version}`).toSorted()
}

async function opened(): Promise<DocsHouse> {
  const house = openHouse()
  for (const version of ['1.0.0', '2.0.0']) await house.add('tides', version, text)
  await house.add('潮汐', '1', other)
  return house
}

describe('a library', () => {
  it.each<[says: string, steps: readonly [name: string, given: object][], answers: readonly string[]]>([
    ['is asked in its newest version', [], ['tides 2.0.0', '潮汐 1']],
    [
      'is asked in its default version',
      [['update-library', { library: 'tides', default_version: '1' }]],
      ['tides 1.0.0', '潮汐 1'],
    ],
    [
      'is asked in its newest version again',
      [
        ['update-library', { library: 'tides', default_version: '1.0.0' }],
        ['update-library', { library: 'tides', default_version: null }],
      ],
      ['tides 2.0.0', '潮汐 1'],
    ],
    ['that is archived is asked nothing', [['update-library', { library: 'tides', status: 'archived' }]], ['潮汐 1']],
    [
      'comes back from the archive',
      [
        ['update-library', { library: 'tides', status: 'archived' }],
        ['update-library', { library: 'tides', status: 'active' }],
      ],
      ['tides 2.0.0', '潮汐 1'],
    ],
    ['that is deleted is asked nothing', [['delete-library', { library: 'tides' }]], ['潮汐 1']],
    [
      'comes back when it was deleted, but not the version that was deleted before',
      [
        ['delete-library', { library: 'tides', version: '2.0.0' }],
        ['delete-library', { library: 'tides' }],
        ['update-library', { library: 'tides', status: 'active' }],
      ],
      ['tides 1.0.0', '潮汐 1'],
    ],
    ['loses a version', [['delete-library', { library: 'tides@2.0.0' }]], ['tides 1.0.0', '潮汐 1']],
    ['may be called otherwise', [['update-library', { library: 'tides', name: '潮 汐' }]], ['潮 汐 2.0.0', '潮汐 1']],
  ])('%s', async (_, steps, answers) => {
    const house = await opened()
    for (const [name, given] of steps) await house.call(name, { ...given })
    expect(await answering(house)).toEqual(answers)
    const searched = (await house.kept()).sources.filter((source) => !/ (?:hidden|aside)$/.test(source))
    expect(searched.length).toBe(answers.length)
  })

  it('has but one version that is searched by default', async () => {
    const house = await opened()
    expect((await house.kept()).sources).toEqual(['tides@1.0.0 aside', 'tides@2.0.0', '潮汐@1'])
  })

  it('comes back with versions that differ in signs alone', async () => {
    const house = openHouse()
    for (const version of ['1/a', '1-a']) await house.add('tides', version, text)
    for (const status of ['archived', 'active']) await house.call('update-library', { library: 'tides', status })
    expect((await house.kept()).sources.map((source) => source.replace(' aside', ''))).toEqual([
      'tides@1-a',
      'tides@1-a~2',
    ])
  })
})

describe('what was deleted', () => {
  it('is kept for some days, and then gone for good', async () => {
    const house = await opened()
    expect(await house.call('delete-library', { library: 'tides' })).toEqual({
      library: 'tides',
      slug: '/docs/tides',
      version: null,
      restorable_days: 30,
    })
    house.clock.forward(30 * DAY - 1)
    expect(await house.call('purge-libraries', {})).toEqual({ libraries: [], versions: [] })
    house.clock.forward(1)
    const due = { libraries: ['tides'], versions: ['tides@1.0.0', 'tides@2.0.0'] }
    expect(await house.call('purge-libraries', { dryRun: true })).toEqual(due)
    // It was handed in, so nothing brings it back.
    expect((await house.refusal('purge-libraries', {})).code).toBe('unconfirmed')
    expect(await house.call('purge-libraries', { yes: true })).toEqual(due)
    expect(await house.kept()).toEqual({
      libraries: ['潮汐 active'],
      versions: ['2 1 active: guide.md completed'],
      sources: ['潮汐@1'],
      blobs: ['docs/潮汐-2/1/guide.md'],
    })
    await house.add('tides', '1.0.0', text)
    expect(await answering(house)).toEqual(['tides 1.0.0', '潮汐 1'])
  })

  it('goes at once when that is wanted, and nothing else goes', async () => {
    const house = await opened()
    await house.call('delete-library', { library: 'tides', version: '1.0.0' })
    expect(await house.call('purge-libraries', { all: true, yes: true })).toEqual({
      libraries: [],
      versions: ['tides@1.0.0'],
    })
    expect(await house.call('purge-libraries', { all: true, yes: true })).toEqual({ libraries: [], versions: [] })
    expect(await answering(house)).toEqual(['tides 2.0.0', '潮汐 1'])
  })

  it('goes with the next deletion when it is due', async () => {
    const house = await opened()
    await house.call('delete-library', { library: 'tides', version: '1.0.0' })
    house.clock.forward(31 * DAY)
    await house.call('delete-library', { library: '潮汐' })
    expect((await house.kept()).sources).toEqual(['tides@2.0.0', '~docs/潮汐-2/1/ hidden'])
  })
})

describe('is refused', () => {
  const archived = ['update-library', { library: 'tides', status: 'archived' }] as const
  const deleted = ['delete-library', { library: 'tides' }] as const
  it.each<
    [
      says: string,
      first: readonly [string, object] | undefined,
      name: string,
      given: object,
      code: string,
      remedy: string,
    ]
  >([
    ['a name that is taken', undefined, 'create-library', { name: 'TIDES' }, 'conflict', ''],
    ['a name that is taken by what was deleted', deleted, 'create-library', { name: 'tides' }, 'conflict', ''],
    ['to be called as another one is', undefined, 'update-library', { library: 'tides', name: '潮汐' }, 'conflict', ''],
    ['a name without a letter', undefined, 'create-library', { name: '🌊' }, 'bad-input', ''],
    ['a name with a line break', undefined, 'create-library', { name: 'a\nb' }, 'bad-input', ''],
    [
      'a default version that is not there',
      undefined,
      'update-library',
      { library: 'tides', default_version: '3' },
      'not-found',
      '',
    ],
    ['a library that is not there', undefined, 'show-library', { library: 'tidse' }, 'not-found', 'tides'],
    ['all of them at once', undefined, 'delete-library', { library: 'all' }, 'bad-input', ''],
    [
      'a version that is not there',
      undefined,
      'delete-library',
      { library: 'tides', version: '3.0.0' },
      'not-found',
      '',
    ],
    [
      'a refresh of what is archived',
      archived,
      'refresh-library',
      { library: 'tides', rebuild: true },
      'inactive',
      'restore tides',
    ],
    [
      'a refresh of what was deleted',
      deleted,
      'refresh-library',
      { library: 'tides', rebuild: true },
      'inactive',
      'purge',
    ],
    [
      'a question to what is archived',
      archived,
      'get-library-docs',
      { library_id: 'tides', topic: 'ebb' },
      'not-found',
      '',
    ],
    [
      'files for what is archived',
      archived,
      'add-documents',
      { library: 'tides', documents: [{ path: 'a.md', text: 'x' }] },
      'conflict',
      '',
    ],
  ])('%s', async (_, first, ...[name, given, code, remedy]) => {
    const house = await opened()
    if (first) await house.call(first[0], { ...first[1] })
    const before = await house.kept()
    const error = await house.refusal(name, { ...given })
    expect([error.code, error.remedy]).toEqual([code, expect.stringContaining(remedy)])
    expect(await house.kept()).toEqual(before)
  })
})

it('a library may be made before there is anything in it', async () => {
  const house = openHouse()
  expect(await house.call('create-library', { name: ' Cafe\u0301 ', keep: 'last 2', slug: '/sea/cafe' })).toMatchObject(
    {
      library_id: 1,
      name: 'Caf\u00e9',
      slug: '/sea/cafe',
      keep: 'last 2',
      default_version: null,
      versions: [],
    },
  )
  expect((await house.refusal('get-library-docs', { library_id: '/sea/cafe', topic: 'ebb' })).code).toBe('not-indexed')
  expect((await house.call('create-library', { name: 'cafes', slug: '/sea/cafe' }))['slug']).toBe('/sea/cafe-2')
})

it.each<[given: object, names: readonly string[]]>([
  [{}, ['tides', '潮汐']],
  [{ sort: 'recent' }, ['潮汐', 'tides']],
  [{ sort: 'size' }, ['tides', '潮汐']],
  [{ query: 'tide' }, ['tides']],
  [{ status: 'archived' }, []],
  [{ page: 2, page_size: 1 }, ['潮汐']],
  [{ page: 3, page_size: 1 }, []],
])('the list of libraries: %j', async (given, names) => {
  const house = openHouse()
  for (const version of ['1', '2']) await house.add('tides', version, text)
  house.clock.forward(1_000)
  await house.add('潮汐', '1', other)
  const { libraries } = await house.call<{ libraries: { name: string }[] }>('list-libraries', { ...given })
  expect(libraries.map(({ name }) => name)).toEqual(names)
})
