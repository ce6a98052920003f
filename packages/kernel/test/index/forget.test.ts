import { everything } from '@wuku/core/ports/access'
import { bodyOf } from '../../../../test/contract/one-of-store.ts'
import { describe, expect, it } from 'vitest'
import { forget as forgetOperation } from '../../src/operations/forget.ts'
import { owner } from '../../src/base/caller.ts'
import { openHouse, type House } from './archive-house.ts'

const files = {
  'a.log': 'talk 1 about tides\na: ebb\nb: 潮汐 👩‍👩‍👧\nb: more',
  'a.log@2': 'talk 2 about tides\nc: flow',
  'b.log': 'moon 1 about the moon\na: full',
}

const indexed = async (): Promise<House> => {
  const house = await openHouse(files)
  await house.index()
  return house
}

const textOf = ({ store }: House, path: string) =>
  store.read(everything, async (view) => {
    const [document] = await view.documents.list({ paths: [path] })
    return document && bodyOf(view, document.id)
  })

const optionsOf = async ({ store }: House, name: string) =>
  (await store.read(everything, (view) => view.sources.list())).find((source) => source.name === name)?.options

describe('a conversation that is forgotten', () => {
  it('goes with all its parts, and stays away', async () => {
    const house = await indexed()
    const wanted = { kind: 'chats' as const, paths: ['talk'] }
    const told = { documents: 2, chunks: 6, bytes: Buffer.byteLength('about tides\na: ebb\nb: 潮汐 👩‍👩‍👧\nb: more') + 19 }
    expect(await house.engine.index.forget({ ...wanted, dryRun: true })).toEqual(told)
    expect(await house.documents()).toHaveLength(3)
    expect(await house.engine.index.forget(wanted)).toEqual(told)
    expect(await house.documents()).toEqual(['moon in b.log'])
    expect(await house.index()).toBe('+0 ~0 >0 -0 =1 ?0; a.log: forgotten; a.log@2: forgotten')
    house.write({ 'a.log': `${files['a.log']}\nd: new`, 'copy/of-it.log': files['a.log'] })
    await house.index()
    expect(await house.documents()).toEqual(['moon in b.log'])
    expect(await house.engine.index.forget(wanted)).toEqual({ documents: 0, chunks: 0, bytes: 0 })
  })

  it('goes from every source, and comes back from none that is added later', async () => {
    const house = await indexed()
    await house.add('copies')
    house.write({ 'x.log': files['a.log'] }, 'copies')
    await house.index()
    expect(await house.engine.index.forget({ kind: 'chats', paths: ['talk'] })).toMatchObject({ documents: 3 })
    await house.add('later')
    house.write({ 'y.log': files['a.log'] }, 'later')
    await house.index()
    await house.engine.sources.remove('talks')
    await house.engine.sources.remove('copies')
    await house.index()
    expect(await house.documents()).toEqual([])
    expect(JSON.stringify(await optionsOf(house, 'later'))).not.toContain('talk')
  })

  it('is not brought back by a run that is under way', async () => {
    const house = await openHouse(files)
    const run = house.index()
    const forgotten = house.index().then(() => house.engine.index.forget({ kind: 'chats', paths: ['talk'] }))
    await Promise.all([run, forgotten, house.index()])
    expect(await house.documents()).toEqual(['moon in b.log'])
  })

  it('a document whose file is gone is forgotten too', async () => {
    const house = await indexed()
    house.write({ 'a.log': undefined, 'a.log@2': undefined })
    await house.index()
    await house.engine.index.forget({ kind: 'chats', paths: ['talk'] })
    expect(await house.index()).toBe('+0 ~0 >0 -0 =1 ?0')
  })
})

