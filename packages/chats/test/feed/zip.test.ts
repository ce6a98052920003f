import { lstatSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { asyncProperty, assert, uint8Array, integer } from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Container, ContainerFile } from '../../src/feed/container.ts'
import { exportContainer, isExportName } from '../../src/feed/export-file.ts'
import { isExport, zipContainer } from '../../src/feed/zip.ts'
import { stampOf } from '@wuku/folders/entries'
import { isRefusal } from '@wuku/core/ports/feed'
import { plant } from '../../../folders/test/trees.ts'
import { zipOf, type Zipped } from './zips.ts'
import { runs } from '../../../../test/scale.ts'

const chat = (id: string, more: object = {}) => ({ id, title: '潮汐 👩‍👩‍👧', mapping: { a: { message: {} } }, ...more })
const claudeChat = (uuid: string) => ({ uuid, name: 'tides', chat_messages: [{}] })
const one = (name: string, chats: unknown, more: Partial<Zipped> = {}): Zipped => ({
  name,
  text: JSON.stringify(chats),
  ...more,
})

function fileAt(at: string, path: string): ContainerFile {
  const stats = lstatSync(at, { bigint: true })
  return { path, at, stamp: stampOf(stats), bytes: Number(stats.size), modifiedAt: Number(stats.mtimeMs) }
}

const planted = (path: string, bytes: string | Uint8Array): ContainerFile =>
  fileAt(join(plant({ [path]: bytes }), path), path)

const zipped = (...files: readonly Zipped[]): ContainerFile => planted('export.zip', zipOf(files))

async function see(
  file: ContainerFile,
  container: Container = zipContainer,
  known: ReadonlyMap<string, string> = new Map(),
) {
  const { items, skipped = [], problems = [] } = await container.list(file, known)
  return {
    items: items.map(({ path }) => path.slice(file.path.length + 1)),
    skipped: skipped.map(({ path, why }) => `${path}: ${why}`),
    problems: problems.map(({ path, said }) => `${path}: ${said}`),
  }
}

async function readText(file: ContainerFile, path: string, container: Container = zipContainer): Promise<string> {
  const { items } = await container.list(file, new Map())
  const item = items.find((each) => each.path === path)
  if (!item) return 'not listed'
  const read = await container.read(file, item)
  return isRefusal(read) ? String(read.said) : Buffer.from(read.bytes).toString()
}

const knownFrom = async (file: ContainerFile, container: Container = zipContainer): Promise<Map<string, string>> =>
  new Map((await container.list(file, new Map())).items.map(({ path, stamp }) => [path, stamp]))

describe('what is an item', () => {
  it.each<[says: string, files: readonly Zipped[], items: readonly string[]]>([
    ['each conversation of ChatGPT', [one('conversations.json', [chat('a'), chat('b')])], ['a', 'b']],
    ['each of Claude.ai', [one('conversations.json', [claudeChat('a')])], ['a']],
    [
      'of all shards, in their order',
      [one('conversations-001.json', [chat('b')]), one('conversations-000.json', [chat('a')])],
      ['a', 'b'],
    ],
    ['what lies one folder deep', [one('data-2026/conversations.json', [chat('a')])], ['a']],
    ['what is not packed', [one('conversations.json', [chat('a')], { isStored: true })], ['a']],
    [
      'a line of .jsonl',
      [{ name: 'conversations.jsonl', text: `${JSON.stringify(chat('a'))}\n${JSON.stringify(chat('b'))}\n` }],
      ['a', 'b'],
    ],
    ['the id that the program cites', [one('conversations.json', [chat('old', { conversation_id: 'new' })])], ['new']],
    [
      'not what nobody wrote in',
      [
        one('conversations.json', [
          chat('a'),
          chat('b', { mapping: { r: { message: null } } }),
          { uuid: 'c', chat_messages: [] },
        ]),
      ],
      ['a'],
    ],
    ['no path out of it', [one('conversations.json', [chat('../../x'), chat('a/b\u0000@2')])], ['..-..-x', 'a-b--2']],
  ])('is %s', async (_says, files, items) =>
    expect(await see(zipped(...files))).toEqual({ items, skipped: [], problems: [] }),
  )

  it('looks at nothing else in it', async () => {
    const others = ['users.json', 'projects.json', 'message_feedback.json', 'chat.html', 'a/b/conversations.json']
    const strange = [
      '../conversations.json',
      '/conversations.json',
      '..\\conversations.json',
      'C:/x/conversations.json',
    ]
    const file = zipped(
      ...[...others, ...strange].map((name) => one(name, [chat(name)])),
      one('conversations.json', [chat('a')]),
    )
    expect(await see(file)).toEqual({ items: ['a'], skipped: [], problems: [] })
  })
})

