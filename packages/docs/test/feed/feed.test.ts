import { describe, expect, it } from 'vitest'
import { openDocsFeed } from '../../src/feed/feed.ts'
import type { Converter } from '@wuku/core/ports/converter'
import { isRefusal, type Feed, type ListedItem } from '@wuku/core/ports/feed'
import { openBlobs } from '../blobs.ts'

const converter: Converter = {
  endings: new Set(['pdf']),
  version: '1',
  convert: async ({ path, bytes }) =>
    bytes.length === 0
      ? { path, said: 'It is empty.', remedy: 'Save it anew.', isLasting: true, wastedMilliseconds: 0 }
      : { as: 'markdown', bytes: Buffer.from('# Made'), title: 'Its title' },
  close: async () => {},
}

async function opened(files: Readonly<Record<string, string | Uint8Array>>) {
  const blobs = openBlobs()
  for (const [path, text] of Object.entries(files)) await blobs.put(`docs/tides/1/${path}`, Buffer.from(text))
  const endings = new Set(['md', 'pdf', 'rst', 'html'])
  return {
    blobs,
    feed: openDocsFeed({ blobs, ...place, converter, endings, unreadableMilliseconds: 1 }),
  }
}

const place = { root: 'https://docs.example', originals: 'docs/tides/1/' }

async function itemAt(feed: Feed, path: string): Promise<ListedItem> {
  const found = (await feed.list({})).items.find((item) => item.path === path)
  if (!found) throw new Error(`${path} is not listed.`)
  return found
}

async function readAt(files: Readonly<Record<string, string | Uint8Array>>, path: string) {
  const { feed } = await opened(files)
  const read = await feed.read(await itemAt(feed, path))
  return isRefusal(read) ? read : { text: Buffer.from(read.bytes).toString(), about: read.sidecar?.about }
}

describe('the originals of a version', () => {
  it('are listed, without what lies beside them and what is no document', async () => {
    const { feed } = await opened({
      'guide.md': 'a',
      '潮汐/月.MD': 'b',
      'api.pdf': 'c',
      'photo.png': 'd',
      LICENSE: 'e',
      '~aside/x.md': 'f',
      '~enriched/guide.md': '{}',
    })
    const { items, complete } = await feed.list({})
    expect([items.map(({ path }) => path), complete]).toEqual([['api.pdf', 'guide.md', '潮汐/月.MD'], true])
  })

  it('of another version that begins alike are not', async () => {
    const { blobs, feed } = await opened({ 'guide.md': 'a' })
    await blobs.put('docs/tides/10/other.md', Buffer.from('b'))
    expect((await feed.list({})).items.map(({ path }) => path)).toEqual(['guide.md'])
  })

  it('are not all there when it was stopped', async () => {
    const { feed } = await opened({ 'guide.md': 'a' })
    expect(await feed.list({ signal: AbortSignal.abort() })).toMatchObject({ items: [], complete: false })
  })

  it('have another stamp when they, or what is written about them, change', async () => {
    const { blobs, feed } = await opened({ 'guide.md': 'a', 'other.md': 'a' })
    const stamps = [await feed.stamp('guide.md')]
    await blobs.put('docs/tides/1/~enriched/guide.md', Buffer.from('{"snippets":{}}'))
    stamps.push(await feed.stamp('guide.md'))
    await blobs.put('docs/tides/1/~enriched/guide.md', Buffer.from('{"snippets":{ }}'))
    stamps.push(await feed.stamp('guide.md'))
    await blobs.put('docs/tides/1/guide.md', Buffer.from('b'))
    stamps.push(await feed.stamp('guide.md'))
    expect(new Set(stamps).size).toBe(4)
    expect([(await itemAt(feed, 'guide.md')).stamp, await feed.stamp('gone.md')]).toEqual([stamps.at(-1), undefined])
  })
})

