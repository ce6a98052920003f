import { expect, it } from 'vitest'
import { docs } from '../../src/index.ts'
import type { IngestResult } from '@wuku/kernel/base/kind'
import { openHouse, type DocsHouse } from '../docs-house.ts'
import { page, pages } from '../origins.ts'
import type { IngestRequest } from '@wuku/kernel/base/engine'

const takeIn = (house: DocsHouse, root: string, more: object = {}): Promise<IngestResult> => {
  if (!docs.keeping?.ingest) throw new Error('Documentation is taken in.')
  return docs.keeping.ingest({ ...house.context(), root, ...more } as IngestRequest)
}

it('a folder is a version of a library', async () => {
  const house = openHouse()
  house.origins.at('/work/docs', {
    look: { name: 'docs', slug: '/docs/docs' },
    steps: [...pages({ 'a.md': '# A\n\nEbb.' }), page('b.pdf', 'broken')],
  })
  expect(await takeIn(house, '/work/docs', { name: '潮汐', version: '1.0' })).toEqual({
    root: '/work/docs',
    name: '潮汐@1.0',
    added: 1,
    unchanged: 0,
    bytes: 15,
    skipped: [],
    problems: [{ path: 'b.pdf', said: 'It is damaged.', remedy: 'Save it anew.' }],
  })
  expect((await house.kept()).sources).toEqual(['潮汐@1.0'])
  house.origins.at('/work/docs', { steps: pages({ 'a.md': '# A\n\nFlood.' }) })
  expect(await takeIn(house, '/work/docs', { name: '潮汐', version: '1.0' })).toMatchObject({ added: 1, problems: [] })
})

it('an address is one too', async () => {
  const house = openHouse()
  house.origins.at('https://github.com/sea/tides', { steps: pages({ 'a.md': '# A\n\nEbb.' }) })
  expect(await takeIn(house, 'git@github.com:sea/tides.git')).toMatchObject({
    name: 'tides@latest',
    root: 'https://github.com/sea/tides',
  })
})
