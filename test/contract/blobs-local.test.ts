import { mkdir, readdir, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openLocalBlobs } from '@wuku/instances/blobs/local'
import { isWukuError } from '@wuku/core/errors'
import { blobsContract, keysBelow, withPlace } from './blobs.ts'

blobsContract({ name: 'local', open: openLocalBlobs })

const one = new Uint8Array([1])
const filesIn = async (place: string): Promise<readonly string[]> =>
  (await readdir(place, { recursive: true })).toSorted()

describe('blobs in a folder', () => {
  it('are for this user alone', () =>
    withPlace(async (place) => {
      await openLocalBlobs(place).put('docs/react/index.md', one)
      const modes = await Promise.all(
        ['.', 'docs', 'docs/react', 'docs/react/index.md'].map(
          async (path) => (await stat(join(place, path))).mode & 0o777,
        ),
      )
      expect(modes.map((mode) => mode.toString(8))).toEqual(['700', '700', '700', '600'])
    }))
  it('have names that a person can read', () =>
    withPlace(async (place) => {
      await openLocalBlobs(place).put('docs/React/v19.0.1/潮汐 guide.md', one)
      expect(await filesIn(join(place, 'docs'))).toEqual(['^react', '^react/v19.0.1', '^react/v19.0.1/潮汐 guide.md'])
    }))
  it('leave no empty folders and nothing aside', () =>
    withPlace(async (place) => {
      const blobs = openLocalBlobs(place)
      for (const key of ['a/b/c/d', 'a/b/e', `x/${'y'.repeat(500)}/z`]) await blobs.put(key, one)
      await blobs.delete('a/b/c/d')
      expect(await filesIn(join(place, 'a'))).toEqual(['b', 'b/e'])
      await blobs.deleteUnder('a/b/')
      await blobs.deleteUnder('x/')
      expect(await filesIn(place)).toEqual(['%temporary'])
    }))
  it('do not mind what lies there and is not theirs', () =>
    withPlace(async (place) => {
      const blobs = openLocalBlobs(place)
      await blobs.put('a/b', one)
      await writeFile(join(place, 'a', '%zz'), 'foreign')
      expect(await keysBelow(blobs, 'a/')).toEqual(['a/b'])
    }))
  it('are swept of what a killed process left, after a day', () =>
    withPlace(async (place) => {
      await mkdir(join(place, '%temporary'), { recursive: true })
      for (const name of ['old', 'young']) await writeFile(join(place, '%temporary', name), 'half')
      await utimes(join(place, '%temporary', 'old'), 0, 0)
      await openLocalBlobs(place).deleteUnder('none/')
      expect(await filesIn(join(place, '%temporary'))).toEqual(['young'])
    }))
  it('say so when a file would have to be a folder', () =>
    withPlace(async (place) => {
      const blobs = openLocalBlobs(place)
      await blobs.put('a/b', one)
      for (const key of ['a/b/c', 'a']) {
        const thrown = await blobs.put(key, one).catch((error: unknown) => error)
        expect(isWukuError(thrown) && thrown.code).toBe('conflict')
      }
      expect(await filesIn(join(place, '%temporary'))).toEqual([])
    }))
  it('are put and taken away at once without harm', () =>
    withPlace(async (place) => {
      const blobs = openLocalBlobs(place)
      await Promise.all(
        Array.from({ length: 200 }, async (_, at) => {
          await blobs.put(`a/${at % 3}/${at}`, one)
          if (at % 2 === 0) await blobs.delete(`a/${at % 3}/${at}`)
        }),
      )
      expect(await keysBelow(blobs, 'a/')).toHaveLength(100)
    }))
})
