import { buffer } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { openLocalBlobs } from '@wuku/instances/blobs/local'
import { copyBlobs } from '../../src/backup/copy-blobs.ts'
import { WukuError } from '@wuku/core/errors'
import type { Blobs } from '@wuku/core/ports/blobs'
import { scratchFolder } from '../../../../test/scratch.ts'

const OWN = 'docs/1/a/guide.md'
const DAMAGED = 'docs/1/a/damaged.md'
const OWNERLESS = 'docs/2/b/left.md'

/** Originals in a folder, of which one cannot be read, as a gateway with a damaged disk answers. */
async function openBlobs(failure: Error): Promise<Blobs> {
  const folder = scratchFolder()
  const blobs = openLocalBlobs(folder)
  for (const key of [OWN, DAMAGED, OWNERLESS]) await blobs.put(key, Buffer.from(key))
  return { ...blobs, get: (key) => (key === DAMAGED ? Promise.reject(failure) : blobs.get(key)) }
}

async function copied(failure: Error) {
  const written: string[] = []
  const { blobs, damaged } = await copyBlobs({
    from: await openBlobs(failure),
    owners: async () => (key) => key.startsWith('docs/1/'),
    signal: new AbortController().signal,
    copied: () => {},
    draft: {
      async write(path, bytes) {
        const whole = await buffer(bytes)
        written.push(whole.toString())
        return { path, bytes: whole.length, sha256: '' }
      },
    } as Parameters<typeof copyBlobs>[0]['draft'],
  })()
  return { written, kept: blobs.map(({ key }) => key), damaged }
}

const unreadable = Object.assign(new Error('i/o error'), { code: 'EIO' })

it.each([
  ['the disk cannot read', unreadable],
  ['the store of originals finds damaged', new WukuError('store-damaged', 'Other bytes.', 'Upload it again.')],
])('an original that %s keeps none of the others out of a backup, and is named', async (_, failure) => {
  expect(await copied(failure)).toEqual({ written: [OWN], kept: [OWN], damaged: [DAMAGED] })
})

it('a place of originals that is away ends a backup', async () => {
  const away = new WukuError('blobs-away', 'The bucket cannot be reached.', 'Check the network.')
  await expect(copied(away)).rejects.toThrow('cannot be reached')
})
