import { describe, expect, it } from 'vitest'
import { countSources, keepCounting } from '../../src/index/count-days.ts'
import { growth, type Growth } from '../../src/documents/growth.ts'
import type { Engine } from '../../src/base/engine.ts'
import { everything } from '@wuku/core/ports/access'
import { putting, sourceNamed } from '../../../../test/contract/samples.ts'
import { openSharing, type Sharing } from './two-engines.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

const daysOf = async ({ store }: Sharing): Promise<readonly string[]> => {
  const days = await store.read(everything, (view) => view.sources.days({ from: '0000-01-01', to: '9999-12-31' }))
  return days.map(({ day, source, documents }) => `${day} ${source} ${documents}`)
}

const grown = async (engine: Engine, days: number): Promise<readonly string[]> => {
  const said = (await growth.run({ days }, { engine } as Parameters<typeof growth.run>[1])) as Growth
  return said.days.map(
    ({ day, storehouses }) => `${day} ${storehouses.map(({ kind, documents }) => `${kind} ${documents}`).join()}`,
  )
}

const day = ({ clock }: Sharing, ago = 0): string => new Date(clock.now() - ago * DAY).toISOString().slice(0, 10)

describe('a source is counted', () => {
  it('at the end of a run that changed something, and only then', async () => {
    const sharing = openSharing()
    await sharing.addNotes('log')
    const engine = sharing.engineWith({ 'tides.md': 'ebb' })
    await engine.index.update({ sources: [] })
    const first = `${day(sharing)} 1 1`
    await sharing.clock.advance(2 * DAY)
    await engine.index.update({ sources: [] })
    expect(await daysOf(sharing)).toEqual([first])
  })

  it('once a day by a server, when it is not as it was', async () => {
    const sharing = openSharing()
    const { id } = await sharing.addNotes('log')
    const ending = new AbortController()
    const done = keepCounting(ending.signal, sharing, (error) => expect.fail(String(error)))
    await sharing.clock.advance(10_000)
    const first = `${day(sharing)} ${id} 0`
    expect(await daysOf(sharing)).toEqual([first])
    await sharing.store.apply(putting(id, [{ path: 'tides.md', text: 'ebb' }]))
    for (let hour = 0; hour < 50; hour++) await sharing.clock.advance(HOUR)
    expect(await daysOf(sharing)).toEqual([first, `${day(sharing, 1)} ${id} 1`])
    ending.abort()
    await done
  })

  it('again after a month, so that what is old can go', async () => {
    const sharing = openSharing()
    const { id } = await sharing.addNotes('log')
    for (let month = 0; month < 15; month++) {
      await countSources(sharing)
      await sharing.clock.advance(31 * DAY)
    }
    const days = await daysOf(sharing)
    expect(days).toHaveLength(14)
    expect(days.at(-1)).toBe(`${day(sharing, 31)} ${id} 0`)
  })
})

describe('growth', () => {
  it('adds up sources by storehouse; a day without a count is as the one before, and none is before the first', async () => {
    const sharing = openSharing()
    const { store } = sharing
    const engine = sharing.engineWith({})
    const [log, diary, pads] = [
      await sharing.addNotes('log'),
      await sharing.addNotes('diary'),
      await store.addSource(sourceNamed('pads', 'pads')),
    ]
    await store.apply(putting(log.id, [{ path: 'a.md', text: 'ebb' }]))
    await store.apply(putting(diary.id, [{ path: 'b.md', text: 'flood' }]))
    await store.changeSource(log.id, { countedOn: day(sharing, 3) })
    await store.changeSource(diary.id, { countedOn: day(sharing, 1) })
    await store.changeSource(pads.id, { countedOn: day(sharing) })
    const last = [`${day(sharing, 2)} notes 1`, `${day(sharing, 1)} notes 2`, `${day(sharing)} notes 2,pads 0`]
    expect(await grown(engine, 90)).toEqual([`${day(sharing, 3)} notes 1`, ...last])
    expect(await grown(engine, 3)).toEqual(last)
  })

  it('counts what the viewer sees', async () => {
    const sharing = openSharing()
    const { id } = await sharing.addNotes('log')
    const holding = { owner: 'ann', visibility: 'private', sharedWith: [] } as const
    await sharing.store.changeSource(id, { ownership: holding, countedOn: day(sharing) })
    const engine = sharing.engineWith({})
    const of = (user: string): Engine =>
      engine.for({ client: 'test', sees: { user, groups: [] }, actor: user, mayWrite: true })
    expect(await grown(of('ann'), 1)).toEqual([`${day(sharing)} notes 0`])
    expect(await grown(of('bob'), 1)).toEqual([])
  })
})
