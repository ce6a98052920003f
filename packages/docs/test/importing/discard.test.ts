import { describe, expect, it } from 'vitest'
import { openHouse, type DocsHouse } from '../docs-house.ts'
import { pages } from '../origins.ts'

const REPOSITORY = 'https://github.com/sea/tides'
const asked = { url: REPOSITORY, name: 'tides', version: '1' }
const DAY = 86_400_000

/** The second fetch takes the place of the first, whose originals could not be taken away. */
async function brokenOff(): Promise<DocsHouse> {
  const house = openHouse()
  house.origins.at(REPOSITORY, { steps: pages({ 'old.md': '# 旧\n\nThe ebb.\n' }) })
  await house.call('import-docs', asked)
  house.origins.at(REPOSITORY, { steps: pages({ 'new.md': '# 新\n\nThe flood.\n' }) })
  const { deleteUnder } = house.blobs
  Object.assign(house.blobs, { deleteUnder: () => Promise.reject(new Error('killed')) })
  expect(await house.call('import-docs', asked)).toMatchObject({ changed: true, success_count: 1 })
  Object.assign(house.blobs, { deleteUnder })
  return house
}

describe('a version that was not taken out to its end', () => {
  it('is known still, and nobody is answered by it', async () => {
    const { versions, sources, blobs } = await (await brokenOff()).kept()
    expect(versions).toEqual(['1 1 staged: old.md completed', '1 1 active: new.md completed'])
    expect(sources).toEqual(['tides@1'])
    expect(blobs).toHaveLength(2)
  })

  it.each([
    ['a purge', async ({ call }: DocsHouse) => call('purge-libraries', { all: true, yes: true })],
    [
      'an import when it is due',
      async ({ call, clock }: DocsHouse) => {
        clock.forward(31 * DAY)
        await call('import-docs', { ...asked, version: '2' })
      },
    ],
  ])('goes with %s', async (_, work) => {
    const house = await brokenOff()
    await work(house)
    const { versions, blobs } = await house.kept()
    expect([...versions, ...blobs].join(' ')).not.toContain('old.md')
    expect(versions).toContain('1 1 active: new.md completed')
  })
})

it('is purged once, however many purge at a time', async () => {
  const house = await brokenOff()
  await house.call('delete-library', { library: 'tides' })
  const purged = await Promise.all([1, 2, 3].map(() => house.call('purge-libraries', { all: true, yes: true })))
  expect(purged.flatMap(({ libraries }) => libraries)).toEqual(['tides'])
  expect(await house.kept()).toEqual({ libraries: [], versions: [], sources: [], blobs: [] })
})
