import { expect, it } from 'vitest'
import { openHouse, type DocsHouse } from '../docs-house.ts'
import { page } from '../origins.ts'

const REPOSITORY = 'https://github.com/sea/tides'

async function opened(): Promise<DocsHouse> {
  const house = openHouse()
  const steps = [
    page('guide.md', '# Guide\n\nEbb.'),
    page('api.pdf', 'broken'),
    { is: 'refused', path: 'b.pdf', said: 'Too large.', remedy: 'Split it.' } as const,
  ]
  house.origins.at(REPOSITORY, { steps, facts: { commit: 'c1', ref: 'v1', url: `${REPOSITORY}/tree/v1` } })
  await house.call('import-docs', { url: REPOSITORY, name: 'tides', version: '1' })
  house.origins.at(REPOSITORY, { steps: [new Error('Nothing is fetched.')] })
  return house
}

const rebuild = { library: 'tides', rebuild: true }

it('makes a version again out of its originals, and fetches nothing', async () => {
  const house = await opened()
  const before = await house.kept()
  const shown = await house.call('show-library', { library: 'tides' })
  expect(await house.call('refresh-library', rebuild)).toMatchObject({
    changed: true,
    success_count: 1,
    failed_count: 2,
  })
  expect(await house.kept()).toEqual(before)
  expect(await house.call('show-library', { library: 'tides' })).toEqual(shown)
})

it('reads what could not be read before', async () => {
  const house = await opened()
  await house.blobs.put('docs/tides-1/1/api.pdf', Buffer.from('# API\n\nFlood.'))
  expect(await house.call('refresh-library', rebuild)).toMatchObject({ success_count: 2, failed_count: 1 })
  expect((await house.kept()).versions).toEqual(['1 1 active: api.pdf completed, b.pdf failed, guide.md completed'])
})

it('can be done to uploaded files', async () => {
  const house = openHouse()
  await house.add('潮汐', '1', { 'guide.md': '# 指南\n\n月亮。' })
  const before = await house.kept()
  expect(await house.call('refresh-library', { library: '潮汐', rebuild: true })).toMatchObject({ success_count: 1 })
  expect(await house.kept()).toEqual(before)
})

it.each(['analyse', 'activate'] as const)('keeps the version and its originals when it fails: %s', async (fault) => {
  const house = await opened()
  const before = await house.kept()
  house.faults[fault] = new Error('disk I/O error')
  await expect(house.call('refresh-library', rebuild)).rejects.toThrow('disk')
  expect(await house.kept()).toEqual(before)
  house.faults[fault] = undefined
  expect(await house.call('refresh-library', rebuild)).toMatchObject({ success_count: 1 })
})

it('leaves originals that another version was made of', async () => {
  const house = await opened()
  await house.call('refresh-library', rebuild)
  house.clock.forward(90 * 86_400_000)
  await house.call('purge-libraries', { all: true, yes: true })
  expect((await house.kept()).blobs).toEqual([
    'docs/tides-1/1/api.pdf',
    'docs/tides-1/1/guide.md',
    'docs/tides-1/1/~refused/api.pdf',
  ])
})