describe('an original is read', () => {
  it.each<[says: string, files: Readonly<Record<string, string | Uint8Array>>, path: string, read: object]>([
    ['as it is', { 'a.md': '# 潮汐 👩‍🚀\r\n' }, 'a.md', { text: '# 潮汐 👩‍🚀\r\n', about: undefined }],
    [
      'as it was converted',
      { 'a.pdf': '%PDF' },
      'a.pdf',
      { text: '# Made', about: '{"as":"markdown","title":"Its title"}' },
    ],
    ['or refused', { 'a.pdf': '' }, 'a.pdf', { path: 'a.pdf', said: 'It is empty.' }],
    [
      'with what was written about it',
      { 'a.md': 'x', '~enriched/a.md': '{"snippets":{"k":{"title":"T","description":"D"}}}' },
      'a.md',
      { text: 'x', about: '{"snippets":{"k":{"title":"T","description":"D"}}}' },
    ],
    [
      'with what it includes',
      { 'a.md': 'Before.\n\n--8<-- "part.md"\n\nAfter.', 'part.md': 'Included.' },
      'a.md',
      { text: 'Before.\n\nIncluded.\n\nAfter.' },
    ],
    [
      'with what lies aside',
      { 'a.md': '--8<-- "code/x.ts"', '~aside/code/x.ts': 'const x = 1' },
      'a.md',
      { text: 'const x = 1' },
    ],
    [
      'with what is included by what it includes',
      { 'a.md': '--8<-- "b.md"', 'b.md': '--8<-- "c.md"', 'c.md': 'C' },
      'a.md',
      { text: 'C' },
    ],
    [
      'though it includes what is not there',
      { 'a.md': 'x\n--8<-- "gone.md"\ny' },
      'a.md',
      { text: 'x\n--8<-- "gone.md"\ny' },
    ],
    [
      'though what it includes is no text',
      { 'a.md': '--8<-- "b.md"', 'b.md': new Uint8Array([0, 1, 2, 0]) },
      'a.md',
      { text: '--8<-- "b.md"' },
    ],
    ['though it is not text', { 'a.md': '\u0000\u0001' }, 'a.md', { text: '\u0000\u0001' }],
    [
      'without includes where its format has none',
      { 'a.html': '--8<-- "b.md"', 'b.md': 'B' },
      'a.html',
      { text: '--8<-- "b.md"' },
    ],
  ])('%s', async (_, files, path, read) => expect(await readAt(files, path)).toMatchObject(read))

  it('and says so when it is gone', async () => {
    const { blobs, feed } = await opened({ 'a.md': 'x' })
    const item = await itemAt(feed, 'a.md')
    await blobs.delete('docs/tides/1/a.md')
    expect(await feed.read(item)).toMatchObject({ path: 'a.md', remedy: expect.stringContaining('wuku docs refresh') })
  })

  it('and an end, though it includes itself', async () => {
    const read = await readAt({ 'a.md': 'A\n--8<-- "a.md"\n--8<-- "a.md"' }, 'a.md')
    expect('text' in read && read.text.length).toBeLessThan(1_000)
  })

  it('within bounds, though it includes much of much', async () => {
    const big = 'x'.repeat(3_000_000)
    const read = await readAt({ 'a.md': '--8<-- "big.md"\n'.repeat(50), 'big.md': big }, 'a.md')
    expect('text' in read && read.text.length).toBeLessThan(8_000_000)
  })
})

describe('a file that cannot be read', () => {
  /** Says how long each file may take, and takes that long where it is slow. */
  const open = (blobs: ReturnType<typeof openBlobs>, { version = '1', isLasting = true } = {}) => {
    const given: (number | undefined)[] = []
    const slow: Converter = {
      endings: new Set(['pdf']),
      version,
      async convert({ path, milliseconds = 0 }) {
        given.push(milliseconds)
        return { path, said: 'It is slow.', remedy: 'Split it.', isLasting, wastedMilliseconds: milliseconds }
      },
      close: async () => {},
    }
    const endings = new Set(['pdf'])
    const feed = openDocsFeed({ blobs, ...place, converter: slow, endings, unreadableMilliseconds: 120_000 })
    const run = async (): Promise<readonly string[]> => {
      const said: string[] = []
      for (const item of (await feed.list({})).items) {
        const read = await feed.read(item)
        said.push(isRefusal(read) ? String(read.said) : '')
      }
      return said
    }
    return { run, given }
  }
  const blobsWith = async (...names: readonly string[]) => {
    const blobs = openBlobs()
    for (const name of names) await blobs.put(`docs/tides/1/${name}.pdf`, Buffer.from(name))
    return blobs
  }

  it('is read once for its bytes and this reader, also after a restart', async () => {
    const blobs = await blobsWith('a')
    const first = open(blobs)
    await first.run()
    const again = open(blobs)
    expect(await again.run()).toEqual(['It is slow.'])
    expect([first.given.length, again.given.length]).toEqual([1, 0])
    const newer = open(blobs, { version: '2' })
    await newer.run()
    expect(newer.given.length).toBe(1)
    await blobs.put('docs/tides/1/a.pdf', Buffer.from('other'))
    const changed = open(blobs, { version: '2' })
    await changed.run()
    expect(changed.given.length).toBe(1)
  })

  it('is read again where its bytes were not the reason', async () => {
    const blobs = await blobsWith('a')
    const { run, given } = open(blobs, { isLasting: false })
    await run()
    await run()
    expect(given.length).toBe(2)
  })

  it('has less time after others, until there is none', async () => {
    const { run, given } = open(await blobsWith('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'))
    const said = await run()
    expect(given).toEqual([60_000, 30_000, 15_000, 7_500, 5_000, 5_000])
    expect(said.slice(6)).toEqual(Array.from({ length: 2 }, () => expect.stringMatching(/^It was not read/)))
  })
})
