import { describe, expect, it } from 'vitest'
import { docsCommand } from '../src/docs/docs-command.ts'
import { displayWidth } from '@wuku/text/show/width'
import { runLine, type Ran, type RunOptions } from './shell-house.ts'
import { openHouse, type DocsHouse } from '../../docs/test/docs-house.ts'
import { page, pages } from '../../docs/test/origins.ts'

const REPOSITORY = 'https://github.com/sea/tides'
const guide = '# Guide\n\nThe \u001b[31m ebb\u200b follows.\n\n```ts\nmoon.pull()\n```\n'

async function opened(): Promise<DocsHouse> {
  const house = openHouse({ projects: { '/work/app': { 'package.json': '{"dependencies":{"tides":"1.0.0"}}' } } })
  house.origins.at(REPOSITORY, {
    steps: [...pages({ 'guide.md': guide }), page('bad.pdf', 'broken')],
    facts: { commit: '0123456789abcdef' },
  })
  await house.call('import-docs', { url: REPOSITORY, name: 'tides', version: '1.0.0' })
  await house.add('tides', '2.0.0', { 'guide.md': '# Guide\n\nThe flood comes first.\n' })
  await house.add('潮汐手册', '1', { 'a.md': '# 月亮\n\n月亮引起潮汐。' })
  await house.clock.strike()
  return house
}

const run = (house: DocsHouse, line: readonly string[], options: RunOptions = {}): Promise<Ran> =>
  runLine(docsCommand, line, house.engine, { columns: 100, ...options })

describe('wuku docs', () => {
  it.each<[line: readonly string[], ...words: string[]]>([
    [[], 'tides', '2.0.0* 1.0.0', '潮汐手册', REPOSITORY, 'wuku docs search'],
    [['list', '--sort', 'size'], 'tides'],
    [['list', '潮汐'], '潮汐手册'],
    [['show', 'tides'], '/sea/tides', REPOSITORY, 'keeps all', '* 2.0.0', '  1.0.0', '0123456789'],
    [
      ['search', 'tides', 'flood'],
      'Guide',
      'The flood comes first.',
      'Answered by tides 2.0.0, indexed 2026-01-31',
      'wuku://docs/',
    ],
    [['search', 'tides@1.0.0', 'ebb', '--code'], '    moon.pull()'],
    [['search', 'tides', 'ebb', '--project', '.'], 'tides 1.0.0', 'package.json says 1.0.0.'],
    [['search', 'all', '月亮'], '月亮引起潮汐。'],
    [['search', 'tides', 'volcano'], 'No documentation about this in tides 2.0.0'],
    [
      ['import', 'https://github.com/sea/tides', '--name', 'tides', '--version', '3'],
      'tides 3: 1 document',
      '1 file failed',
      'bad.pdf: It is damaged.',
    ],
    [['refresh', 'tides@1.0.0'], 'tides 1.0.0: 1 document'],
    [['refresh', 'tides', '--rebuild'], 'tides 2.0.0: 1 document'],
    [['set', 'tides', '--default', '1.0.0', '--keep', 'last 2'], '1.0.0', 'last 2'],
    [['archive', 'tides'], 'archived'],
    [['delete', 'tides@1.0.0'], 'Deleted tides@1.0.0', '30 days'],
    [['delete', 'tides'], 'Deleted tides.', 'wuku docs restore tides'],
    [['delete', 'tides@1.0.0', 'guide.md'], 'guide.md'],
    [['purge'], 'nothing to purge'],
    [['files', 'tides@1.0.0'], 'guide.md', '✗ bad.pdf', '2 in all'],
    [['files', 'tides@1.0.0', '--failed'], 'bad.pdf', 'It is damaged.', '1 in all'],
    [['which', 'tides'], 'tides 1.0.0', 'package.json', 'answered by 1.0.0'],
    [['which'], 'tides 1.0.0'],
    [['diff', 'tides', '1.0.0', '2.0.0', 'ebb'], 'changed', '+The flood comes first.', '0 added, 0 removed, 1 changed'],
    [['log'], 'github.import.complete', 'document.failed', 'bad.pdf', '2026-01-31 12:00'],
    [['log', 'tides'], 'version.create'],
    [['stats'], 'import.documents'],
  ])('%j', async (line, ...words) => {
    const { outcome, out } = await run(await opened(), line)
    const said = out.replaceAll(/\n(?! )/g, ' ')
    for (const word of words) expect(said).toContain(word)
    expect([outcome, out.includes('\u001b')]).toEqual(['done', false])
  })

  it('retry that takes nothing in tells why, and ends as failed', async () => {
    const { outcome, out } = await run(await opened(), ['retry', 'tides@1.0.0'])
    expect([outcome, out]).toEqual(['failed', expect.stringContaining('bad.pdf')])
  })

  it.each([['list'], ['files', 'tides@1.0.0'], ['log']])('%s fits a narrow terminal', async (...line) => {
    const { out } = await run(await opened(), line, { columns: 60 })
    expect(out.split('\n').filter((each) => displayWidth(each) > 100)).toEqual([])
  })

  it.each<[line: readonly string[], key: string]>([
    [['list'], 'libraries'],
    [['show', 'tides'], 'versions'],
    [['search', 'tides', 'flood'], 'documents'],
    [['files', 'tides'], 'list'],
    [['which'], 'used'],
    [['diff', 'tides', '1', '2'], 'changes'],
    [['log'], 'list'],
    [['calls'], 'list'],
    [['stats'], 'daily'],
    [['refresh', 'tides', '--rebuild'], 'task_id'],
  ])('%j for machines', async (line, key) => {
    const { out } = await run(await opened(), [...line, '--json'], { isTerminal: false })
    // Work that takes long tells its steps before, a line each.
    expect(JSON.parse(out.trim().split('\n').at(-1) ?? '')).toHaveProperty(key)
  })

  it.each<[line: readonly string[], code: string, said: string]>([
    [['search'], 'usage', 'needs a library'],
    [['search', 'tides'], 'usage', 'needs a topic'],
    [['show', 'tides', 'more'], 'usage', 'more'],
    [['import'], 'usage', 'address'],
    [['import', REPOSITORY, '--scope', 'wide'], 'usage', 'scope'],
    [['upload', 'tides'], 'usage', 'files'],
    [['diff', 'tides', '1.0.0'], 'usage', 'two versions'],
    [['list', '--code'], 'usage', 'code'],
    [['show', 'tidse'], 'not-found', 'tidse'],
    [['search', 'tides@9', 'ebb'], 'not-found', '2.0.0'],
  ])('%j is refused', async (line, code, said) => {
    const error = await run(await opened(), line).catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ code, message: expect.stringContaining(said) })
  })
})

it('says what to do while there is nothing', async () => {
  const { out } = await run(openHouse(), [])
  expect(out).toContain('wuku docs import <url>')
})
