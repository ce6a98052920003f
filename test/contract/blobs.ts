import { array, assert, asyncProperty, string, uniqueArray } from 'fast-check'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { isWukuError } from '@wuku/core/errors'
import type { Blobs } from '@wuku/core/ports/blobs'
import { runs } from '../scale.ts'
import { scratchFolder } from '../scratch.ts'

export interface BlobsUnderTest {
  readonly name: string
  /** The same place twice holds the same. */
  open(place: string): Blobs
}

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)
const text = (found: Uint8Array | undefined): string | undefined => found && new TextDecoder().decode(found)

export const withPlace = <T>(work: (place: string) => Promise<T>): Promise<T> =>
  work(join(scratchFolder(), 'originals'))

export async function keysBelow(blobs: Blobs, prefix: string): Promise<readonly string[]> {
  const keys: string[] = []
  for await (const { key } of blobs.list(prefix)) keys.push(key)
  return keys
}

export function blobsContract({ name, open }: BlobsUnderTest): void {
  const withBlobs = <T>(work: (blobs: Blobs, place: string) => Promise<T>): Promise<T> =>
    withPlace((place) => work(open(place), place))

  describe(`blobs contract: ${name}`, () => {
    it('gives back what was put, also to the next who opens it', () =>
      withBlobs(async (blobs, place) => {
        await blobs.put('docs/react/19/index.md', bytes('潮汐 🌊\r\n'))
        expect(text(await open(place).get('docs/react/19/index.md'))).toBe('潮汐 🌊\r\n')
      }))
    it('holds nothing before', () =>
      withBlobs(async (blobs) => {
        expect(await blobs.get('docs/a')).toBeUndefined()
        expect(await blobs.facts('docs/a')).toBeUndefined()
        expect(await keysBelow(blobs, 'docs/')).toEqual([])
        await blobs.delete('docs/a')
        await blobs.deleteUnder('docs/')
      }))
    it('takes empty and large ones', () =>
      withBlobs(async (blobs) => {
        const large = new Uint8Array(8 * 1024 * 1024).fill(7)
        await blobs.put('a/empty', new Uint8Array())
        await blobs.put('a/large', large)
        expect((await blobs.get('a/empty'))?.length).toBe(0)
        expect(Buffer.compare((await blobs.get('a/large')) ?? new Uint8Array(), large)).toBe(0)
      }))
    it('tells size, time and another stamp whenever the bytes are others', () =>
      withBlobs(async (blobs) => {
        const stamps: (string | undefined)[] = []
        for (const each of ['one', 'two', 'one']) {
          await blobs.put('a/b', bytes(each))
          const facts = await blobs.facts('a/b')
          expect(facts).toMatchObject({ key: 'a/b', bytes: 3, modifiedAt: expect.any(Number) })
          stamps.push(facts?.stamp)
        }
        expect(new Set(stamps.slice(0, 2)).size).toBe(2)
        expect((await blobs.facts('a/b'))?.stamp).toBe(stamps[2])
      }))
    it('puts one over another whole, whoever reads meanwhile', () =>
      withBlobs(async (blobs) => {
        const contents = ['a', 'b'].map((letter) => letter.repeat(300_000))
        await blobs.put('a/b', bytes(contents[0] ?? ''))
        const writing = Promise.all(
          Array.from({ length: 10 }, (_, at) => blobs.put('a/b', bytes(contents[at % 2] ?? ''))),
        )
        const seen = await Promise.all(Array.from({ length: 20 }, async () => text(await blobs.get('a/b')) ?? ''))
        await writing
        expect(seen.filter((each) => !contents.includes(each))).toEqual([])
      }))
    it('lists by key below a folder, and no sibling that begins alike', () =>
      withBlobs(async (blobs) => {
        const keys = ['d/a.md', 'd/a/b', 'd/a-b', 'd/a b/c', 'd/B', 'd/a/c/d', 'd/潮', 'd2/x', 'd/a0']
        for (const key of keys) await blobs.put(key, bytes(key))
        const below = keys.filter((key) => key.startsWith('d/'))
        expect(await keysBelow(blobs, 'd/')).toEqual(below.toSorted((one, other) => (one < other ? -1 : 1)))
        expect(await keysBelow(blobs, 'd/a/')).toEqual(['d/a/b', 'd/a/c/d'])
        const facts = []
        for await (const each of blobs.list('d2/')) facts.push(each)
        expect(facts).toEqual([await blobs.facts('d2/x')])
      }))
    it('deletes one, and all below a folder', () =>
      withBlobs(async (blobs) => {
        for (const key of ['d/a', 'd/b/c', 'd/b/d/e', 'd/bb']) await blobs.put(key, bytes(key))
        await blobs.delete('d/a')
        expect(await keysBelow(blobs, 'd/')).toEqual(['d/b/c', 'd/b/d/e', 'd/bb'])
        await blobs.delete('d/b')
        await blobs.deleteUnder('d/b/')
        expect(await keysBelow(blobs, 'd/')).toEqual(['d/bb'])
      }))

    const odd = [
      'd/README.md',
      'd/readme.md',
      'd/caf\u00e9',
      'd/cafe\u0301',
      'd/%41',
      'd/^a',
      'd/^A',
      'd/a%2fb',
      'd/con',
      'd/CON',
      'd/con.md',
      'd/nul.',
      'd/trailing ',
      'd/dots...',
      'd/a:b',
      'd/a\\b',
      'd/<>"|?*',
      'd/\u0000\n',
      'd/.hidden',
      'd/~aside/x.py',
      'd/👩‍👩‍👧 🇨🇳',
      'd/한국어',
      'd/ﬁ',
      'd/-rf',
      'd/$HOME',
      `d/${'x'.repeat(255)}`,
      `d/${'x'.repeat(1000)}`,
      `d/${'潮'.repeat(300)}/b`,
      `d/${'X'.repeat(181)}`,
      'd/...',
      'd/%temporary',
      'd/%+',
    ]
    it('keeps every key as it is, and apart from others', () =>
      withBlobs(async (blobs) => {
        for (const key of odd) await blobs.put(key, bytes(key))
        for (const key of odd) expect(text(await blobs.get(key))).toBe(key)
        expect(await keysBelow(blobs, 'd/')).toEqual(odd.toSorted((one, other) => (one < other ? -1 : 1)))
        for (const key of odd) await blobs.delete(key)
        expect(await keysBelow(blobs, 'd/')).toEqual([])
      }))

    it.each(['', '/', '/a', 'a/', 'a//b', '.', 'a/..', '../a', 'a/./b', 'a/\ud800'])('refuses %j', (key) =>
      withBlobs(async (blobs) => {
        const thrown = await Promise.resolve()
          .then(() => blobs.put(key, bytes('x')))
          .catch((error: unknown) => error)
        expect(isWukuError(thrown) && thrown.code).toBe('bad-input')
      }),
    )
    it.each(['', '/', 'a', '../', 'a/../../'])('deletes nothing below %j', (prefix) =>
      withBlobs(async (blobs) => {
        await blobs.put('a/b', bytes('x'))
        const thrown = await Promise.resolve()
          .then(() => blobs.deleteUnder(prefix))
          .catch((error: unknown) => error)
        expect(isWukuError(thrown) && thrown.code).toBe('bad-input')
        expect(await keysBelow(blobs, 'a/')).toEqual(['a/b'])
      }),
    )

    const segment = string({ unit: 'grapheme', minLength: 1, maxLength: 12 }).filter(
      (each) => !each.includes('/') && each !== '.' && each !== '..' && each.isWellFormed(),
    )
    const key = array(segment, { minLength: 1, maxLength: 3 }).map((segments) => `p/${segments.join('/')}`)
    it('holds what a map would hold, in order', () =>
      assert(
        asyncProperty(uniqueArray(key, { maxLength: 12 }), (keys) =>
          withBlobs(async (blobs) => {
            const apart = keys.filter((one) => !keys.some((other) => other.startsWith(`${one}/`)))
            for (const each of apart) await blobs.put(each, bytes(each))
            expect(await keysBelow(blobs, 'p/')).toEqual(apart.toSorted((one, other) => (one < other ? -1 : 1)))
            for (const each of apart) expect(text(await blobs.get(each))).toBe(each)
          }),
        ),
        { numRuns: runs(60) },
      ))
  })
}
