import { appendFileSync, mkdirSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import { ended, manyNotes, openHouse, reached, type House } from './index-house.ts'

/** What happens to the data folder of a user with 200 notes, and the code of the error that every command then ends with. */
const misfortunes: readonly (readonly [says: string, code: string, happen: (house: House) => void])[] = [
  ['is cut short', 'store-damaged', ({ database }) => truncateSync(database, 30_000)],
  ['holds something else', 'store-damaged', ({ database }) => writeFileSync(database, 'sea '.repeat(5_000))],
  ['is of a newer wuku', 'store-newer', ({ database }) => new DatabaseSync(database).exec('PRAGMA user_version = 99')],
  ['is a folder', 'store-unwritable', ({ database }) => (rmSync(database), mkdirSync(database))],
  ['lies below a file', 'store-unwritable', ({ data }) => (rmSync(data, { recursive: true }), writeFileSync(data, ''))],
  ['has broken settings', 'bad-input', ({ data }) => writeFileSync(join(data, 'settings.yaml'), 'tools: [core')],
  ['has settings that are a folder', 'bad-input', ({ data }) => mkdirSync(join(data, 'settings.yaml'))],
]

/** Of what is stored the second half is lost, in every row. */
function damage({ database }: House, table: string, column: string): void {
  const db = new DatabaseSync(database)
  db.function('half', (stored) => {
    const whole = stored as Uint8Array | string
    return whole.slice(0, whole.length >> 1)
  })
  db.exec(`UPDATE ${table} SET ${column} = half(${column})`)
  db.close()
}

it.each<[table: string, column: string, command: readonly string[]]>([
  ['bodies', 'text', ['recall', 'marker7']],
  ['bodies', 'text', ['open', 'demo/folder-7/note-7.md']],
  ['sources', 'options', ['sources']],
  ['documents', 'meta', ['open', 'demo/folder-7/note-7.md']],
])('a readable store whose %s.%s are damaged is told as such by %j', (table, column, command) => {
  const house = openHouse(manyNotes(20, 200))
  house.json('add', house.notes, '--name', 'demo')
  damage(house, table, column)
  const { status, stderr } = house.run(...command)
  expect([status, stderr]).toEqual([1, expect.stringMatching(/^✗ The store is damaged: .*\n {2}→ /)])
  expect(stderr).not.toMatch(/\n\s+at /)
})

describe('a store that', () => {
  it.each(misfortunes)('%s is told by a code and a remedy, not by a trace', (_, code, happen) => {
    const house = openHouse(manyNotes(200))
    house.json('add', house.notes, '--name', 'demo')
    happen(house)
    for (const command of [['recall', 'marker7'], ['index'], ['add', house.notes, '--name', 'more']]) {
      const { status, stdout, stderr } = house.run(...command, '--json')
      expect([status, JSON.parse(stdout)]).toEqual([1, { error: expect.objectContaining({ code }) }])
      expect(stderr).toMatch(/^✗ .*\n {2}→ /)
      expect(stderr).not.toMatch(/\n\s+at /)
    }
    expect(house.run('doctor').status).toBe(1)
  })

  it('has no room left says so, and loses nothing', () => {
    const house = openHouse(manyNotes(200))
    house.json('add', house.notes, '--name', 'demo')
    house.write(Object.fromEntries(Object.entries(manyNotes(8_000)).map(([path, text]) => [`more/${path}`, text])))
    const limited = house.runLimited(2_000, 'index', '--json')
    expect(limited.status).toBe(1)
    expect(limited.stdout).toContain('"store-unwritable"')
    expect(house.search('marker7')[0]?.file).toBe('demo/folder-7/note-7.md')
    expect(house.json('index')).toMatchObject({ problems: [] })
    expect(house.search('marker7999')[0]?.file).toBe('demo/more/folder-9/note-7999.md')
  })
})

it('kill -9 while everything changes leaves an index that agrees with the files: every word of now, none of before', async () => {
  const house = openHouse()
  const now = new Map<string, string>()
  const gone: string[] = []
  let count = 0
  const write = (path: string): void => {
    gone.push(...[now.get(path)].filter((word) => word !== undefined))
    now.set(path, wordOf(count++))
    house.write({ [path]: `# Note\n\n${now.get(path)} among ${'common words of the sea '.repeat(20)}\n` })
  }
  for (let at = 0; at < 1_500; at++) write(`folder-${at % 13}/${at}.md`)
  house.json('add', house.notes, '--name', 'demo', '--no-index')
  for (const lines of [3, 1, 4, 2]) {
    const child = house.start('index', '--json')
    const over = ended(child)
    await reached(child, 'read', lines)
    child.kill('SIGKILL')
    await over
    for (const word of [...now.values()].slice(0, 3)) house.search(word)
    for (const path of [...now.keys()].slice(0, 60)) write(path)
    for (const path of [...now.keys()].slice(60, 120)) {
      rmSync(join(house.notes, path))
      gone.push(now.get(path) ?? '')
      now.delete(path)
    }
  }
  expect(house.json('index').problems).toEqual([])
  const [{ documents } = { documents: 0 }] = house.json<{ sources: { documents: number }[] }>('sources').sources
  expect(documents).toBe(now.size)
  for (const [path, word] of [...now].filter((_, at) => at % 90 === 0))
    expect(house.search(word).map(({ file }) => file)).toEqual([`demo/${path}`])
  for (const word of gone.filter((_, at) => at % 40 === 0)) expect(house.search(`"${word}"`)).toEqual([])
})

/** Letters only, and far from one another: no part of one is a part of another, and none is corrected to another. */
function wordOf(count: number): string {
  let state = count * 2_654_435_761 + 12_345
  return Array.from({ length: 14 }, () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    return 'bcdfghjklmnprtvw'[state >>> 28] ?? ''
  }).join('')
}

it('while one process indexes everything anew, eight others search, and each finds', async () => {
  const house = openHouse(manyNotes(3_000))
  house.json('add', house.notes, '--name', 'demo')
  const writer = ended(house.start('index', '--force', '--json'))
  const searchers = Array.from({ length: 8 }, async (_, at) => {
    const { code, stdout, stderr } = await ended(house.start('recall', `marker${at * 300}`, '--json'))
    return [code, stderr, stdout.includes(`note-${at * 300}.md`)]
  })
  expect(await Promise.all(searchers)).toEqual(searchers.map(() => [0, '', true]))
  expect((await writer).code).toBe(0)
})

it('neither hangs on nor takes in what is no note', () => {
  const house = openHouse({ 'plain.md': '# Plain\n\nordinary words\n', '../outside/secret.md': 'outsideword\n' })
  symlinkSync('../outside', join(house.notes, 'out'))
  symlinkSync('../outside/secret.md', join(house.notes, 'link.md'))
  symlinkSync('.', join(house.notes, 'loop'))
  symlinkSync('/dev/zero', join(house.notes, 'zero.md'))
  house.write({ 'sparse.md': '', 'line.md': 'a'.repeat(1_000_000), 'zh.md': '海潮月亮'.repeat(80_000) })
  truncateSync(join(house.notes, 'sparse.md'), 10 * 2 ** 30)
  appendFileSync(join(house.notes, 'fence.md'), `${'```\n'.repeat(50_000)}${'['.repeat(100_000)}`)
  const report = house.json('add', house.notes, '--name', 'demo')
  expect(report.added).toBe(4)
  expect(report.problems.map(({ path }) => path).toSorted()).toEqual(['link.md', 'out', 'sparse.md', 'zero.md'])
  expect(house.search('outsideword')).toEqual([])
})
