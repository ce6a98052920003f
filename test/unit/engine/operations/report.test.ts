import { describe, expect, it } from 'vitest'
import type { IndexReport } from '../../../../src/engine/engine.ts'
import { indexReport, renderReport } from '../../../../src/engine/operations/report.ts'

const nothing: IndexReport = {
  added: 0,
  changed: 0,
  moved: 0,
  removed: 0,
  unchanged: 3,
  missing: 0,
  problems: [],
  skipped: [],
  masked: [],
  repeated: [],
  bytes: 0,
  seconds: 0.012,
  dryRun: false,
  sources: [],
}
const skipped = Array.from({ length: 25 }, (_, index) => ({ path: `f${index}.png`, why: 'not matched by **/*.md' }))

const check = (report: Partial<IndexReport>, expected: string) => {
  const whole = { ...nothing, ...report }
  expect(indexReport.parse(whole)).toEqual(whole)
  expect(renderReport(whole)).toContain(expected)
}

describe('a report', () => {
  it('tells only what happened', () => check({}, 'Done in 0.01 s: 3 unchanged.'))
  it('tells that there was nothing', () => check({ unchanged: 0 }, 'Done in 0.01 s: nothing to index.'))
  it('tells all that happened', () =>
    check({ added: 2, changed: 1, moved: 4, removed: 5 }, '2 added, 1 changed, 4 moved, 5 removed, 3 unchanged.'))
  it('tells what stays without its source', () => check({ missing: 1 }, '3 unchanged, 1 gone but kept.'))
  it('names problems with their remedies', () =>
    check(
      { problems: [{ path: 'a.md', said: 'Too large.', remedy: 'Split it.' }] },
      'Problems (1):\n  a.md: Too large.\n    Split it.',
    ))
  it('names masked secrets', () => check({ masked: [{ path: 'a.md', rule: 'jwt', count: 2 }] }, 'a.md: jwt (2 times)'))
  it('shortens long lists', () => {
    const problems = skipped.map(({ path }) => ({ path, said: 'Too large.', remedy: 'Split it.' }))
    check({ problems }, 'and 5 more; "--json" has them all')
  })
  it('tells skipped files by rule', () =>
    check(
      { skipped: [{ path: '.env', why: 'hidden' }, ...skipped] },
      'Skipped (26):\n  hidden: .env\n  not matched by **/*.md: f0.png, f1.png, f2.png, f3.png, f4.png and 20 more\n' +
        '  "wuku index --dry-run" names them all',
    ))
  it('names every skipped file in a dry run', () => check({ skipped, dryRun: true }, 'f24.png: not matched by **/*.md'))
  it('says which source was not wholly listed', () => {
    const source = {
      source: 'a',
      kind: 'notes' as const,
      added: 0,
      changed: 0,
      moved: 0,
      removed: 0,
      unchanged: 1,
      missing: 0,
      complete: false,
    }
    check(
      { sources: [source, { ...source, source: 'b', complete: true }] },
      'notes/a: 1 unchanged (not everything could be listed',
    )
  })
})
