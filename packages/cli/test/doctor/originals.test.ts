import { afterAll, expect, it } from 'vitest'
import { examineOriginals } from '../../src/doctor/originals.ts'
import { openHouse, type DocsHouse } from '../../../docs/test/docs-house.ts'

const opened: DocsHouse[] = []
afterAll(() => Promise.all(opened.map(({ store }) => store.close())))

const files = { 'ebb.md': '# Ebb\n\nWater runs out.', 'flood.md': '# Flood\n\nWater comes in.' }
const original = (key: string): boolean => key.endsWith('/ebb.md')

it.each<[says: string, harm: (house: DocsHouse) => Promise<unknown>, found: readonly RegExp[]]>([
  ['nothing where each document has its original', async () => {}, []],
  [
    'a document whose original is gone',
    async ({ blobs, kept }) => blobs.delete((await kept()).blobs.find(original) ?? ''),
    [/^1 document of libraries without the original file, such as docs\/.+\/ebb\.md\.$/],
  ],
  [
    'an original of no library',
    ({ blobs }) => blobs.put('docs/gone-9/1.0.0/ebb.md', Buffer.from('# Ebb')),
    [/^1 original file of no library, such as docs\/gone-9\/1\.0\.0\/ebb\.md\.$/],
  ],
  [
    'both at once, but nothing that is no original',
    async ({ blobs, kept }) => {
      await blobs.delete((await kept()).blobs.find(original) ?? '')
      await blobs.put('docs/gone-9/1.0.0/ebb.md', Buffer.from('# Ebb'))
      await blobs.put('pushed/some/pieces/abc', Buffer.from('text'))
    },
    [/without the original file/, /of no library/],
  ],
])('the row of originals says %s', async (_, harm, found) => {
  const house = openHouse()
  opened.push(house)
  await house.add('tides', '1.0.0', files)
  await harm(house)
  const findings = await examineOriginals(house.engine)
  expect(findings.map(({ about, state }) => [about, state])).toEqual(found.map(() => ['originals', 'warn']))
  expect(findings.map(({ said }) => String(said))).toEqual(found.map((each) => expect.stringMatching(each)))
  for (const { remedy } of findings) expect(remedy).toMatch(/\w/)
})
