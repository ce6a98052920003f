import { generateKeyPairSync } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openLocalBlobs } from '@wuku/instances/blobs/local'
import { openSqlite } from '@wuku/store-sqlite/open-sqlite'
import { addPack, type AddedPack } from '../../src/pack/packs.ts'
import { signedHead, writePack, type PackHeader } from '../../src/pack/pack-file.ts'
import { packKey, type PackKey } from '../../src/pack/pack-key.ts'
import { ownedName } from '@wuku/settings/this-process'
import { isWukuError } from '@wuku/core/errors'
import { everything } from '@wuku/core/ports/access'
import type { Store } from '@wuku/core/ports/store'
import { sharedFolder } from '../../../../test/scratch.ts'

const home = sharedFolder()
const file = join(home, 'sea.wukupack')
let store: Store
let key: PackKey

const documentCalled = (name: string, text: string) => ({
  document: {
    item: name,
    path: name,
    title: name,
    hash: 'ab'.repeat(32),
    stamp: '1',
    bytes: Buffer.byteLength(text),
    lines: 1,
    modifiedAt: 1_700_000_000_000,
    meta: { tags: ['sea'] },
    analyser: 'of another version',
    text,
    chunks: [[0, text.length, 1, 1, ['Sea'], null]],
    vocabulary: ['sea', 'tide'],
    terms: [[0, 9, 1, 7]],
  },
})

const source = {
  source: { kind: 'notes', name: 'sea', root: 'wuku://pack/notes', options: {}, addedAt: 1, indexedAt: 2 },
}

/** A library that would be fetched again from there. */
const bookFrom = (url: string): object => {
  const origin = /^[a-z]+:/.test(url) ? { type: 'repository', url } : { type: 'folder', root: url }
  const counts = { documents: 1, snippets: 1, code: 0, info: 1, tokens: 1 }
  const version = { version: '1', origin, ref: null, commit: null, url: null, createdAt: 1, indexedAt: 2, counts }
  return { kind: 'docs', library: { slug: '/docs/sea', name: 'sea', description: '', origin: null }, version }
}

const plainFile = {
  path: 'a.md',
  title: 'a',
  type: 'markdown',
  bytes: 1,
  hash: 'ab'.repeat(32),
  status: 'completed',
  error: null,
  chunks: 1,
  tokens: 1,
  url: null,
  createdAt: 1,
  updatedAt: 1,
  facts: {},
}

const lines: readonly object[] = [
  source,
  ...Array.from({ length: 12 }, (_, nth) => documentCalled(`n${nth}.md`, `The tide ${nth} comes with the lantern.`)),
]

const texts = (all: readonly object[] = lines): readonly string[] => all.map((line) => `${JSON.stringify(line)}\n`)

async function* oneByOne(written: readonly string[]): AsyncGenerator<string> {
  yield* written
}

const write = (written: readonly string[] | AsyncGenerator<string>, to = file): Promise<PackHeader> =>
  writePack({
    file: to,
    key,
    lines: 'next' in written ? written : oneByOne(written),
    wuku: '0.1.0',
    made: '2026-05-01T10:00:00.000Z',
    title: 'notes/sea',
    licence: 'MIT',
    sources: () =>
      ['notes', 'docs'].map((kind) => ({ kind, name: 'sea', documents: 12, origin: null, ref: null, commit: null })),
  })

const add = (from = file, trust?: string): Promise<AddedPack> =>
  addPack({
    settings: { home, packs: { trusted: [] } },
    store,
    blobs: openLocalBlobs(join(home, 'blobs')),
    file: from,
    trust,
    now: 1_800_000_000_000,
    signal: new AbortController().signal,
  })

const sourcesIn = () => store.read(everything, (view) => view.sources.list())

function createRandom(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

type Damage = (bytes: Buffer, random: (below: number) => number) => Uint8Array

const damages: readonly Damage[] = [
  (bytes, random) => {
    const at = random(bytes.length)
    bytes[at] = (bytes[at] ?? 0) ^ (1 << random(8))
    return bytes
  },
  (bytes, random) => bytes.subarray(0, random(bytes.length)),
  (bytes, random) => {
    const at = random(bytes.length)
    return Buffer.concat([bytes.subarray(0, at), Buffer.from([random(256)]), bytes.subarray(at)])
  },
  (bytes, random) => {
    const at = random(bytes.length - 1)
    return Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 1 + random(40))])
  },
  (bytes, random) => bytes.fill(random(256), random(bytes.length - 60), bytes.length - 1 - random(40)),
  (bytes) => Buffer.concat([bytes, bytes]),
]

const refusalOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'taken in',
    (error: unknown) => (isWukuError(error) ? error.code : error),
  )

beforeAll(async () => {
  store = await openSqlite(join(home, 'wuku.sqlite'))
  key = await packKey(home)
  await write(texts())
})

afterAll(() => store.close())

