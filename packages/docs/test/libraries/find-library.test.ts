import { describe, expect, it } from 'vitest'
import { openHouse } from '../docs-house.ts'

describe('a library is found', () => {
  it.each<[written: string, found: string]>([
    ['1', 'Tide Tables'],
    ['tide tables', 'Tide Tables'],
    ['/DOCS/tide-tables', 'Tide Tables'],
    ['tide-tables', 'Tide Tables'],
    ['@sea/潮汐', '@sea/潮汐'],
    ['/sea/潮汐', '@sea/潮汐'],
    ['潮汐', '潮汐'],
    ['surf', '@sea/surf'],
  ])('by %s', async (written, found) => {
    const house = openHouse()
    for (const name of ['Tide Tables', '@sea/潮汐', '潮汐', '@sea/surf'])
      await house.add(name, '1.0', { 'a.md': '# A\n\nThe ebb.' })
    const { name } = await house.call<{ name: string }>('show-library', { library: written })
    expect(name).toBe(found)
  })

  it('never by the end of an id that two have, nor for a write', async () => {
    const house = openHouse()
    for (const name of ['@sea/tides', '@lake/tides']) await house.add(name, '1.0', { 'a.md': '# A\n\nThe ebb.' })
    expect((await house.refusal('show-library', { library: 'tides' })).code).toBe('not-found')
    await house.add('tides', '1.0', { 'a.md': '# A\n\nThe flood.' })
    expect((await house.kept()).libraries).toHaveLength(3)
  })

  it('never by less than its name', async () => {
    const house = openHouse()
    await house.add('Tide Tables', '1.0', { 'a.md': '# A\n\nThe ebb.' })
    for (const library of ['tide', 'tables', '/docs/tide'])
      expect((await house.refusal('show-library', { library })).code).toBe('not-found')
  })
})
