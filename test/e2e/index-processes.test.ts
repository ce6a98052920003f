import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { IndexReport } from '@wuku/kernel/base/parts/index-runs'
import { ended, manyNotes, openHouse, reached } from './index-house.ts'

const settled = async (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

describe('several processes', () => {
  it('open a cold store at once, and none fails', async () => {
    const house = openHouse(manyNotes(40))
    const runs = await Promise.all(
      Array.from({ length: 6 }, (_, at) => ended(house.start('add', house.notes, '--name', `n${at}`, '--json'))),
    )
    expect(runs.map((run) => [run.code, run.stderr])).toEqual(runs.map(() => [0, '']))
    expect(house.json<{ sources: readonly unknown[] }>('sources').sources).toHaveLength(6)
  })

  it('update one source at once, and the second joins the first', async () => {
    const house = openHouse(manyNotes(1_500))
    house.json('add', house.notes, '--name', 'demo', '--no-index')
    const runs = await Promise.all([1, 2, 3].map(() => ended(house.start('index', '--json'))))
    expect(runs.map((run) => run.code)).toEqual([0, 0, 0])
    const reports = runs.map((run) => JSON.parse(run.stdout.trimEnd().split('\n').at(-1) ?? '') as IndexReport)
    expect(reports.reduce((sum, report) => sum + report.added, 0)).toBe(1_500)
    expect(house.search('marker1499')[0]?.file).toBe('demo/folder-3/note-1499.md')
  })

  it('lose at most the batch in hand to kill -9, and go on', async () => {
    const house = openHouse(manyNotes(6_000))
    house.json('add', house.notes, '--name', 'demo', '--no-index')
    for (const lines of [1, 2, 3, 4]) {
      const child = house.start('index', '--json')
      const ending = ended(child)
      await reached(child, 'read', lines)
      child.kill('SIGKILL')
      await ending
    }
    const last = house.json('index')
    expect(last.added + last.unchanged).toBe(6_000)
    expect(house.json('index').unchanged).toBe(6_000)
    for (const at of [0, 2_999, 5_999])
      expect(house.search(`marker${at}`)[0]?.file).toBe(`demo/folder-${at % 17}/note-${at}.md`)
  })

  it('stop cleanly on Ctrl-C, keeping what was read', async () => {
    const house = openHouse(manyNotes(8_000))
    house.json('add', house.notes, '--name', 'demo', '--no-index')
    const child = house.start('index', '--json')
    const ending = ended(child)
    await reached(child, 'read', 2)
    child.kill('SIGINT')
    const { code, stderr } = await ending
    expect([0, 1, 130]).toContain(code)
    expect(stderr).not.toMatch(/at .*\.[jt]s:\d+/)
    const rest = house.json('index')
    expect(rest.unchanged + rest.added).toBe(8_000)
  })
})

it('--watch takes in what is written, moved in and deleted', async () => {
  const house = openHouse({ 'a.md': '# A\n\nalpha\n' })
  house.json('add', house.notes, '--name', 'demo')
  const child = house.start('index', '--watch', '--json')
  const ending = ended(child)
  await new Promise<void>((resolve) => child.stdout?.once('data', () => resolve()))
  await settled(300)
  house.write({ 'b.md': '# B\n\nbravo\n', 'deep/er/c.md': '# C\n\ncharlie\n' })
  await until(() => house.search('bravo').length === 1 && house.search('charlie').length === 1)
  rmSync(join(house.notes, 'a.md'))
  writeFileSync(join(house.notes, 'b.md'), '# B\n\nbeta now\n')
  await until(() => house.search('alpha').length === 0 && house.search('beta').length === 1)
  rmSync(join(house.notes, 'deep'), { recursive: true })
  await until(() => house.search('charlie').length === 0)
  child.kill('SIGINT')
  expect([0, 1, 130]).toContain((await ending).code)
})

it('a server keeps fresh what was added with --watch, one of several, and ends with its client', async () => {
  const house = openHouse({ 'a.md': '# A\n\nalpha\n' })
  house.json('add', house.notes, '--name', 'demo', '--watch')
  const servers = [house.start('mcp'), house.start('mcp')]
  const endings = servers.map(ended)
  await settled(1_800)
  house.write({ 'b.md': '# B\n\nbravo\n' })
  await until(() => house.search('bravo').length === 1)
  for (const server of servers) server.stdin?.end()
  expect((await Promise.all(endings)).map(({ code, stdout }) => [code, stdout])).toEqual([
    [0, ''],
    [0, ''],
  ])
})

const until = (holds: () => boolean): Promise<void> => expect.poll(holds, { interval: 150 }).toBe(true)
