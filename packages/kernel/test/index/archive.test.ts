import { everything } from '@wuku/core/ports/access'
import { chunksOf, bodyOf } from '../../../../test/contract/one-of-store.ts'
import { describe, expect, it } from 'vitest'
import { openHouse, type House } from './archive-house.ts'

const two = { 'a.log': 'talk 10 about tides\na: ebb\nb: 潮汐', 'p/b.log': 'moon 20 about the moon\nc: full' }
const both = ['moon in p/b.log', 'talk in a.log']

interface Row {
  readonly says: string
  change(house: House): void
  readonly told: string
  readonly documents: readonly string[]
}

describe('an archive', () => {
  it.each<Row>([
    { says: 'nothing happened', change: () => {}, told: '+0 ~0 >0 -0 =2 ?0', documents: both },
    {
      says: 'a file is gone: what it said stays',
      change: ({ write }) => write({ 'a.log': undefined }),
      told: '+0 ~0 >0 -0 =1 ?1',
      documents: ['moon in p/b.log', 'talk in a.log (gone)'],
    },
    {
      says: 'a file moved, and leaves no copy',
      change: ({ write }) => write({ 'a.log': undefined, 'q/z.log': two['a.log'] }),
      told: '+0 ~0 >1 -0 =1 ?0',
      documents: ['moon in p/b.log', 'talk in q/z.log'],
    },
    {
      says: 'a file moved and grew, and leaves no copy',
      change: ({ write }) => write({ 'a.log': undefined, 'z.log': two['a.log'].replace('10', '11') }),
      told: '+1 ~0 >0 -1 =1 ?0; a.log: a copy of z.log, which is kept',
      documents: ['moon in p/b.log', 'talk in z.log'],
    },
    {
      says: 'a rule leaves a file out',
      change: ({ write, disk }) => {
        write({ 'a.log': undefined })
        disk.skipped = [{ path: 'a.log', why: 'excluded' }]
      },
      told: '+0 ~0 >0 -1 =1 ?0; a.log: excluded',
      documents: ['moon in p/b.log'],
    },
    {
      says: 'a rule leaves a folder out, though not all could be listed',
      change: ({ write, disk }) => {
        write({ 'a.log': undefined, 'p/b.log': undefined })
        disk.skipped = [{ path: 'p/', why: 'excluded' }]
        disk.isComplete = false
      },
      told: '+0 ~0 >0 -1 =0 ?0; p/: excluded',
      documents: ['talk in a.log'],
    },
    {
      says: 'a file that is listed is left out by what stands in it',
      change: ({ write, disk }) => {
        write({ 'a.log': 'refused' })
        disk.leftOut = 'DO NOT INDEX'
      },
      told: '+0 ~0 >0 -1 =1 ?0; a.log: DO NOT INDEX',
      documents: ['moon in p/b.log'],
    },
    {
      says: 'a file is damaged: what it said stays',
      change: ({ write }) => write({ 'a.log': 'refused' }),
      told: '+0 ~0 >0 -0 =1 ?0',
      documents: both,
    },
    {
      says: 'a file says nothing any more',
      change: ({ write }) => write({ 'a.log': '' }),
      told: '+0 ~0 >0 -1 =1 ?0; a.log: it is empty',
      documents: ['moon in p/b.log'],
    },
    {
      says: 'a listing broke off',
      change: ({ write, disk }) => {
        write({ 'a.log': undefined })
        disk.isComplete = false
      },
      told: '+0 ~0 >0 -0 =1 ?0',
      documents: both,
    },
  ])('$says', async ({ change, told, documents }) => {
    const house = await openHouse(two)
    expect(await house.index()).toBe('+2 ~0 >0 -0 =0 ?0')
    change(house)
    expect(await house.index()).toBe(told)
    expect(await house.documents()).toEqual(documents)
  })

  it('marks what is gone once, tells no feed of it, and takes it back when it comes back', async () => {
    const house = await openHouse(two)
    await house.index()
    house.write({ 'a.log': undefined })
    for (const _ of [1, 2]) {
      expect(await house.index()).toBe('+0 ~0 >0 -0 =1 ?1')
      const [talk] = await house.store.read(everything, (view) => view.documents.list({ paths: ['talk'] }))
      expect(talk && (await house.engine.search.freshness([talk])).get(talk.id)).toBe('missing')
    }
    expect([...(house.disk.known?.keys() ?? [])]).toEqual(['p/b.log'])
    house.write({ 'a.log': two['a.log'] })
    expect(await house.index()).toBe('+0 ~0 >0 -0 =2 ?0')
    expect(await house.documents()).toEqual(both)
  })

  it('keeps ids when a file comes back elsewhere, long after it went', async () => {
    const house = await openHouse(two)
    await house.index()
    const before = [(await house.stored('talk'))?.id, await house.holding('ebb')]
    house.write({ 'a.log': undefined })
    await house.index()
    house.write({ 'old/a.log': two['a.log'] })
    expect(await house.index()).toBe('+0 ~0 >1 -0 =1 ?0')
    expect([(await house.stored('talk'))?.id, await house.holding('ebb')]).toEqual(before)
  })

  it('takes out the parts of a file that became shorter, and keeps all of one that is gone', async () => {
    const parts = { 'x.log': 'long 1 x\na: ebb', 'x.log@2': 'long 2 x\nb: flow', 'x.log@3': 'long 3 x\nc: moon' }
    const house = await openHouse(parts)
    await house.index()
    expect(await house.documents()).toEqual(['long in x.log', 'long@2 in x.log@2', 'long@3 in x.log@3'])
    house.write({ 'x.log': 'long 4 x\na: new', 'x.log@2': undefined, 'x.log@3': undefined })
    expect(await house.index()).toBe('+0 ~1 >0 -2 =0 ?0')
    expect(await house.documents()).toEqual(['long in x.log'])
    house.write({ 'x.log@2': 'long 5 x\nb: flow' })
    await house.index()
    house.write({ 'x.log': undefined, 'x.log@2': undefined })
    expect(await house.index()).toBe('+0 ~0 >0 -0 =0 ?2')
    expect(await house.documents()).toEqual(['long in x.log (gone)', 'long@2 in x.log@2 (gone)'])
  })

  it('takes out all parts of a file that is left out', async () => {
    const house = await openHouse({
      'x.log': 'long 1 x\na: ebb',
      'x.log@2': 'long 2 x\nb: flow',
      'x.logs': 'k 1 k\nc: d',
    })
    await house.index()
    house.disk.files.delete('x.log')
    house.disk.files.delete('x.log@2')
    house.disk.skipped = [{ path: 'x.log', why: 'excluded' }]
    await house.index()
    expect(await house.documents()).toEqual(['k in x.logs'])
  })

  it('knows when a conversation was last written to better than its file', async () => {
    const house = await openHouse(two)
    await house.index()
    expect((await house.stored('moon'))?.modifiedAt).toBe(20)
  })
})