describe('what is told of the rest', () => {
  it.each<[says: string, files: readonly Zipped[], seen: Partial<Awaited<ReturnType<typeof see>>>]>([
    [
      'of conversations that ask not to be indexed',
      [one('conversations.json', [chat('a'), chat('b', { title: 'DO NOT INDEX THIS CHAT' })])],
      { items: ['a'], skipped: ['export.zip/b: asks not to be indexed'] },
    ],
    [
      'of one that is there twice, in a file or in two',
      [one('conversations-0.json', [chat('a'), chat('b'), chat('a')]), one('conversations-1.json', [chat('b')])],
      { items: ['a', 'b'], problems: ['export.zip: 2 conversations occur in it twice; the later one counts: a, b.'] },
    ],
    [
      'of what is no conversation',
      [one('conversations.json', [3, chat('a'), { id: 'x' }, { mapping: {} }, chat('..')])],
      {
        items: ['a'],
        problems: ['export.zip/conversations.json: 4 elements are not a conversation with an id, the first at byte 1.'],
      },
    ],
    [
      'of what is no JSON',
      [{ name: 'conversations.json', text: `[{"id":"x","mapping":潮},${JSON.stringify(chat('a'))}]` }],
      { items: ['a'], problems: ['export.zip/conversations.json: One element is not valid JSON, at byte 1.'] },
    ],
    [
      'of a text that breaks off',
      [{ name: 'conversations.json', text: `[${JSON.stringify(chat('a'))},{"id":` }],
      {
        items: ['a'],
        problems: [
          'export.zip/conversations.json: It breaks off at byte 85; the conversations before that are indexed.',
        ],
      },
    ],
    [
      'of an archive of other things',
      [one('photos.json', [1])],
      { skipped: ['export.zip: not an export of conversations'] },
    ],
    [
      'of conversations of something else',
      [one('conversations.json', [])],
      { skipped: ['export.zip: not an export of conversations'] },
    ],
    [
      'of a locked file',
      [one('conversations.json', [chat('a')], { isEncrypted: true })],
      { problems: ['export.zip/conversations.json: It is locked by a password.'] },
    ],
    [
      'of a wrong checksum, which spoils its own file only',
      [one('conversations-0.json', [chat('a')], { says: { crc: 1 } }), one('conversations-1.json', [chat('b')])],
      { items: ['b'], problems: ['export.zip/conversations-0.json: It is damaged: its checksum is wrong.'] },
    ],
    [
      'of fewer bytes than were promised',
      [one('conversations.json', [chat('a')], { says: { length: 1000 } })],
      { problems: ['export.zip/conversations.json: It is damaged: it ends too early.'] },
    ],
    [
      'of more',
      [one('conversations.json', [chat('a')], { says: { length: 10 } })],
      { problems: ['export.zip/conversations.json: It is damaged: it is longer than it says.'] },
    ],
    [
      'of packed bytes that are none',
      [one('conversations.json', [chat('a')], { packed: Buffer.alloc(99, 7) })],
      { problems: ['export.zip/conversations.json: It is damaged: it cannot be unpacked.'] },
    ],
    [
      'of a packing that is not known',
      [one('conversations.json', [chat('a')], { method: 93 })],
      { problems: ['export.zip/conversations.json: Its compression format is not supported.'] },
    ],
    [
      'of a bomb',
      [{ name: 'conversations.json', text: Buffer.alloc(17 * 1024 * 1024, ' ') }],
      { problems: ['export.zip/conversations.json: It unpacks to more than is allowed for its size.'] },
    ],
    [
      'of thousands of numbers',
      [{ name: 'conversations.json', text: `[${'1,'.repeat(10_001)}1]` }],
      { problems: ['export.zip/conversations.json: Most of its contents are not conversations.'] },
    ],
  ])('tells %s', async (_says, files, seen) =>
    expect(await see(zipped(...files))).toEqual({ items: [], skipped: [], problems: [], ...seen }),
  )

  it('leaves out one conversation that is too long, without holding it', async () => {
    const long = `{"id":"x","mapping":{"text":"${'潮汐 '.repeat(5_000_000)}"}}`
    const seen = await see(planted('conversations.json', `[${long},${JSON.stringify(chat('a'))}]`), exportContainer)
    expect(seen.items).toEqual(['a'])
    expect(seen.problems).toEqual([
      'conversations.json: The part at byte 1 has 33.4 MB, too much for one conversation; it is left out.',
    ])
  })

  it('says what is no archive at all', async () =>
    expect(await see(planted('export.zip', 'no archive'))).toEqual({
      items: [],
      skipped: ['export.zip: no ZIP archive'],
      problems: [],
    }))

  it('fails on an archive that was cut off, so that what is known of it stays', async () => {
    const bytes = zipOf([one('conversations.json', [chat('a')])])
    await expect(see(planted('export.zip', bytes.subarray(0, -30)))).rejects.toThrow(
      'It is damaged: it cannot be unpacked.',
    )
  })

  it('goes on listing what stood in a file that is damaged now', async () => {
    const file = zipped(one('conversations-0.json', [chat('a')]), one('conversations-1.json', [chat('b')]))
    const known = await knownFrom(file)
    writeFileSync(
      file.at,
      zipOf([one('conversations-0.json', [chat('a')], { says: { crc: 1 } }), one('conversations-1.json', [chat('c')])]),
    )
    const now = fileAt(file.at, file.path)
    const { items } = await zipContainer.list(now, known)
    expect(items.map(({ path }) => path)).toEqual(['export.zip/c', 'export.zip/a', 'export.zip/b'])
    expect(items[1]?.stamp).toBe(known.get('export.zip/a'))
  })

  const bytes = zipOf([one('conversations.json', [chat('a'), chat('b')])])
  it('survives any bytes, and any byte changed', () =>
    assert(
      asyncProperty(
        integer({ min: 0, max: bytes.length - 1 }),
        uint8Array({ minLength: 1, maxLength: 9 }),
        async (at, noise) => {
          const file = planted(
            'export.zip',
            Buffer.concat([bytes.subarray(0, at), noise, bytes.subarray(at + noise.length)]),
          )
          const seen = await see(file).catch((error: unknown) => error)
          expect(seen instanceof Error ? seen.name : 'seen').toMatch(/^(?:seen|WukuError)$/)
        },
      ),
      { numRuns: runs(60) },
    ))
})

