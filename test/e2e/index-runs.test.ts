import { renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { IndexReport } from '@wuku/kernel/base/parts/index-runs'
import { openHouse, type House } from './index-house.ts'

const three = {
  'tides.md': '# Tides\n\nThe moon pulls the sea.\n',
  'deep/moon.md': '# Moon\n\nFull twice a month, seen from Saltmarsh.\n',
  '潮汐.md': '# 潮汐\n\n月亮牵引海水，每天两次涨潮。\n',
}

const counts = ({ added, changed, moved, removed, unchanged }: IndexReport) => ({
  added,
  changed,
  moved,
  removed,
  unchanged,
})
const nothing = { added: 0, changed: 0, moved: 0, removed: 0, unchanged: 0 }

interface Row {
  readonly says: string
  change(house: House): void
  readonly expected: Partial<typeof nothing>
}

describe('index counts what happened', () => {
  it.each<Row>([
    { says: 'nothing changed', change: () => {}, expected: { unchanged: 3 } },
    {
      says: 'a file is added',
      change: (house) => house.write({ 'new.md': 'new' }),
      expected: { added: 1, unchanged: 3 },
    },
    {
      says: 'a file is changed',
      change: (house) => house.write({ 'tides.md': 'other' }),
      expected: { changed: 1, unchanged: 2 },
    },
    {
      says: 'a file is removed',
      change: (house) => rmSync(join(house.notes, 'tides.md')),
      expected: { removed: 1, unchanged: 2 },
    },
    {
      says: 'a file is moved',
      change: (house) => renameSync(join(house.notes, 'tides.md'), join(house.notes, 'deep', 'ebb.md')),
      expected: { moved: 1, unchanged: 2 },
    },
    {
      says: 'a folder is renamed',
      change: (house) => renameSync(join(house.notes, 'deep'), join(house.notes, 'shallow')),
      expected: { moved: 1, unchanged: 2 },
    },
    {
      says: 'a file is touched and not written',
      change: (house) => utimesSync(join(house.notes, 'tides.md'), new Date(), new Date(Date.now() + 5_000)),
      expected: { unchanged: 3 },
    },
    {
      says: 'a file is rewritten with as many bytes and the old time',
      change: (house) => {
        const path = join(house.notes, 'tides.md')
        const { mtime } = statSync(path)
        writeFileSync(path, '# Tides\n\nThe moon pulls the sun.\n')
        utimesSync(path, mtime, mtime)
      },
      expected: { changed: 1, unchanged: 2 },
    },
  ])('$says', ({ change, expected }) => {
    const house = openHouse(three)
    expect(counts(house.json('add', house.notes, '--name', 'demo'))).toEqual({ ...nothing, added: 3 })
    change(house)
    expect(counts(house.json('index'))).toEqual({ ...nothing, ...expected })
    expect(counts(house.json('index')).unchanged).toBe(house.json<IndexReport>('index').unchanged)
  })

  it('waits with --no-index', () => {
    const house = openHouse(three)
    house.json('add', house.notes, '--name', 'demo', '--no-index')
    expect(house.search('moon')).toEqual([])
    expect(counts(house.json('index'))).toEqual({ ...nothing, added: 3 })
  })

  it('changes nothing with --dry-run, and tells what it would do', () => {
    const house = openHouse(three)
    house.json('add', house.notes, '--name', 'demo', '--no-index')
    expect(counts(house.json('index', '--dry-run'))).toEqual({ ...nothing, added: 3 })
    expect(house.search('moon')).toEqual([])
  })

  it('reads everything again with --force', () => {
    const house = openHouse(three)
    house.json('add', house.notes, '--name', 'demo')
    expect(counts(house.json('index', '--force'))).toEqual({ ...nothing, changed: 3 })
    expect(house.search('moon').length).toBe(2)
  })
})

describe('what is found after a run', () => {
  it('finds a moved file under its new path only', () => {
    const house = openHouse(three)
    house.json('add', house.notes, '--name', 'demo')
    renameSync(join(house.notes, 'tides.md'), join(house.notes, 'deep', 'ebb.md'))
    house.json('index')
    expect(house.search('pulls').map((row) => row.file)).toEqual(['demo/deep/ebb.md'])
    expect(house.search('ebb').map((row) => row.file)).toEqual(['demo/deep/ebb.md'])
    expect(house.search('tides')).toHaveLength(1)
  })

  it('says when what it shows is stale or gone', () => {
    const house = openHouse(three)
    house.json('add', house.notes, '--name', 'demo')
    expect(house.search('pulls')[0]?.freshness).toBe('fresh')
    house.write({ 'tides.md': '# Tides\n\nOther words now.\n' })
    expect(house.search('pulls')[0]?.freshness).toBe('stale')
    rmSync(join(house.notes, 'tides.md'))
    expect(house.search('pulls')[0]?.freshness).toBe('missing')
    expect(house.run('call', 'search', '{"query":"pulls"}').stdout).toMatch(/no longer on disk/)
  })

  it('removes nothing when the root is gone, and says so', () => {
    const house = openHouse(three)
    house.json('add', house.notes, '--name', 'demo')
    renameSync(house.notes, `${house.notes}-elsewhere`)
    const report = house.json('index')
    expect(report.removed).toBe(0)
    expect(report.problems.map((problem) => problem.said).join()).toMatch(/./)
    expect(report.sources[0]?.complete).toBe(false)
    expect(house.search('moon').length).toBeGreaterThan(0)
    renameSync(`${house.notes}-elsewhere`, house.notes)
    expect(counts(house.json('index'))).toEqual({ ...nothing, unchanged: 3 })
  })

  it('names every file that it leaves out, and takes a folder called build', () => {
    const house = openHouse({
      ...three,
      '.gitignore': 'drafts/\n*.tmp.md\n',
      '.wukuignore': 'private.md\n',
      'drafts/a.md': 'draft',
      'b.tmp.md': 'temporary',
      'private.md': 'private',
      'build/howto.md': '# How to build\n',
      'node_modules/x/readme.md': 'vendored',
      'picture.png': new Uint8Array([137, 80, 78, 71, 0, 1]),
      'binary.md': new Uint8Array([0, 1, 2, 3, 0, 0, 7]),
    })
    const report = house.json('add', house.notes, '--name', 'demo')
    expect(report.added).toBe(4)
    expect(house.search('build').map((row) => row.file)).toContain('demo/build/howto.md')
    const named = [...report.skipped, ...report.problems].map((each) => each.path)
    for (const path of ['drafts/', 'b.tmp.md', 'private.md', 'node_modules/', 'picture.png', 'binary.md'])
      expect(named).toContain(path)
    expect(report.problems.every((problem) => problem.said !== '' && problem.remedy !== '')).toBe(true)
  })

  it('masks a secret, tells so, and leaves no byte of it', async () => {
    const token = ['ghp', 'FAKEfakeFAKEfake0123456789FAKEfake01'].join('_')
    const house = openHouse({ 'keys.md': `# Keys\n\nThe token is ${token} for now.\n` })
    const report = house.json('add', house.notes, '--name', 'demo')
    expect(report.masked).toEqual([expect.objectContaining({ path: 'keys.md', count: 1 })])
    expect(house.search('token')[0]?.snippet).toMatch(/REDACTED/)
    expect(await bytesOf(house)).not.toContain(token)
  })

  it('leaves no byte of a removed source', async () => {
    const house = openHouse({
      'a.md': 'The word quizzaciously stands here once, borborygmously.\n',
      'b.md': '# Other\n',
    })
    house.json('add', house.notes, '--name', 'demo')
    expect(house.search('quizzaciously')).toHaveLength(1)
    expect(house.run('remove', 'demo').status).toBe(0)
    // Another word than the one that was asked for, which the log of calls keeps.
    expect(await bytesOf(house)).not.toMatch(/borborygmousl/)
  })
})

async function bytesOf(house: House): Promise<string> {
  const { readdir, readFile } = await import('node:fs/promises')
  const names = (await readdir(house.data)).filter((name) => name.includes('.sqlite'))
  expect(names.length).toBeGreaterThan(0)
  const parts = await Promise.all(names.map((name) => readFile(join(house.data, name), 'latin1')))
  return parts.join('')
}
