import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openChatsHouse, type ChatsHouse } from './chats/chats-house.ts'
import { pathOf, sessionOf, talk } from './chats/talk.ts'
import { launcher } from './cli-house.ts'

/** Two conversations, of which the agent has deleted one; notes whose folder went; a folder that is there. */
function openHouse(): ChatsHouse {
  const house = openChatsHouse()
  for (const at of [1, 2]) house.write(pathOf(sessionOf(at)), talk(sessionOf(at), ['Where is the pelican?', 'There.']))
  house.write('gone/a.md', '# A')
  house.write('there/a.md', '# A')
  for (const name of ['.claude', 'gone', 'there']) expect(house.run('add', name).status).toBe(0)
  rmSync(join(house.home, pathOf(sessionOf(1))))
  rmSync(join(house.home, 'gone'), { recursive: true })
  return house
}

const sources = (house: ChatsHouse): readonly string[] =>
  (house.json('sources')['sources'] as { name: string }[]).map(({ name }) => name).toSorted()

/** In a terminal, where somebody types this. */
const typed = (house: ChatsHouse, answer: string, ...args: readonly string[]) =>
  spawnSync('script', ['-qec', [process.execPath, launcher, ...args].join(' '), '/dev/null'], {
    cwd: house.home,
    env: house.env,
    input: answer,
    encoding: 'utf8',
  })

describe('wuku remove', () => {
  it.each<[name: string, told: string]>([
    ['chats/claude', '1 document of it exists only here: its file is not on this machine.'],
    ['notes/gone', '1 document of it exists only here: its file is not on this machine.'],
  ])('does not take %s without a yes, since what is nowhere else would go', (name, told) => {
    const house = openHouse()
    const refused = house.run('remove', name)
    expect(refused).toMatchObject({ status: 2, stdout: '' })
    expect(refused.stderr).toContain(told)
    expect(refused.stderr).toContain(`wuku remove ${name} --yes`)
    expect(house.run('remove', name, '--dry-run').stdout).toContain(`${told} Nothing was changed.`)
    expect(sources(house)).toHaveLength(3)
    expect(house.run('remove', name, '--yes').status).toBe(0)
    expect(sources(house)).toHaveLength(2)
  })

  it('asks in a terminal, and takes only a yes for one', () => {
    const house = openHouse()
    for (const answer of ['\n', 'n\n', 'what?\n'])
      expect(typed(house, answer, 'remove', 'notes/gone')).toMatchObject({
        status: 1,
        stdout: expect.stringContaining('Remove it? [y/N]'),
      })
    expect(sources(house)).toContain('gone')
    expect(typed(house, 'y\n', 'remove', 'notes/gone').status).toBe(0)
    expect(sources(house)).not.toContain('gone')
  })

  it('does not ask about what lies elsewhere', () => {
    const house = openHouse()
    expect(house.run('remove', 'notes/there')).toMatchObject({ status: 0, stderr: '' })
  })
})

it('documents that were handed in, and deleted libraries before their time, need a yes too', () => {
  const house = openChatsHouse()
  mkdirSync(join(house.home, 'files'))
  for (const name of ['a.md', 'b.md']) house.write(`files/${name}`, `# ${name}\n\nThe tide turns at noon.\n`)
  expect(house.run('docs', 'upload', 'sea', 'files/a.md', 'files/b.md')).toMatchObject({ status: 0 })
  const remedy = 'wuku docs delete sea@latest a.md --yes'
  expect(house.run('docs', 'delete', 'sea', 'a.md')).toMatchObject({
    status: 2,
    stderr: expect.stringContaining(remedy),
  })
  expect(house.run(...remedy.split(' ').slice(1)).status).toBe(0)
  house.run('docs', 'delete', 'sea')
  const purge = house.run('docs', 'purge', '--all')
  expect(purge).toMatchObject({ status: 2, stderr: expect.stringContaining('wuku docs purge --all --yes') })
  expect(house.run('docs', 'purge', '--all', '--dry-run').stdout).toContain('Would be permanently removed: sea')
  expect(house.run('docs', 'purge', '--all', '--yes').stdout).toContain('Permanently removed: sea')
})

it('wuku uninstall --purge names the backups that go with the data folder before and after, and the settings of clients that stay', () => {
  const house = openHouse()
  const data = join(house.home, 'data')
  const backup = join(data, 'backups', 'wuku-2026-11-26T17-50-00-123Z')
  mkdirSync(backup, { recursive: true })
  const before = join(house.home, '.claude.json.20261126175000.bak')
  writeFileSync(before, '{}')
  const asked = house.run('uninstall', '--purge')
  expect(asked.status).toBe(2)
  expect(asked.stderr).toContain(`and these backups: ${backup}`)
  expect(existsSync(backup)).toBe(true)
  const told = house.run('uninstall', '--purge', '--dry-run').stdout
  expect(told).toContain(`goes   backup: ${backup}`)
  expect(told).toContain(`stays  settings before: ${before}`)
  const gone = house.run('uninstall', '--purge', '--yes')
  expect([gone.status, existsSync(data)]).toEqual([0, false])
  expect(gone.stdout).toContain(`gone   backup: ${backup}`)
  expect(gone.stdout).toContain(`stays  settings before: ${before}`)
  expect(existsSync(before)).toBe(true)
})