describe('reading', () => {
  const first = chat('a', { text: '第一 \\" ]' })
  const chats = [first, ...Array.from({ length: 300 }, (_, at) => chat(`c${at}`, { text: 'ebb '.repeat(at * 10) }))]
  it.each<[says: string, container: Container, plantIt: () => ContainerFile]>([
    [
      'an archive',
      zipContainer,
      () => zipped(one('conversations-0.json', chats.slice(0, 9)), one('conversations-1.json', chats.slice(9))),
    ],
    ['a plain file', exportContainer, () => planted('conversations.json', JSON.stringify(chats, null, 1))],
    [
      'lines',
      exportContainer,
      () => planted('conversations.jsonl', chats.map((each) => JSON.stringify(each)).join('\n')),
    ],
  ])('gives each conversation of %s, in any order and at once', async (_says, container, plantIt) => {
    const file = plantIt()
    const { items } = await container.list(file, new Map())
    expect(items.length).toBe(chats.length)
    const mixed = [...items, ...items.toReversed(), ...items.filter((_, at) => at % 7 === 3)]
    const read = async (item: (typeof items)[number]) => {
      const raw = await container.read(file, item)
      if (isRefusal(raw)) return expect.fail(String(raw.said))
      expect(raw.stamp).toBe(item.stamp)
      expect(raw.bytes.length).toBe(item.bytes)
      expect(JSON.parse(Buffer.from(raw.bytes).toString())).toMatchObject({ id: item.path.slice(file.path.length + 1) })
    }
    for (const item of mixed.slice(0, 320)) await read(item)
    await Promise.all(mixed.slice(-20).map(read))
  })

  it('gives the later of two', async () => {
    const file = zipped(one('conversations-0.json', [chat('a')]), one('conversations-1.json', [first]))
    expect(await readText(file, 'export.zip/a')).toBe(JSON.stringify(first))
  })

  it('notices that the file was written anew', async () => {
    const file = zipped(one('conversations.json', [chat('a'), chat('b')]))
    const { items } = await zipContainer.list(file, new Map())
    writeFileSync(file.at, zipOf([one('conversations.json', [chat('b'), chat('a')])]))
    const [item] = items
    expect(item && (await zipContainer.read(fileAt(file.at, file.path), item))).toMatchObject({
      path: 'export.zip/a',
      said: 'It was changed while it was being read.',
    })
  })
})

