import { expect, it } from 'vitest'
import { openHouse, type DocsHouse } from '../docs-house.ts'
import { pages } from '../origins.ts'

const REPOSITORY = 'https://github.com/sea/tides'

async function withVersions(keep: string, versions: readonly string[], defaultVersion?: string): Promise<DocsHouse> {
  const house = openHouse()
  house.origins.at(REPOSITORY, { steps: pages({ 'guide.md': '# Guide\n\nEbb.\n' }) })
  for (const [at, version] of versions.entries()) {
    await house.call('import-docs', { url: REPOSITORY, name: 'tides', version, keep })
    if (at === 0 && defaultVersion)
      await house.call('update-library', { library: 'tides', default_version: defaultVersion })
  }
  return house
}

const active = async (house: DocsHouse): Promise<readonly string[]> =>
  (await house.kept()).versions.filter((line) => line.includes(' active:')).map((line) => line.split(' ')[1] ?? '')

it.each<[keep: string, imported: readonly string[], kept: readonly string[], byDefault?: string]>([
  ['all', ['1.0.0', '1.1.0', '2.0.0'], ['1.0.0', '1.1.0', '2.0.0']],
  ['last 2', ['1.0.0', '1.1.0', '2.0.0'], ['1.1.0', '2.0.0']],
  ['last 1', ['2.0.0', '1.0.0'], ['2.0.0', '1.0.0']],
  ['last 1', ['1.0.0', '1.1.0', '2.0.0'], ['1.0.0', '2.0.0'], '1.0.0'],
  ['last 1', ['main', '1.0.0', '2.0.0'], ['main', '2.0.0']],
  ['latest-per-major', ['1.0.0', '1.1.0', '2.0.0'], ['1.1.0', '2.0.0']],
  ['latest-per-major', ['v1.0.0', 'v1.0.1', '2.0.0-rc.1', 'v2.0.0'], ['v1.0.1', 'v2.0.0']],
])('%s of %j keeps %j', async (keep, imported, kept, byDefault) => {
  const house = await withVersions(keep, imported, byDefault)
  expect(await active(house)).toEqual(kept)
  await expect(house.call('get-library-docs', { library_id: 'tides', topic: 'ebb' })).resolves.toMatchObject({
    documents: [
      {
        version:
          byDefault ??
          kept
            .filter((version) => version !== 'main')
            .toSorted()
            .at(-1),
      },
    ],
  })
})

it('tells what it let go, takes it out of every search, and purges it later', async () => {
  const house = await withVersions('last 1', ['1.0.0'])
  const answer = await house.call('import-docs', { url: REPOSITORY, name: 'tides', version: '2.0.0' })
  expect(answer).toMatchObject({ dropped_versions: ['1.0.0'] })
  const before = await house.kept()
  expect(before.sources).toEqual(['~docs/tides-1/1.0.0/ hidden', 'tides@2.0.0'])
  expect((await house.refusal('get-library-docs', { library_id: 'tides', topic: 'ebb', version: '1.0.0' })).code).toBe(
    'not-found',
  )
  expect(await house.call('purge-libraries', {})).toEqual({ libraries: [], versions: [] })
  house.clock.forward(31 * 86_400_000)
  expect(await house.call('purge-libraries', {})).toEqual({ libraries: [], versions: ['tides@1.0.0'] })
  expect(await house.kept()).toMatchObject({ sources: ['tides@2.0.0'], blobs: ['docs/tides-1/2.0.0/guide.md'] })
})

it('lets nothing go for a version that fails', async () => {
  const house = await withVersions('last 1', ['1.0.0'])
  const before = await house.kept()
  house.origins.at(REPOSITORY, { steps: [new Error('The line went dead.')] })
  await expect(house.call('import-docs', { url: REPOSITORY, name: 'tides', version: '2.0.0' })).rejects.toThrow('line')
  expect(await house.kept()).toEqual(before)
})

it('heeds what was changed while it fetched', async () => {
  const house = await withVersions('last 1', ['1.0.0'])
  let changed: Promise<unknown> = Promise.resolve()
  const change = () => void (changed = house.call('update-library', { library: 'tides', keep: 'all' }))
  house.origins.at(REPOSITORY, { steps: [change, ...pages({ 'guide.md': '# Guide\n\nFlood.\n' })] })
  await house.call('import-docs', { url: REPOSITORY, name: 'tides', version: '2.0.0' })
  await changed
  expect(await active(house)).toEqual(['1.0.0', '2.0.0'])
})
