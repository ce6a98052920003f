import { describe, expect, it } from 'vitest'
import { openHouse, type DocsHouse } from '../docs-house.ts'

const manifest = (dependencies: object): string => JSON.stringify({ name: 'app', dependencies })
const lock = (version: string): string =>
  JSON.stringify({
    lockfileVersion: 3,
    packages: { 'node_modules/tides': { version }, '': { dependencies: { tides: '^18.0.0' } } },
  })

const projects = {
  '/work/locked': { 'package.json': manifest({ tides: '^18.0.0' }), 'package-lock.json': lock('18.2.0') },
  '/work/near': { 'package.json': manifest({ tides: '^18.0.0' }), 'package-lock.json': lock('18.2.7') },
  '/work/far': { 'package.json': manifest({ tides: '17.0.2' }) },
  '/work/none': { 'package.json': manifest({}) },
  '/work/broken': { 'package.json': '{' },
  '/work/empty': {},
}

async function opened(first: keyof typeof projects = '/work/locked'): Promise<DocsHouse> {
  const house = openHouse({ projects: { [first]: projects[first] } })
  for (const version of ['18.2.0', '19.0.0'])
    await house.add('tides', version, { 'guide.md': `# Guide\n\nThe ebb of ${version}.` })
  await house.add('currents', '1.0.0', { 'guide.md': '# Guide\n\nThe ebb of currents.' })
  return house
}

describe('which-version', () => {
  it.each<[project: keyof typeof projects, used: readonly object[], notes: number]>([
    [
      '/work/locked',
      [{ library: 'tides', uses: '18.2.0', locked: true, declared: '^18.0.0', version: '18.2.0', nearest: [] }],
      0,
    ],
    ['/work/near', [{ uses: '18.2.7', locked: true, version: '18.2.0' }], 0],
    ['/work/far', [{ uses: '17.0.2', locked: false, version: null, nearest: ['19.0.0', '18.2.0'] }], 0],
    ['/work/none', [], 1],
    ['/work/empty', [], 1],
  ])('%s', async (project, used, notes) => {
    const house = await opened(project)
    const answer = await house.call<{ notes: string[]; project: string }>('which-version', { library: 'tides' })
    expect([answer, answer.notes.length]).toMatchObject([{ project, used }, notes])
  })

  it('says what could not be read', async () =>
    expect(await (await opened('/work/broken')).call('which-version', { library: 'all' })).toMatchObject({
      used: [],
      problems: [{ path: 'package.json', remedy: expect.stringContaining('package.json') }],
    }))

  it('reads nothing that is not registered', async () =>
    expect((await (await opened()).refusal('which-version', { library: 'tides', project: '/etc' })).code).toBe(
      'not-registered',
    ))
})

describe('a question with a project', () => {
  interface Answered {
    readonly versions: readonly { readonly library: string; readonly version: string }[]
    readonly documents: readonly object[]
    readonly notes: readonly string[]
    readonly has_more: boolean
  }
  const ask = (house: DocsHouse, given: object) =>
    house.call<Answered>('get-library-docs', { topic: 'ebb', library_id: 'tides', project: '.', ...given })

  it.each<[says: string, project: keyof typeof projects, given: object, version: string, note: string]>([
    ['is answered by what is installed', '/work/locked', {}, '18.2.0', 'its lock file says 18.2.0.'],
    ['is answered within the minor version, and says so', '/work/near', {}, '18.2.0', '18.2.0 is the version here'],
    ['is answered by the version that was named', '/work/locked', { version: '19.0.0' }, '19.0.0', ''],
    ['is answered by the version in the name', '/work/locked', { library_id: 'tides@19' }, '19.0.0', ''],
    ['is answered by the default, and says so', '/work/none', {}, '19.0.0', 'does not depend on tides'],
  ])('%s', async (_, project, ...[given, version, note]) => {
    const { versions, notes } = await ask(await opened(project), given)
    expect([versions, notes.join(' ')]).toMatchObject([[{ version }], expect.stringContaining(note)])
  })

  it('is not answered by another version', async () => {
    const error = await (
      await opened('/work/far')
    ).refusal('get-library-docs', { topic: 'ebb', library_id: 'tides', project: '.' })
    expect([error.code, error.message]).toEqual(['not-found', expect.stringContaining('17.0.2')])
  })

  it.each<[project: keyof typeof projects, versions: readonly object[]]>([
    ['/work/locked', [{ library: 'tides', version: '18.2.0' }]],
    ['/work/none', []],
  ])('%s: of all libraries those answer that it uses', async (project, versions) => {
    const answer = await ask(await opened(project), { library_id: 0 })
    expect(answer).toMatchObject({ versions, has_more: false })
    expect(answer.documents).toHaveLength(versions.length)
  })
})
