import { describe, expect, it } from 'vitest'
import { createSlabs, type Slabs } from '../../src/index/intake.ts'

/** As a feed reads: over what was read before. */
function readInto({ scratch }: Slabs, text: string): Uint8Array {
  const bytes = Buffer.from(text)
  scratch.set(bytes)
  return scratch.subarray(0, bytes.length)
}

const saidBy = (kept: readonly Uint8Array[]): readonly string[] => kept.map((bytes) => Buffer.from(bytes).toString())

describe('a slab', () => {
  it.each<[says: string, size: number, texts: readonly string[]]>([
    ['that fit', 20, ['ebb', 'flood', '']],
    ['that fill it', 8, ['ebb', 'flood']],
    ['that there is no more room for', 4, ['ebb', 'flood', 'a', 'tide']],
    ['where there is no room at all', 0, ['ebb', '', 'flood']],
  ])('keeps bytes %s, whatever is read next', (_says, size, texts) => {
    const slabs = createSlabs(size)
    const slab = slabs.open()
    const kept = texts.map((text) => slab.keep(readInto(slabs, text)))
    slabs.scratch.fill(0)
    expect(saidBy(kept)).toEqual(texts)
  })

  it('lies in memory that threads share, and leaves bytes that it has no room for where they are', () => {
    const [small, large] = [new Uint8Array(3), new Uint8Array(9)]
    const slab = createSlabs(8).open()
    expect(slab.keep(small).buffer).toBeInstanceOf(SharedArrayBuffer)
    expect(slab.keep(large)).toBe(large)
  })

  it('is used again once it is released, and not before', () => {
    const slabs = createSlabs(8)
    const bufferOf = (slab = slabs.open()) => ({ slab, buffer: slab.keep(Uint8Array.of(1)).buffer })
    const [first, second] = [bufferOf(), bufferOf()]
    first.slab.release()
    const third = bufferOf()
    expect(second.buffer).not.toBe(first.buffer)
    expect(third.buffer).toBe(first.buffer)
  })
})
