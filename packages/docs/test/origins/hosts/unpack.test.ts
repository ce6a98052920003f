import { assert, asyncProperty, integer, uint8Array } from 'fast-check'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { unpack } from '../../../src/origins/hosts/unpack.ts'
import { tarOf } from '../../../../../test/fixtures/docs/code-host.ts'
import { runs } from '../../../../../test/scale.ts'

const files = Array.from({ length: 20 }, (_, at) => ({ path: `docs/${at}.md`, content: `${Math.sin(at)}`.repeat(60) }))
const packed = gzipSync(await tarOf(files, 'root/'))

async function* inChunks(bytes: Uint8Array, size = 700) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

const GB = 1024 ** 3
const bounds = (unpackedBytes = GB) => ({ signal: new AbortController().signal, unpackedBytes })

async function contentsOf(body: AsyncIterable<Uint8Array>, unpackedBytes?: number) {
  const found = []
  for await (const entry of unpack(body, bounds(unpackedBytes)))
    found.push({ path: entry.path, content: Buffer.from(await entry.read()).toString() })
  return found
}

describe('a tarball', () => {
  it.each([1, 100, 100_000])('is read in chunks of %s bytes', async (size) =>
    expect(await contentsOf(inChunks(packed, size))).toEqual(files),
  )
  it('that was cut off anywhere is an error', () =>
    assert(
      asyncProperty(integer({ min: 3, max: packed.length - 1 }), async (cut) => {
        await expect(contentsOf(inChunks(packed.subarray(0, cut)))).rejects.toThrow()
      }),
      { numRuns: runs(40) },
    ))
  it('that is something else is an error', () =>
    assert(
      asyncProperty(uint8Array({ minLength: 1, maxLength: 3000 }), async (bytes) => {
        await expect(contentsOf(inChunks(Buffer.concat([Buffer.from('not a tarball'), bytes])))).rejects.toThrow()
      }),
      { numRuns: runs(40) },
    ))
  it('with endless nothing behind its last entry is too large', async () => {
    const body = gzipSync(Buffer.concat([await tarOf(files, 'root/'), Buffer.alloc(1_000_000)]))
    expect(body.length).toBeLessThan(20_000)
    await expect(contentsOf(inChunks(body), 500_000)).rejects.toMatchObject({ code: 'too-large' })
  })
  it('lets go of its source when nobody reads on', async () => {
    let released = false
    async function* body() {
      try {
        yield* inChunks(packed, 100)
      } finally {
        released = true
      }
    }
    for await (const { path } of unpack(body(), bounds())) if (path === 'docs/0.md') break
    await expect.poll(() => released).toBe(true)
  })
})
