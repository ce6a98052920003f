import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import { launcher, manyNotes, openHouse, type House, type Ran } from './index-house.ts'
import { mountDisk } from './mounts.ts'
import { storeOf } from './store.ts'

const PLENTY = 400_000

/** A message with a remedy and exit code 1, and no trace of where in the program it happened. */
function expectTold({ status, stderr }: Ran): void {
  expect([status, stderr]).toEqual([1, expect.stringMatching(/^(?:wuku: The log of calls .*\n)?✗ .*\n {2}→ /)])
  expect(stderr).not.toMatch(/\n\s+at /)
}

const integrityOf = ({ database }: House): unknown =>
  new DatabaseSync(database).prepare('PRAGMA integrity_check').get()?.['integrity_check']

const documentsIn = (house: House): number =>
  house
    .json<{ sources: readonly { documents: number }[] }>('sources')
    .sources.reduce((sum, { documents }) => sum + documents, 0)

/** Five megabytes: several slices are analysed at once while another is written. */
const many = Object.fromEntries(Object.entries(manyNotes(600, 1_200)).map(([path, text]) => [`../more/${path}`, text]))
/** From where a few notes just fit to where all nearly do: under the file, its log, and the copy of the log. */
const levels = Array.from({ length: 12 }, (_, at) => 1_200 + at * 1_550)

it.each(levels)(
  'a disk that runs full while 600 notes come in, at %i kB, says so, keeps what it had, and takes the rest when there is room',
  (kilobytes) => {
    const house = openHouse(manyNotes(20))
    const disk = mountDisk(house.data, kilobytes)
    house.json('add', house.notes, '--name', 'first')
    house.write(many)
    expectTold(house.run('add', join(dirname(house.notes), 'more'), '--name', 'more'))
    disk.resize(PLENTY)
    expect(house.search('marker7')[0]?.file).toBe('first/folder-7/note-7.md')
    expect(integrityOf(house)).toBe('ok')
    expect(house.json('add', join(dirname(house.notes), 'more'), '--name', 'more')).toMatchObject({ problems: [] })
    expect(documentsIn(house)).toBe(620)
  },
)

describe('a disk that is full', () => {
  it('for originals of documentation: the upload says so, and works when there is room', () => {
    const house = openHouse({ 'guide.md': `# Guide\n\n${'harbour tide '.repeat(60_000)}\n` })
    const disk = mountDisk(join(house.data, 'blobs'), 200)
    const upload = ['docs', 'upload', 'sea@1.0', join(house.notes, 'guide.md')]
    expectTold(house.run(...upload))
    expect(
      readdirSync(join(house.data, 'blobs'), { recursive: true, withFileTypes: true }).filter((each) => each.isFile()),
    ).toEqual([])
    disk.resize(PLENTY)
    expect(house.run(...upload).status).toBe(0)
    expect(house.run('docs', 'search', 'sea', 'harbour').stdout).toContain('harbour tide')
  })

  it('for the file that an answer goes to: it says so', () => {
    const house = openHouse({ 'long.md': `# Long\n\n${'harbour tide\n'.repeat(8_000)}` })
    house.json('add', house.notes, '--name', 'demo')
    const folder = join(dirname(house.data), 'out')
    mkdirSync(folder)
    mountDisk(folder, 16)
    const command = [process.execPath, launcher, 'get', 'demo/long.md', '--max-lines', '8000']
    const shell = spawnSync('bash', ['-c', `exec "$@" > ${folder}/answer`, 'bash', ...command], {
      env: { ...process.env, HOME: dirname(house.data), WUKU_HOME: house.data, NO_COLOR: '1', ...storeOf(house.data) },
      encoding: 'utf8',
    })
    expectTold(shell)
  })

  it('for what is moved while the store is written anew: what was asked for is told as not done, or is done', () => {
    const house = openHouse(manyNotes(300, 600))
    const disk = mountDisk(house.data, PLENTY)
    house.json('add', house.notes, '--name', 'demo')
    const used = Number(spawnSync('du', ['-k', house.database], { encoding: 'utf8' }).stdout.split('\t')[0])
    disk.resize(used + 200)
    const removed = house.run('remove', 'demo')
    if (removed.status !== 0) expectTold(removed)
    disk.resize(PLENTY)
    if (removed.status !== 0) house.run('remove', 'demo')
    expect([documentsIn(house), integrityOf(house)]).toEqual([0, 'ok'])
  })
})
