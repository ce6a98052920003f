import { mkdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { resolveRoot } from '../src/folder.ts'
import { isRefusal, type Feed } from '@wuku/core/ports/feed'
import { add, feedOf, plant, type Planted } from './trees.ts'

/** Lists, changes what lies there, then reads the first item: its text, or why it is refused. */
async function readAfter(content: Planted, change: (file: string, root: string) => void = () => undefined) {
  const root = plant({ 'a.md': content })
  const feed = feedOf(root, { maxBytes: 64 * 1024 })
  const [item] = (await feed.list({})).items
  change(join(root, 'a.md'), root)
  const read = item && (await feed.read(item))
  if (!read) return 'not listed'
  return isRefusal(read) ? String(read.said) : Buffer.from(read.bytes).toString('utf8')
}

describe('what is read', () => {
  it('bytes as they are', async () => expect(await readAfter('# 潮汐\r\n\uFEFF')).toBe('# 潮汐\r\n\uFEFF'))
  it('nothing of an empty file', async () => expect(await readAfter('')).toBe(''))
  it('what is there now, with the stamp of now', async () => {
    const root = plant({ 'a.md': 'before' })
    const feed = feedOf(root)
    const [item] = (await feed.list({})).items
    writeFileSync(join(root, 'a.md'), 'after it')
    const read = item && (await feed.read(item))
    expect(read).toMatchObject({ stamp: await feed.stamp('a.md'), bytes: Buffer.from('after it') })
  })
  it('nothing when it went away', async () =>
    expect(await readAfter('a', (file) => rmSync(file))).toBe('It was removed while it was being read.'))
  it('nothing when it grew too large', async () =>
    expect(await readAfter('a', (file) => truncateSync(file, 65 * 1024))).toBe('It has 65.0 KB; the limit is 64.0 KB.'))
  it('nothing when a folder took its place', async () =>
    expect(
      await readAfter('a', (file) => {
        rmSync(file)
        mkdirSync(file)
      }),
    ).toBe('It is now something else, not a file.'))
  it('nothing, and no waiting, when a FIFO took its place', async () =>
    expect(
      await readAfter('a', (file, root) => {
        rmSync(file)
        add(root, { 'a.md': 'fifo:' })
      }),
    ).toBe('It is now something else, not a file.'))
  it('nothing when the root went away', async () =>
    expect(await readAfter('a', (_, root) => rmSync(root, { recursive: true }))).toBe(
      'The folder does not exist, or cannot be read.',
    ))
})

it.each<[says: string, content: Buffer, room: number, liesThere: boolean]>([
  ['lies there', Buffer.from('# Tides'), 64, true],
  ['lies there when it just fits', Buffer.from('# Tides'), 7, true],
  ['has memory of its own when it does not fit', Buffer.from('# Tides'), 6, false],
  ['lies there whole, though its head was looked at first', Buffer.alloc(20_000, 'ebb and flow '), 32_768, true],
  ['has memory of its own when only its head fits', Buffer.alloc(20_000, 'ebb and flow '), 10_000, false],
])('what is read into memory of the caller: %s', async (_says, content, room, liesThere) => {
  const feed = feedOf(plant({ 'a.md': content }), { maxBytes: 64 * 1024 })
  const [item] = (await feed.list({})).items
  const scratch = new Uint8Array(room).fill(7)
  const read = item && (await feed.read(item, scratch))
  if (!read || isRefusal(read)) throw new Error('It was not read.')
  expect(Buffer.from(read.bytes).equals(content)).toBe(true)
  expect(read.bytes.buffer === scratch.buffer).toBe(liesThere)
})

const marked = (mark: readonly number[], text: string): Buffer =>
  Buffer.concat([Buffer.from(mark), Buffer.from(text, 'utf16le')])

describe('what is binary', () => {
  const binary = 'It is binary, not text.'
  it.each([
    ['a NUL in text', Buffer.from('one\0two'), true],
    ['a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0x0d]), true],
    ['small numbers of two bytes', Buffer.from([1, 0, 0, 2, 3, 0, 0, 4, 5, 0, 0, 6]), true],
    ['a NUL within the first 8 KB', Buffer.concat([Buffer.alloc(8 * 1024 - 1, 'a'), Buffer.from([0])]), true],
    ['a NUL after the first 8 KB', Buffer.concat([Buffer.alloc(8 * 1024, 'a'), Buffer.from([0])]), false],
    ['UTF-16 with its mark, little end first', marked([0xff, 0xfe], '# 潮汐 tides'), false],
    ['UTF-16 with its mark, big end first', marked([0xfe, 0xff], '# tides').swap16().subarray(2), false],
    ['UTF-16 without a mark', Buffer.from('# Tides\nebb and flow\n', 'utf16le'), false],
    ['no text that is UTF-8 at all, but no NUL', Buffer.from([0xb3, 0xb1, 0xcf, 0xab]), false],
  ])('%s: %#', async (_, bytes, isRefused) => {
    const read = await readAfter(bytes)
    expect(read === binary).toBe(isRefused)
  })
})

it('gives a file that is written twice in one tick of the clock two stamps', async () => {
  const root = plant({ 'a.md': 'one' })
  const feed: Feed = feedOf(root)
  const [item] = (await feed.list({})).items
  writeFileSync(join(root, 'a.md'), 'two')
  const read = item && (await feed.read(item))
  writeFileSync(join(root, 'a.md'), 'six')
  expect(read && !isRefusal(read) && read.stamp).not.toBe(await feed.stamp('a.md'))
})

describe('a root as the user writes it', () => {
  it('is resolved to its real path, folder or file', async () => {
    const root = plant({ 'a.md': '', linked: { link: '.' } })
    expect(await Promise.all([`${root}/linked/`, `${root}/./linked/a.md`].map(resolveRoot))).toEqual([
      root,
      join(root, 'a.md'),
    ])
  })
  it.each(['gone', 'a.md/deeper', 'pipe', 'nul\0'])('is missing: %j', async (path) => {
    const root = plant({ 'a.md': '', pipe: 'fifo:' })
    await expect(resolveRoot(join(root, path))).rejects.toMatchObject({
      code: 'root-missing',
      remedy: expect.any(String),
    })
  })
})
