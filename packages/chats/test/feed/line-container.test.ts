import { appendFileSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { zstdCompressSync } from 'node:zlib'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findSpans } from '../../src/feed/line-container.ts'
import { plant } from '../../../folders/test/trees.ts'
import { chatsOf, linesOf, takeIn } from './archive.ts'
import { runs } from '../../../../test/scale.ts'

const MIB = 1024 * 1024
const long = linesOf(Array.from({ length: 54 }, (_, at) => 20_000 + at * 900))
const joined = (texts: ReadonlyMap<string, string>): string => [...texts.values()].join('')

describe('a file of lines', () => {
  it('that is short is one item, and is not opened to be listed', async () => {
    const { texts, besides } = await takeIn(chatsOf(plant({ 'a.jsonl': '{"a":1}\r\n{"half' })))
    expect([...texts]).toEqual([['a.jsonl', '{"a":1}\r\n{"half']])
    expect(besides.get('a.jsonl')).toBeUndefined()
  })

  it('that is empty is an item without bytes', async () =>
    expect([...(await takeIn(chatsOf(plant({ 'a.jsonl': '' })))).texts]).toEqual([['a.jsonl', '']]))

  it('that is long comes in parts of whole lines, with its first line beside the later ones', async () => {
    const { texts, besides } = await takeIn(chatsOf(plant({ 'p/a.jsonl': long })))
    expect([...texts.keys()]).toEqual(['p/a.jsonl', 'p/a.jsonl@2', 'p/a.jsonl@3', 'p/a.jsonl@4'])
    expect(joined(texts) === long).toBe(true)
    expect([...texts.values()].every((text) => text.endsWith('}\n') && text.startsWith('{'))).toBe(true)
    expect(besides.get('p/a.jsonl')).toBeUndefined()
    expect(besides.get('p/a.jsonl@2')).toEqual({ firstLine: long.slice(0, long.indexOf('\n')) })
  })

  it('keeps all stamps as long as nobody writes, and all but the last when somebody appends', async () => {
    const root = plant({ 'a.jsonl': long })
    const { known } = await takeIn(chatsOf(root))
    const again = await chatsOf(root).list({ known })
    expect(again.items.map(({ path, stamp }) => [path, stamp])).toEqual([...known])
    appendFileSync(join(root, 'a.jsonl'), '{"more":1}\n')
    const after = await takeIn(chatsOf(root), { known })
    const changed = after.listed.filter(({ path, stamp }) => known.get(path) !== stamp).map(({ path }) => path)
    expect(changed).toEqual(['a.jsonl@4'])
    expect(joined(after.texts) === `${long}{"more":1}\n`).toBe(true)
  })

  it('edited in the middle, with the same length, has another stamp for that part', async () => {
    const root = plant({ 'a.jsonl': long })
    const { known } = await takeIn(chatsOf(root))
    const bytes = readFileSync(join(root, 'a.jsonl'))
    bytes[MIB + 700_000] = 0x21
    writeFileSync(join(root, 'a.jsonl'), bytes)
    const changed = (await chatsOf(root).list({ known })).items.filter(({ path, stamp }) => known.get(path) !== stamp)
    expect(changed.map(({ path }) => path)).toEqual(['a.jsonl@2', 'a.jsonl@4'])
  })

  it('loses its later parts when it was written anew and is shorter', async () => {
    const root = plant({ 'a.jsonl': long })
    const { known } = await takeIn(chatsOf(root))
    writeFileSync(join(root, 'a.jsonl'), '{"new":1}\n')
    expect([...(await takeIn(chatsOf(root), { known })).texts]).toEqual([['a.jsonl', '{"new":1}\n']])
  })

  it('is listed anew when a run was killed before all parts were stored', async () => {
    const root = plant({ 'a.jsonl': long })
    const { known } = await takeIn(chatsOf(root))
    const half = new Map([...known].filter(([path]) => path !== 'a.jsonl@3'))
    const { items } = await chatsOf(root).list({ known: half })
    expect(items.map(({ path, stamp }) => [path, stamp])).toEqual([...known])
  })

  it('leaves out a line that is too long, and says which', async () => {
    const huge = `{"x":"${'y'.repeat(17 * MIB)}"}\n`
    const root = plant({ 'a.jsonl': `{"first":1}\n${huge}{"last":1}\n`, 'b.jsonl': huge })
    const { texts, problems, skipped } = await takeIn(chatsOf(root))
    expect([...texts]).toEqual([
      ['a.jsonl', '{"first":1}\n'],
      ['a.jsonl@2', '{"last":1}\n'],
    ])
    expect(problems).toEqual([
      'a.jsonl: Line 2 has 17.0 MB; lines above 16.0 MB are left out, and the others are indexed.',
      'b.jsonl: Line 1 has 17.0 MB; lines above 16.0 MB are left out, and the others are indexed.',
    ])
    expect(skipped).toEqual(['b.jsonl: only a line of 17.0 MB'])
  })

  it('can be read by a feed that listed nothing', async () => {
    const root = plant({ 'a.jsonl': long })
    const { texts } = await takeIn(chatsOf(root))
    const read = await chatsOf(root).read({ path: 'a.jsonl@3', stamp: '', bytes: 0, modifiedAt: 0 })
    expect('bytes' in read && Buffer.from(read.bytes).toString() === texts.get('a.jsonl@3')).toBe(true)
  })
})

