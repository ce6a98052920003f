import { expect, it } from 'vitest'
import { isLegible, MANY_STEPS_MS, openPushHouse, titlesOf, type Answer, type PushHouse } from './push-house.ts'

const userNamed = (house: PushHouse, name: string, role: string): Promise<Answer> =>
  house.far.json('users', 'add', name, '--role', role)

it(
  'is private to who pushed it until it is shared, and another user of the same name has another source',
  { timeout: MANY_STEPS_MS },
  async () => {
    const house = await openPushHouse()
    await userNamed(house, 'root', 'admin')
    const ann = await userNamed(house, 'ann', 'writer')
    const ben = await userNamed(house, 'ben', 'writer')
    const rea = await userNamed(house, 'rea', 'reader')
    house.laptop.write('notes/pelican.md', '# Pelican\n\nThe pelican eats at dawn.\n')
    await house.laptop.json('add', 'notes', '--kind', 'notes', '--name', 'handbook')
    const as = async ({ key }: Answer, ...args: readonly string[]) => {
      house.laptop.env['WUKU_SERVER_KEY'] = key
      return house.push('handbook', ...args)
    }
    const seenBy = async ({ key }: Answer) => {
      const { hits } = await house.ask('recall', { query: 'pelican' }, key)
      return hits.map(({ source }: Answer) => source)
    }
    expect((await as(ann)).code).toBe(0)
    expect([await seenBy(ann), await seenBy(ben), await seenBy(rea)]).toEqual([['handbook'], [], []])
    expect((await as(ben)).stdout).toContain('as notes/handbook-2')
    expect((await as(rea)).stderr).toContain('"write"')
    expect((await as(ann, '--share', 'nobody')).stderr).toContain('was pushed, and who sees it is as before')
    house.laptop.write('notes/pelican.md', '# Pelican\n\nThe pelican eats at noon.\n')
    expect((await as(ann, '--share', rea['user_id'])).stdout).toContain('1 changed')
    expect([await seenBy(ann), await seenBy(ben), await seenBy(rea)]).toEqual([
      ['handbook'],
      ['handbook-2'],
      ['handbook'],
    ])
    expect(titlesOf(await house.ask('recall', { query: 'noon' }, ben['key']))).toEqual([])
    for (const { key } of [ann, ben, rea]) expect(isLegible(house.serverFolder, key)).toBe(false)
  },
)
