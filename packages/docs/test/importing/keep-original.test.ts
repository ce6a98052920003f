import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openLocalBlobs } from '@wuku/instances/blobs/local'
import { keepOriginal } from '../../src/importing/fetch-files.ts'
import { sharedFolder } from '../../../../test/scratch.ts'

const folder = sharedFolder()
let at = 0

it.each([
  ['below a document', ['a.md', 'a.md/b.md']],
  ['above a document', ['a.md/b.md', 'a.md']],
  ['where only our own words lie', ['a.md', '~enriched/a.md']],
  ['that climbs', ['a.md', '../a.md']],
])('an original: %s has no place, and the other stays', async (_, [first = '', second = '']) => {
  const blobs = openLocalBlobs(join(folder, String(at++)))
  const bytes = Buffer.from('# 潮')
  expect(await keepOriginal({ path: first, bytes }, 'docs/x-1/1/', blobs)).toBeUndefined()
  expect(await keepOriginal({ path: second, bytes }, 'docs/x-1/1/', blobs)).toMatchObject({
    path: second,
  })
  expect(await blobs.get(`docs/x-1/1/${first}`)).toEqual(new Uint8Array(bytes))
})