describe('one path from two files', () => {
  interface Copies {
    readonly first: string
    readonly second: string
    readonly told: string
    readonly documents: readonly string[]
  }
  const copies: readonly (readonly [says: string, Copies])[] = [
    [
      'the newer comes',
      {
        first: 'talk 1 t\na: ebb',
        second: 'talk 2 t\na: flow',
        told: '+1 ~0 >0 -1 =1 ?0; a.log: a copy of b.log, which is kept',
        documents: ['talk in b.log'],
      },
    ],
    [
      'the older comes',
      {
        first: 'talk 2 t\na: ebb',
        second: 'talk 1 t\na: flow',
        told: '+0 ~0 >0 -0 =1 ?0; b.log: a copy of a.log, which is kept',
        documents: ['talk in a.log'],
      },
    ],
    [
      'one as new comes',
      {
        first: 'talk 1 t\na: ebb',
        second: 'talk 1 t\na: flow',
        told: '+0 ~0 >0 -0 =1 ?0; b.log: a copy of a.log, which is kept',
        documents: ['talk in a.log'],
      },
    ],
  ]
  it.each(copies)('%s', async (_, { first, second, told, documents }) => {
    const house = await openHouse({ 'a.log': first })
    await house.index()
    house.write({ 'b.log': second })
    expect(await house.index()).toBe(told)
    expect(await house.documents()).toEqual(documents)
    await house.index()
    expect(await house.documents()).toEqual(documents)
  })

  it.each(copies)('%s in one slice', async (_, { first, second, documents }) => {
    const house = await openHouse({ 'a.log': first, 'b.log': second })
    await house.index()
    expect(await house.documents()).toEqual(documents)
  })

  it('a copy stands in for the file that is gone', async () => {
    const house = await openHouse({ 'a.log': 'talk 1 t\na: ebb' })
    await house.index()
    house.write({ 'a.log': undefined })
    await house.index()
    house.write({ 'b.log': 'talk 1 t\na: flow' })
    await house.index()
    expect(await house.documents()).toEqual(['talk in b.log'])
  })

  it('the files change places', async () => {
    const house = await openHouse({ 'a.log': 'talk 1 t\na: ebb', 'b.log': 'moon 1 m\na: full' })
    await house.index()
    house.write({ 'b.log': 'talk 1 t\na: ebb!', 'a.log': 'moon 1 m\na: full!' })
    await house.index()
    expect(await house.documents()).toEqual(['moon in a.log', 'talk in b.log'])
  })
})

it.each<[says: string, after: string, isAmended: boolean]>([
  ['keeps the chunks that it had', `${two['a.log']}\nd: new`, true],
  ['keeps what stands around something new', two['a.log'].replace('\nb:', '\nd: neap\nb:'), true],
  ['is stored anew when it says something no longer', two['a.log'].replace('潮汐', 'neap'), false],
  ['is stored anew under another title', two['a.log'].replace('tides', 'tides too'), false],
  ['is stored anew when something else is said by that name', 'talk 10 about tides\na: x', false],
])('a conversation that grows: %s', async (_, after, isAmended) => {
  const house = await openHouse(two)
  await house.index()
  const before = [(await house.stored('talk'))?.id, await house.holding('ebb')]
  house.write({ 'a.log': after })
  expect(await house.index()).toBe('+0 ~1 >0 -0 =1 ?0')
  const now = [(await house.stored('talk'))?.id, await house.holding('ebb')]
  if (isAmended) expect(now).toEqual(before)
  else expect(now[0]).not.toBe(before[0])
  const fresh = await openHouse({ ...two, 'a.log': after })
  await fresh.index()
  const textOf = (each: House) =>
    each.store.read(everything, async (view) => {
      const [document] = await view.documents.list({ paths: ['talk'] })
      if (!document) return undefined
      return [
        await bodyOf(view, document.id),
        await chunksOf(view, document.id),
        [...(await view.documents.outlines([document.id])).values()],
      ]
    })
  expect(await textOf(house)).toEqual(await textOf(fresh))
  for (const word of ['ebb', 'new', 'neap', '潮', 'x'])
    expect((await house.holding(word)).length).toBe((await fresh.holding(word)).length)
})
