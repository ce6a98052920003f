import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { openHouse } from './notes-house.ts'

const files = {
  'vault/Tides.md':
    '---\ntags: [sea, reading/books]\naliases: [Ebb and flow]\ncreated: 2025-03-01\n---\n# Tides\n\nThe moon pulls the harbour. See [[Moon#Phases|the moon]], ![[chart.png]] and [[Nowhere]].\n',
  'vault/Moon.md':
    '# Moon\n\nPhases of the lunar month. #sea #draft\n\nIt moves [the tides](Tides.md#why) and `[[Ships]]` not.\n',
  'vault/sea/Ships.md':
    '# Ships\n\nThey wait for [[ebb and flow]], as [the table][t] says.\n\n[t]: ../%E6%BD%AE%E6%B1%90.md\n',
  'vault/sea/Moon.md': '# Another moon\n\nOf Jupiter. [[Moon]] is meant.\n',
  'vault/潮汐.md':
    '---\n标签: 读书, 海\n别名: 涨潮\n日期: 2026年5月1日\n---\n# 潮汐\n\n月亮牵引海水。参见 [[Moon]]。 #读书/科学\n',
  'vault/日记.md': '# 日记\n\n今天读了[[潮汐|那篇]]，也看了![[涨潮]]。\n',
  'vault/empty.md': '',
  'vault/list.md': '# List\n\n- [[empty]]\n\n```\n#notatag [[Tides]]\n```\n\n    #code\n',
  'other/Tides.md': '# Tides elsewhere\n\n[[Moon]] #sea\n',
}

const house = openHouse(files)

beforeAll(async () => {
  await house.call('add', { root: join(house.folder, 'vault') })
  await house.call('add', { root: join(house.folder, 'other') })
})

type Row = { citation: string; line: number; text: string }
const pathOf = ({ citation }: Pick<Row, 'citation'>): string =>
  decodeURIComponent(citation.replace('wuku://notes/vault/', ''))

describe('related_notes', () => {
  it.each<[path: string, expected: { backlinks?: string[]; links?: string[]; unresolved?: string[] }]>([
    [
      'vault/Tides.md',
      { backlinks: ['Moon.md#L5-L5', 'sea/Ships.md#L3-L3'], links: ['Moon.md'], unresolved: ['Nowhere'] },
    ],
    ['vault/Moon.md', { backlinks: ['Tides.md#L8-L8', 'sea/Moon.md#L3-L3', '潮汐.md#L8-L8'], links: ['Tides.md'] }],
    ['vault/sea/Moon.md', { links: ['Moon.md'] }],
    ['vault/潮汐.md', { backlinks: ['sea/Ships.md#L3-L3', '日记.md#L3-L3'], links: ['Moon.md'] }],
    ['vault/日记.md', { links: ['潮汐.md'] }],
    ['vault/list.md', { links: ['empty.md'] }],
    ['vault/empty.md', {}],
    ['other/Tides.md', { unresolved: ['Moon'] }],
  ])('of %s', async (path, { backlinks = [], links = [], unresolved = [] }) => {
    const { output } = await house.call('related_notes', { path })
    expect((output['backlinks'] as Row[]).map(pathOf).toSorted()).toEqual(backlinks.toSorted())
    expect((output['links'] as Row[]).map(pathOf)).toEqual(links)
    expect((output['unresolved'] as { target: string }[]).map(({ target }) => target)).toEqual(unresolved)
  })
  it('shows the line that links', async () => {
    const { text } = await house.call('related_notes', { path: 'vault/潮汐.md' })
    expect(text).toContain('日记.md#L3-L3\n    3: 今天读了[[潮汐|那篇]]，也看了![[涨潮]]。')
  })
})

it.each<[given: object, tags: string, total: number]>([
  [{}, 'sea 3, code 1, draft 1, reading 1, reading/books 1, 海 1, 读书 1, 读书/科学 1', 8],
  [{ source: 'vault' }, 'sea 2, code 1, draft 1, reading 1, reading/books 1, 海 1, 读书 1, 读书/科学 1', 8],
  [{ source: 'vault', under: 'sea' }, '', 0],
  [{ query: '#Read' }, 'reading 1, reading/books 1', 2],
  [{ query: '读书/' }, '读书/科学 1', 1],
  [{ limit: 1 }, 'sea 3', 8],
])('list-tags: %j', async (given, tags, total) => {
  const { output } = await house.call('list-tags', given)
  const told = (output['tags'] as { tag: string; notes: number }[]).map(({ tag, notes }) => `${tag} ${notes}`)
  expect([told.join(', '), output['total']]).toEqual([tags, total])
})

const found = async (query: string, more: object = {}) => {
  const { output } = await house.call('search', { query, ...more })
  return {
    files: (output['results'] as { file: string }[]).map(({ file }) => file),
    notes: output['notes'] as string[],
  }
}

describe('filters in a query', () => {
  it.each<[query: string, files: readonly string[]]>([
    ['tag:sea moon', ['vault/Tides.md', 'vault/Moon.md', 'other/Tides.md']],
    ['tag:reading', ['vault/Tides.md']],
    ['tag:读书', ['vault/潮汐.md']],
    ['tag：读书/科学 月亮', ['vault/潮汐.md']],
    ['tag:sea -tag:draft path:vault', ['vault/Tides.md']],
    ['title:"ebb and flow"', ['vault/Tides.md']],
    ['moon path:sea/', ['vault/sea/Moon.md']],
    ['tag:notatag', []],
    ['moon tag:notatag', []],
    ['moon kind:pads tag:sea', []],
    ['before:2025-06', ['vault/Tides.md']],
    ['after:2026-05-01 before:2026-05-02', ['vault/潮汐.md']],
  ])('%s', async (query, expected) => {
    const { files: all, notes } = await found(query)
    if (expected.length === 0) expect(notes[0]).toMatch(/^Nothing matches the filter [^.]*\./)
    expect(all.toSorted()).toEqual([...expected].toSorted())
  })

  it('a filter that nothing matches leaves nothing, and what the words alone find is named', async () => {
    const { output } = await house.call('recall', { query: 'moon tag:notatag' })
    expect(output).toMatchObject({ sure: 'none', hits: [], corrections: [] })
    expect(output['notes']).toEqual([
      expect.stringMatching(/^Nothing matches the filter tag:notatag\. Without it the words find ".*Moon.*"\.$/),
    ])
  })
})
