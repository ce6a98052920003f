import { describe, expect, it } from 'vitest'
import { writeTable } from '../../src/base/answer-table.ts'
import { tableOfSources, type ListedSource } from '../../src/operations/render-sources.ts'

const renderSources = (listed: readonly ListedSource[], isNamed: boolean): string =>
  writeTable(tableOfSources(listed, isNamed))

const sourceOf = (changes: Partial<ListedSource> = {}): ListedSource => ({
  kind: 'notes',
  name: 'handbook',
  root: '/home/ada/handbook',
  documents: 1_200,
  chunks: 5_000,
  bytes: 2_500_000,
  indexedAt: '2026-11-22T10:02:33.000Z',
  lastModified: null,
  searchedByDefault: true,
  watch: false,
  freshness: { lookedAt: 1_000, stale: 0, missing: 0 },
  vectorsMissing: null,
  problems: [],
  problemCount: 0,
  owner: 'local',
  visibility: 'private',
  may: ['read', 'write', 'manage'],
  ...changes,
})

const at = new Date('2026-11-22T10:02:33.000Z')
const two = (number: number): string => String(number).padStart(2, '0')
const local = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())} ${two(at.getHours())}:${two(at.getMinutes())}`

const problem = { path: 'a.pdf', said: 'It is broken.', remedy: 'Mend it.' }

describe('sources', () => {
  it('are a table, and nothing else when all is well', () =>
    expect(renderSources([sourceOf(), sourceOf({ kind: 'code', name: 'shop', documents: 3, bytes: 10 })], false)).toBe(
      [
        'source          documents  chunks    size           indexed  state',
        `notes/handbook      1,200   5,000  2.5 MB  ${local}  fresh`,
        `code/shop               3   5,000    10 B  ${local}  fresh`,
      ].join('\n'),
    ))
  it.each<[Partial<ListedSource>, string]>([
    [{ freshness: { lookedAt: 9, stale: 2, missing: 1 } }, '2 changed, 1 gone'],
    [{ indexedAt: null }, 'indexing incomplete'],
    [{ rootMissing: true, problemCount: 1 }, 'missing, 1 problem'],
    [{ watch: true, watched: true, searchedByDefault: false }, 'fresh, watched, only when named'],
    [{ watch: true }, 'fresh'],
    [{ problemCount: 1, problems: [problem] }, 'fresh, 1 problem'],
  ])('with %j say "%s"', (changes, state) =>
    expect(
      renderSources([sourceOf(changes)], false)
        .split('\n')[1]
        ?.endsWith(`  ${state}`),
    ).toBe(true),
  )
  it('say how to bring them up to date', () =>
    expect(renderSources([sourceOf({ indexedAt: null }), sourceOf()], false)).toMatch(/"wuku index handbook"\.$/))
  it('say of one that is missing since when, and what to do', () =>
    expect(renderSources([sourceOf({ rootMissing: true })], false)).toContain(
      `notes/handbook is missing since ${local} or later: /home/ada/handbook does not exist. What was indexed is still found. If it was moved: wuku move notes/handbook <folder>; to remove it: wuku remove notes/handbook`,
    ))
  it('show one problem of each, and all of one that is named', () => {
    const broken = sourceOf({ problemCount: 3, problems: [problem, { ...problem, path: 'b.pdf' }] })
    expect(renderSources([broken], false)).toContain('and 2 more')
    expect(renderSources([broken], true)).toMatch(/b\.pdf[\s\S]*and 1 more/)
  })
  it('a named source shows its folder', () =>
    expect(renderSources([sourceOf()], true)).toContain('notes/handbook  /home/ada/handbook'))
  it('count what has no vector where there are vectors', () =>
    expect(renderSources([sourceOf({ vectorsMissing: 12 })], false)).toMatch(/no vector[\s\S]* 12 /))
})