describe('listing again', () => {
  const files = [one('conversations-0.json', [chat('b'), chat('a')]), one('conversations-1.json', [chat('c')])]

  it('opens nothing when all is known', async () => {
    const file = zipped(...files)
    const known = await knownFrom(file)
    known.set('other.zip/x', 'y').set('export.zip/gone', 'gone')
    const { items } = await zipContainer.list({ ...file, at: '/nowhere' }, known)
    expect(items.map(({ path, stamp }) => [path, stamp])).toEqual([...known].slice(0, 3))
  })

  it('opens the file while something is missing, and finds the others as they were', async () => {
    const file = zipped(...files)
    const known = await knownFrom(file)
    const all = new Map(known)
    known.delete('export.zip/a')
    const { items } = await zipContainer.list(file, known)
    expect(new Map(items.map(({ path, stamp }) => [path, stamp]))).toEqual(all)
  })

  it('opens it for as long as there is something to tell', async () => {
    const file = zipped(one('conversations.json', [chat('a'), chat('b', { title: 'DO NOT INDEX THIS CHAT' })]))
    const again = await see(file, zipContainer, await knownFrom(file))
    expect(again.skipped).toEqual(['export.zip/b: asks not to be indexed'])
  })

  it('gives other stamps once the file was written to', async () => {
    const file = zipped(...files)
    const known = await knownFrom(file)
    writeFileSync(file.at, zipOf([...files, one('conversations-2.json', [chat('d')])]))
    const now = await knownFrom(fileAt(file.at, file.path))
    expect([...now.values()].some((stamp) => [...known.values()].includes(stamp))).toBe(false)
  })
})

it('stops when it is told to', async () => {
  const file = zipped(one('conversations.json', [chat('a')]))
  await expect(zipContainer.list(file, new Map(), AbortSignal.abort())).rejects.toThrow('aborted')
})

it.each<[says: string, bytes: Uint8Array | string, expected: boolean]>([
  ['an export', zipOf([one('conversations.json', [chat('a')])]), true],
  ['an archive of other things', zipOf([one('a.json', [chat('a')])]), false],
  ['an export of nothing', zipOf([one('conversations.json', [])]), false],
  ['no archive', 'x', false],
])('recognises %s', async (_says, bytes, expected) =>
  expect(await isExport(planted('export.zip', bytes).at)).toBe(expected),
)

it.each([
  ['a/conversations.json', true],
  ['conversations-000.json', true],
  ['Conversations.jsonl', true],
  ['conversations-old.json', false],
  ['shared_conversations.json', false],
  ['conversations.json.bak', false],
])('tells by the name whether %s is an export', (path, expected) => expect(isExportName(path)).toBe(expected))