describe('a damaged pack', () => {
  it('is refused, and leaves nothing, whatever was done to its bytes: 1,000 times', async () => {
    const whole = readFileSync(file)
    const random = createRandom(7)
    const broken = join(home, 'broken.wukupack')
    const said = new Set<unknown>()
    for (let nth = 0; nth < 1_000; nth++) {
      const damaged = (damages[nth % damages.length] as Damage)(Buffer.from(whole), random)
      if (whole.equals(damaged)) continue
      writeFileSync(broken, damaged)
      said.add(await refusalOf(add(broken)))
    }
    expect([...said].filter((each) => !['store-damaged', 'store-newer', 'not-allowed'].includes(String(each)))).toEqual(
      [],
    )
    expect(await sourcesIn()).toEqual([])
  })

  it('is refused, and leaves nothing, when a trusted key signed nonsense', async () => {
    const random = createRandom(11)
    const broken = join(home, 'signed.wukupack')
    const strange: unknown[] = []
    for (let nth = 0; nth < 40; nth++) {
      const line = random(lines.length)
      const written = texts().map((text, at) =>
        at === line
          ? `${Buffer.from((damages[nth % 4] as Damage)(Buffer.from(text), random))
              .toString()
              .replaceAll('\n', ' ')}\n`
          : text,
      )
      await write(written, broken)
      const refusal = await refusalOf(add(broken))
      if (refusal === 'taken in') {
        for (const { id } of await sourcesIn()) await store.removeSource(id)
      } else if (refusal !== 'store-damaged') strange.push(refusal)
      expect(await sourcesIn()).toEqual([])
    }
    expect(strange).toEqual([])
  })

  it.each([
    { says: 'a document first', written: texts(lines.slice(1)) },
    { says: 'no line', written: [] },
    { says: 'a source that the head does not name', written: texts([{ source: { ...source.source, name: 'other' } }]) },
    { says: 'a path that leads out', written: texts([source, documentCalled('../up.md', 'x')]) },
    { says: 'a storehouse that no pack holds', written: texts([{ source: { ...source.source, kind: 'pads' } }]) },
    { says: 'a name that no source can have', written: texts([{ source: { ...source.source, name: '../sea' } }]) },
    ...['/home/ada/private', 'file:///home/ada', 'ext::sh -c true'].map((place) => ({
      says: `documentation of a folder, ${place}`,
      written: texts([{ source: { ...source.source, ...bookFrom(place) } }]),
    })),
    {
      says: 'a file of a library that says where it came from',
      written: texts([
        { source: { ...source.source, ...bookFrom('https://sea.example.com/book') } },
        { files: [{ ...plainFile, facts: { from: '/home/ada/private/keys.md' } }] },
      ]),
    },
    {
      says: 'a word that is not there',
      written: texts([source, { document: { ...documentCalled('a.md', 'x').document, terms: [[5, 1]] } }]),
    },
  ])('with $says is refused though it is signed', async ({ written }) => {
    await write(written, join(home, 'odd.wukupack'))
    expect(await refusalOf(add(join(home, 'odd.wukupack')))).toBe('store-damaged')
    expect(await sourcesIn()).toEqual([])
  })

  it('unpacks to no more than its head says', async () => {
    const bomb = join(home, 'bomb.wukupack')
    const head = await write([`${' '.repeat(40_000_000)}\n`], bomb)
    const body = readFileSync(bomb).subarray(-head.body.bytes)
    writeFileSync(
      bomb,
      Buffer.concat([Buffer.from(signedHead({ ...head, body: { ...head.body, raw: 1_000 } }, key.private)), body]),
    )
    expect(await refusalOf(add(bomb))).toBe('store-damaged')
  })
})

describe('a pack', () => {
  it('is written beside its name, and takes out what a killed one left there', async () => {
    const whole = join(home, 'whole.wukupack')
    const own = ownedName('whole.wukupack.', '.draft')
    // No process has a number that large.
    const left = own.replace(/-\d+-/, '-99999999-')
    for (const name of [own, left]) writeFileSync(join(home, name), 'half')
    await write(texts(), whole)
    const beside = readdirSync(home).filter((name) => name.startsWith('whole'))
    expect(beside.toSorted()).toEqual(['whole.wukupack', own].toSorted())
    const breaking = async function* (): AsyncGenerator<string> {
      yield* texts()
      throw new Error('The disk is full.')
    }
    await expect(write(breaking(), whole)).rejects.toThrow('The disk is full.')
    expect(readdirSync(home).filter((name) => name.startsWith('whole'))).toEqual(beside)
    expect(await add(whole)).toMatchObject({ added: 12 })
    for (const { id } of await sourcesIn()) await store.removeSource(id)
  })

  it('of a newer format is refused, and names the remedy', async () => {
    const later = join(home, 'later.wukupack')
    const head = await write(texts(), later)
    writeFileSync(later, signedHead(head, key.private, 2))
    await expect(add(later)).rejects.toMatchObject({ code: 'store-newer', remedy: 'Install the newest wuku.' })
  })

  it('of a key that nobody trusts is taken only with its fingerprint', async () => {
    const { privateKey, publicKey } = generateKeyPairSync('ed25519')
    const head = await write(texts())
    const foreign = { ...head, key: publicKey.export({ type: 'spki', format: 'der' }).toString('base64') }
    const body = readFileSync(file).subarray(-head.body.bytes)
    const theirs = join(home, 'theirs.wukupack')
    writeFileSync(theirs, Buffer.concat([Buffer.from(signedHead(foreign, privateKey)), body]))
    const error: unknown = await add(theirs).catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ code: 'not-allowed' })
    const fingerprint = /wuku-[\w-]{43}/.exec((error as Error).message)?.[0]
    expect(await add(theirs, fingerprint)).toMatchObject({ added: 12, analysed: 12, shown: ['notes/sea'] })
    expect(await add(theirs, fingerprint)).toMatchObject({ added: 0, kept: 12, there: ['notes/sea'] })
  })
})
