import { spawnSync } from 'node:child_process'
import { chmodSync, copyFileSync, cpSync, existsSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import { launcher, openHouse, type House, type Ran } from './index-house.ts'
import { callOf, initialize, startServer } from './mcp-home.ts'
import { mountDisk } from './mounts.ts'

const ROOM = 50_000

/** A house whose data folder lies on a disk that nobody can write to any more. */
function readOnlyHouse(before: (house: House) => void = () => {}): House {
  const house = openHouse({ 'tides.md': '# Tides\n\nThe moon pulls the sea at Saltmarsh.\n' })
  const disk = mountDisk(house.data, ROOM)
  house.json('add', house.notes, '--name', 'demo')
  before(house)
  disk.makeReadOnly()
  return house
}

const answers: readonly (readonly [command: readonly string[], says: string])[] = [
  [['recall', 'Saltmarsh'], 'wuku://notes/demo/tides.md'],
  [['search', 'Saltmarsh'], 'demo/tides.md'],
  [['open', 'demo/tides.md'], 'The moon pulls the sea'],
  [['sources'], 'notes/demo'],
  [['status'], 'demo'],
  [['pads'], ''],
  [['docs'], ''],
  [['doctor'], 'is read-only: search works'],
]

const writes: readonly (readonly string[])[] = [
  ['add', '.', '--name', 'more'],
  ['index'],
  ['remove', 'demo'],
  ['forget', 'demo/tides.md'],
  ['call', 'create-workflow', '{"title":"w","description":"d","project_scope":"p"}'],
]

const expectRefused = ({ status, stderr }: Ran): void =>
  expect([status, stderr]).toEqual([
    1,
    expect.stringMatching(/^✗ The data folder .* is read-only: .*\n {2}→ .*WUKU_HOME/),
  ])

describe('a data folder on a read-only mount', () => {
  it('is searched, and refuses every write with a remedy', () => {
    const house = readOnlyHouse()
    for (const [command, says] of answers) {
      const { status, stdout, stderr } = house.run(...command)
      expect([command, status, stderr]).toEqual([command, 0, ''])
      expect(stdout).toContain(says)
    }
    for (const command of writes) expectRefused(house.run(...command))
  })

  it('is served to agents: searches answer, writes say why not', async () => {
    const house = readOnlyHouse()
    const folder = dirname(house.data)
    const env = { PATH: process.env['PATH'], HOME: folder, WUKU_HOME: house.data, NO_COLOR: '1' }
    const server = startServer({ folder, env })
    server.send(initialize)
    await server.answer(1)
    server.send(callOf(2, 'recall', { query: 'Saltmarsh' }))
    server.send(callOf(3, 'create-workflow', { title: 'w', description: 'd', project_scope: 'p' }))
    expect(JSON.stringify(await server.answer(2))).toContain('The moon pulls the sea')
    expect(JSON.stringify(await server.answer(3))).toContain('"code":"read-only"')
    server.child.stdin.end()
    expect(await server.ended).toMatchObject({ code: 0, stderr: '' })
  })

  it.each([['with the index of its log'], ['without']])('tells what stands in its log alone, %s', (which) => {
    const house = readOnlyHouse((open) => {
      writeToLogAlone(open)
      if (which === 'without') rmSync(`${open.database}-shm`)
    })
    expect(existsSync(`${house.database}-wal`)).toBe(true)
    expect(house.run('sources').stdout).toContain('notes/renamed')
  })

  it('of an older format says that it must be opened once where it may be written', () => {
    const house = readOnlyHouse(({ database }) => {
      const db = new DatabaseSync(database)
      db.exec('PRAGMA user_version = 1')
      db.close()
    })
    const { status, stderr } = house.run('recall', 'Saltmarsh')
    expect([status, stderr]).toEqual([
      1,
      expect.stringMatching(/^✗ This store has format 1.*read-only.*\n {2}→ Run "wuku/),
    ])
  })
})

/** A change that no checkpoint has brought into the file, as of a process that was killed. */
function writeToLogAlone({ database }: House): void {
  const aside = `${database}.aside`
  const db = new DatabaseSync(database)
  db.exec("PRAGMA wal_autocheckpoint = 0; UPDATE sources SET name = 'renamed'")
  for (const end of ['', '-wal', '-shm']) copyFileSync(database + end, aside + end)
  db.close()
  for (const end of ['', '-wal', '-shm']) {
    cpSync(aside + end, database + end)
    rmSync(aside + end)
  }
}

it('the data folder of another user is searched as far as it may be read', () => {
  const house = openHouse({ 'tides.md': '# Tides\n\nThe moon pulls the sea at Saltmarsh.\n' })
  house.json('add', house.notes, '--name', 'demo')
  for (const [path, mode] of [
    [house.database, 0o444],
    [house.data, 0o555],
    [house.notes, 0o755],
    [dirname(house.data), 0o755],
  ] as const)
    chmodSync(path, mode)
  const asNobody = (...args: readonly string[]): Ran =>
    spawnSync('setpriv', ['--reuid=65534', '--regid=65534', '--clear-groups', process.execPath, launcher, ...args], {
      env: { PATH: process.env['PATH'], HOME: '/nonexistent', WUKU_HOME: house.data, NO_COLOR: '1' },
      cwd: '/',
      encoding: 'utf8',
    })
  expect(asNobody('recall', 'Saltmarsh')).toMatchObject({
    status: 0,
    stdout: expect.stringContaining('The moon pulls'),
  })
  expectRefused(asNobody('index'))
  chmodSync(join(house.data), 0o000)
  const { status, stderr } = asNobody('recall', 'Saltmarsh')
  expect([status, stderr]).toEqual([1, expect.stringMatching(/^✗ .*\n {2}→ /)])
})