describe('a packed file of lines', () => {
  const packed = (text: string): Uint8Array => Uint8Array.from(zstdCompressSync(text))

  it('has the items of the plain one, with the stamps of all parts but the last', async () => {
    const root = plant({ 'a.jsonl': long })
    const plain = await takeIn(chatsOf(root))
    writeFileSync(join(root, 'a.jsonl.zst'), packed(long))
    rmSync(join(root, 'a.jsonl'))
    const { texts, known } = await takeIn(chatsOf(root), { known: plain.known })
    expect(joined(texts) === long).toBe(true)
    expect([...texts.keys()]).toEqual([...plain.texts.keys()])
    expect([...known].filter(([path, stamp]) => plain.known.get(path) !== stamp).map(([path]) => path)).toEqual([
      'a.jsonl@4',
    ])
  })

  it('gives way to a plain one beside it', async () => {
    const { texts, skipped } = await takeIn(chatsOf(plant({ 'a.jsonl': '{"a":1}', 'a.jsonl.zst': packed('{"b":1}') })))
    expect([...texts]).toEqual([['a.jsonl', '{"a":1}']])
    expect(skipped).toEqual(['a.jsonl.zst: a copy of a.jsonl'])
  })

  it('that is short, or empty, is one item', async () => {
    const { texts } = await takeIn(chatsOf(plant({ 'a.jsonl.zst': packed('{"会":1}\n'), 'b.jsonl.zst': packed('') })))
    expect([...texts]).toEqual([
      ['a.jsonl', '{"会":1}\n'],
      ['b.jsonl', ''],
    ])
  })

  it('that is damaged is a problem, and keeps what is known of it', async () => {
    const root = plant({ 'a.jsonl.zst': packed(long).subarray(0, 300), 'b.jsonl.zst': 'no Zstandard', 'c.jsonl': '{}' })
    const known = new Map([
      ['a.jsonl', 'x'],
      ['a.jsonl@2', 'y'],
      ['c.jsonl', 'z'],
    ])
    const { items, problems, complete } = await chatsOf(root).list({ known })
    expect(items.filter(({ path }) => path !== 'c.jsonl').map(({ path, stamp }) => [path, stamp])).toEqual([
      ['a.jsonl', 'x'],
      ['a.jsonl@2', 'y'],
    ])
    expect(problems.map(({ path }) => path)).toEqual(['a.jsonl.zst', 'b.jsonl.zst'])
    expect(complete).toBe(true)
  })

  it('that unpacks to too much for its size is refused', async () => {
    const bomb = packed(`${' '.repeat(80 * MIB)}\n`)
    const { texts, problems } = await takeIn(chatsOf(plant({ 'a.jsonl.zst': bomb })))
    expect(texts.size).toBe(0)
    expect(problems[0]).toMatch(/^a\.jsonl\.zst: It unpacks to more than \d+ MB, too much for its size\.$/)
  })
})

it('freshness of a part is that of its file, or of the bytes before what was appended', async () => {
  const root = plant({ 'a.jsonl': long, 'b.jsonl': '{}' })
  const { known } = await takeIn(chatsOf(root))
  const fresh = async () => {
    const feed = chatsOf(root)
    return Promise.all([...known].map(async ([path, stamp]) => (await feed.stamp(path, stamp)) === stamp))
  }
  expect(await fresh()).toEqual([true, true, true, true, true])
  appendFileSync(join(root, 'a.jsonl'), '{}\n')
  expect(await fresh()).toEqual([true, true, true, false, true])
  renameSync(join(root, 'a.jsonl'), join(root, 'a.gone'))
  expect(await Promise.all(['a.jsonl', 'a.jsonl@2'].map((path) => chatsOf(root).stamp(path, 'x')))).toEqual([
    undefined,
    undefined,
  ])
})

describe('parts', () => {
  const chunked = (bytes: Buffer, size: number) =>
    (async function* () {
      for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
    })()

  /** Each line is put to the part of the MiB in which it begins, unless a line before it began there and crossed. */
  function slowly(text: string): readonly [number, number][] {
    const parts: [number, number][] = [[0, 0]]
    for (const line of text.match(/[^\n]*\n|[^\n]+$/g) ?? []) {
      const last = parts.at(-1) ?? [0, 0]
      const isFull = last[1] > last[0] && Math.floor(last[1] / MIB) > Math.floor(last[0] / MIB)
      if (isFull) parts.push([last[1], last[1] + line.length])
      else last[1] += line.length
    }
    return parts
  }

  it('are the same however the bytes come, and as a slow look finds them', async () => {
    const lengths = fc.array(fc.oneof(fc.integer({ min: 0, max: 300 }), fc.integer({ min: 100_000, max: 2_500_000 })), {
      maxLength: 7,
    })
    await fc.assert(
      fc.asyncProperty(lengths, fc.integer({ min: 300, max: 3 * MIB }), fc.boolean(), async (sizes, step, isWhole) => {
        const text = sizes.map((size) => `${'x'.repeat(size)}\n`).join('') + (isWhole ? '' : 'half')
        const { spans } = await findSpans(chunked(Buffer.from(text), step))
        expect(spans.map(({ start, end }) => [start, end])).toEqual(slowly(text))
      }),
      { numRuns: runs(25) },
    )
  })

  it('see the marker across the border of two chunks', async () => {
    const text = Buffer.from(`${'x'.repeat(500)}DO NOT INDEX THIS CHAT\n`)
    for (const step of [1, 7, 21, 22, 505, 512, 600])
      expect((await findSpans(chunked(text, step))).asksToBeLeftOut).toBe(true)
    expect((await findSpans(chunked(Buffer.from('do not index this chat'), 5))).asksToBeLeftOut).toBe(false)
  })
})
