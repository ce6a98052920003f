import { describe, expect, it } from 'vitest'
import { openHouse, type DocsHouse } from '../docs-house.ts'
import { pages, type Script } from '../origins.ts'

const REPOSITORY = 'https://github.com/sea/tides'
const asked = { url: REPOSITORY, name: 'tides', version: '1' }
const files = { 'guide.md': '# Guide\n\nThe flood.\n', '私/潮汐.md': '# 潮汐\n\n月亮引起潮汐。\n' }
const scripted = (facts: Script['facts'] = {}): Script => ({ steps: pages(files), facts })

async function withForgotten(): Promise<DocsHouse> {
  const house = openHouse()
  house.origins.at(REPOSITORY, scripted())
  await house.call('import-docs', asked)
  await house.call('forget', { citation: 'wuku://docs/tides@1/私/潮汐.md' })
  return house
}

const left = {
  versions: ['1 1 active: guide.md completed'],
  sources: ['tides@1'],
}

describe('what was forgotten', () => {
  it('leaves neither an original nor a record', async () => {
    const house = await withForgotten()
    expect(await house.kept()).toMatchObject({ ...left, blobs: ['docs/tides-1/1/guide.md'] })
    expect(await house.call('show-library', { library: 'tides' })).toMatchObject({ versions: [{ documents: 1 }] })
  })

  it.each([
    ['import', 'import-docs', asked],
    ['refresh', 'refresh-library', { library: 'tides' }],
    ['rebuild', 'refresh-library', { library: 'tides', rebuild: true }],
  ])('is not brought back by another %s, nor by the one after it', async (_, operation, input) => {
    const house = await withForgotten()
    await house.call(operation, input)
    await house.call(operation, input)
    expect(await house.kept()).toMatchObject(left)
    expect((await house.kept()).blobs.map((key) => key.slice(key.lastIndexOf('/') + 1))).toEqual(['guide.md'])
  })

  it('is refused when it is handed in', async () => {
    const house = await withForgotten()
    const documents = Object.entries(files).map(([path, text]) => ({ path, text }))
    expect(await house.call('add-documents', { library: 'tides', version: '1', documents })).toMatchObject({
      success_count: 1,
      failed_files: [{ path: '私/潮汐.md' }],
    })
    expect((await house.kept()).blobs).toEqual(['docs/tides-1/1/guide.md'])
  })
})
