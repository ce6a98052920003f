import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { isLegible, openPushHouse, titlesOf, type Answer, type PushHouse } from './push-house.ts'

const nameThere = ({ stdout }: { readonly stdout: string }): string =>
  /notes\/(handbook-\d[a-z\d]{7})\b/.exec(stdout)?.[1] ?? 'none'

const userNamed = (house: PushHouse, name: string, role: string): Promise<Answer> =>
  house.far.json('users', 'add', name, '--role', role)

it('is private to who pushed it until it is shared, and another user of the same name has another source', async () => {
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
  // Also the first has a random end: a plain name would tell the second that somebody has it.
  const anns = nameThere(await as(ann))
  expect(anns).not.toBe('none')
  expect([await seenBy(ann), await seenBy(ben), await seenBy(rea)]).toEqual([[anns], [], []])
  const bens = nameThere(await as(ben))
  expect([anns, 'none']).not.toContain(bens)
  expect((await as(rea)).stderr).toContain('"write"')
  const unknown = (await as(ann, '--share', 'nobody')).stderr
  expect(unknown).toContain('was pushed, and who sees it is as before')
  expect(unknown).toContain('no user or group "nobody"')
  house.laptop.write('notes/pelican.md', '# Pelican\n\nThe pelican eats at noon.\n')
  expect((await as(ann, '--share', 'Rea')).stdout).toContain('1 changed')
  expect([await seenBy(ann), await seenBy(ben), await seenBy(rea)]).toEqual([[anns], [bens], [anns]])
  expect(titlesOf(await house.ask('recall', { query: 'noon' }, ben['key']))).toEqual([])
  for (const { key } of [ann, ben, rea]) expect(isLegible(house.serverFolder, key)).toBe(false)
})

it('is removed by who pushed it, with all that was sent, and by nobody else who sees it', async () => {
  const house = await openPushHouse()
  const root = await userNamed(house, 'root', 'admin')
  const ann = await userNamed(house, 'ann', 'writer')
  const ben = await userNamed(house, 'ben', 'writer')
  await userNamed(house, 'rea', 'reader')
  await house.far.json('users', 'set', 'rea', '--groups', 'design')
  house.laptop.env['WUKU_SERVER_KEY'] = ann['key']
  house.laptop.write('notes/pelican.md', '# Pelican\n\nThe pelican eats quaggapelts at dawn.\n')
  await house.laptop.json('add', 'notes', '--kind', 'notes', '--name', 'handbook')
  const call = (operation: string, input: object) => house.laptop.json('call', operation, JSON.stringify(input))
  const { workflow } = await call('create-workflow', { name: 'Log of pelicans' })
  const id = workflow.id as string
  await call('create-scratchpad', { workflow_id: id, title: 'Day', content: 'A quaggapelt was seen.' })
  const pushed = () => readFileSync(join(house.laptop.folder, 'wuku/pushes.json'), 'utf8')

  const there = nameThere(await house.push('handbook', '--visibility', 'team', '--share', 'design,ben'))
  expect((await house.push(id)).code).toBe(0)
  expect(isLegible(house.serverFolder, 'quaggapelt')).toBe(true)
  const shared = await house.ask('sources', {}, root['key'])
  expect(JSON.stringify(shared)).toContain('"group:design"')
  for (const dryRun of [true, false])
    expect(await house.ask('remove', { source: there, dryRun }, ben['key'])).toMatchObject({
      error: { code: 'forbidden' },
    })
  expect(await house.ask('push-remove', { source: { kind: 'notes', name: 'handbook' } }, ben['key'])).toMatchObject({
    error: { code: 'not-found' },
  })

  expect((await house.push('handbook', '--remove', '--dry-run')).stdout).toContain(`Would remove notes/${there}`)
  // What lies on the laptop need not be there any more.
  await house.laptop.json('remove', 'handbook')
  expect(await house.pushed('notes/handbook', '--remove')).toMatchObject({ source: `notes/${there}`, documents: 1 })
  expect(pushed()).not.toContain('notes/handbook')
  expect(await house.pushed('Log of pelicans', '--remove')).toMatchObject({ documents: 1 })
  expect(JSON.parse(pushed())).toEqual([])
  expect(titlesOf(await house.ask('recall', { query: 'quaggapelt' }, ann['key']))).toEqual([])
  expect((await house.push('handbook', '--remove')).stderr).toContain('handbook')
  const removed = async (): Promise<unknown> => {
    const audit = await house.ask('list-audit', { action: 'source.remove' }, root['key'])
    return audit['list'].map(({ actor_name: who, target }: Answer) => [who, target])
  }
  // Records are written some seconds late.
  await expect.poll(removed).toEqual([
    ['ann', expect.stringMatching(/^[0-9a-f-]{36}$/)],
    ['ann', there],
  ])

  // Its owner may also remove it there, under its name there.
  await house.laptop.json('add', 'notes', '--kind', 'notes', '--name', 'handbook')
  const again = nameThere(await house.push('handbook'))
  expect(await house.ask('remove', { source: again }, ann['key'])).toMatchObject({ documents: 1 })
  expect((await house.push('handbook', '--remove')).stderr).toContain('Nothing of yours')
  expect(JSON.parse(pushed())).toEqual([])

  // From another machine of hers, which has neither the source nor a record of the push.
  expect((await house.push('handbook')).stdout).toContain('1 added')
  await house.laptop.json('remove', 'handbook')
  rmSync(join(house.laptop.folder, 'wuku/pushes.json'))
  expect((await house.push('handbook', '--remove')).stderr).toMatch(/push \S+ notes\/handbook --remove/)
  expect(await house.pushed('notes/handbook', '--remove')).toMatchObject({ documents: 1 })
  expect((await house.push('notes/handbook', '--remove')).stderr).toContain('Nothing of yours')
})