describe('a message that is forgotten', () => {
  it('goes alone, and stays away when its file is read again', async () => {
    const house = await indexed()
    const wanted = { kind: 'chats' as const, paths: ['talk'], anchors: ['b'] }
    expect(await house.engine.index.forget({ ...wanted, dryRun: true })).toMatchObject({ documents: 1, chunks: 2 })
    expect(await textOf(house, 'talk')).toContain('潮汐')
    expect(await house.engine.index.forget(wanted)).toMatchObject({ documents: 1, chunks: 2 })
    expect(await textOf(house, 'talk')).toBe('about tides\na: ebb')
    expect(await house.index()).toBe('+0 ~0 >0 -0 =3 ?0')
    house.write({ 'a.log': `${files['a.log']}\nd: new` })
    expect(await house.index()).toBe('+0 ~1 >0 -0 =2 ?0')
    expect(await textOf(house, 'talk')).toBe('about tides\na: ebb\nd: new')
    expect(await house.holding('潮汐')).toEqual([])
  })

  it('stays away when its file moves, and when its part is another', async () => {
    const house = await indexed()
    await house.engine.index.forget({ kind: 'chats', paths: ['talk'], anchors: ['b', 'c'] })
    house.write({
      'a.log': undefined,
      'a.log@2': undefined,
      'z.log': files['a.log'],
      'z.log@2': 'talk 3 about tides\nb: neap',
    })
    await house.index()
    expect([await textOf(house, 'talk'), await textOf(house, 'talk@2')]).toEqual(['about tides\na: ebb', 'about tides'])
    expect(await house.holding('neap')).toEqual([])
  })

  it('forgetting an unknown document changes nothing', async () => {
    const house = await indexed()
    const nothing = { documents: 0, chunks: 0, bytes: 0 }
    expect(await house.engine.index.forget({ kind: 'chats', paths: ['talk'], anchors: ['zz'] })).toEqual(nothing)
    expect(await optionsOf(house, 'talks')).toEqual({})
  })
})

describe('a note that is forgotten', () => {
  it('goes from its own source alone, and stays away', async () => {
    const house = await openHouse()
    const [one] = [await house.add('one', 'notes'), await house.add('two', 'notes')]
    for (const name of ['one', 'two']) house.write({ 'a.md': '# A\n\nebb', 'b@2': '# B' }, name)
    await house.index()
    await house.engine.index.forget({ kind: 'notes', paths: ['a.md', 'b'], source: one.id })
    const left = ['b@2 in b@2', 'a.md in a.md', 'b@2 in b@2']
    expect(await house.documents()).toEqual(left)
    await house.index()
    expect(await house.documents()).toEqual(left)
    house.write({ 'a.md': '# A\n\nanother' }, 'one')
    expect(await house.index()).toBe('+0 ~0 >0 -0 =3 ?0; a.md: forgotten')
    expect(await house.engine.index.compare(one)).toMatchObject({ added: ['a.md'] })
    expect(await house.engine.index.compare(await house.engine.sources.named('one'))).toMatchObject({ added: [] })
  })

  it.each([
    ['a part of a note', { kind: 'notes' as const, paths: ['a.md'], anchors: ['a'] }, 'bad-input'],
    ['a scratchpad', { kind: 'pads' as const, paths: ['a'] }, 'conflict'],
  ])('%s cannot be', async (_, wanted, code) => {
    const house = await openHouse()
    await expect(house.engine.index.forget(wanted)).rejects.toMatchObject({ code })
  })
})

describe('the operation', () => {
  const run = async (house: House, citation: string, dryRun = false) => {
    const context = {
      engine: house.engine,
      caller: owner('test'),
      signal: new AbortController().signal,
      progress: () => {},
    }
    return forgetOperation.run({ citation, dryRun }, context)
  }

  it.each([
    ['a conversation', 'wuku://chats/talks/talk', { citation: 'wuku://chats/talks/talk', documents: 2 }],
    ['a conversation by one of its parts', 'wuku://chats/talks/talk%402', { documents: 2 }],
    ['a message', 'wuku://chats/talks/talk#b', { citation: 'wuku://chats/talks/talk#b', documents: 1, chunks: 2 }],
    ['a message of another part', 'wuku://chats/talks/talk#c', { documents: 1, chunks: 1 }],
  ])('forgets %s', async (_, citation, expected) => {
    const house = await indexed()
    expect(await run(house, citation, true)).toMatchObject({ ...expected, dryRun: true })
    expect(await house.documents()).toHaveLength(3)
    expect(await run(house, citation)).toMatchObject({ ...expected, dryRun: false })
    await expect(run(house, citation)).rejects.toMatchObject({ code: 'not-found' })
  })

  it.each([
    ['lines', 'wuku://chats/talks/talk#L1-L2', 'bad-input'],
    ['a message that is not there', 'wuku://chats/talks/talk#zzz', 'not-found'],
    ['what is not there', 'wuku://chats/talks/nothing', 'not-found'],
  ])('refuses %s', async (_, citation, code) => expect(run(await indexed(), citation)).rejects.toMatchObject({ code }))
})
