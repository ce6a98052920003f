import { describe, expect, it } from 'vitest'
import type { IndexReport } from '../../src/base/parts/index-runs.ts'
import { renderReport, type ReportOptions } from '../../src/operations/render-report.ts'
import { indexReport } from '../../src/operations/report.ts'

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

const check = (report: Partial<IndexReport>, expected: string, options?: ReportOptions) => {
  const whole = { ...nothing, ...report }
  expect(indexReport.parse(whole)).toEqual(whole)
  expect(renderReport(whole, options)).toContain(expected)
}

describe('a report', () => {
  it('a report lists only what happened', () => check({}, 'Done in 0.01 s: 3 unchanged.'))
  it('a report says that there was nothing to index', () =>
    check({ unchanged: 0 }, 'Done in 0.01 s: nothing to index.'))
  it('a report lists everything that happened', () =>
    check({ added: 2, changed: 1, moved: 4, removed: 5 }, '2 added, 1 changed, 4 moved, 5 removed, 3 unchanged.'))
  it('a report lists documents kept without their files', () => check({ missing: 1 }, '3 unchanged, 1 gone but kept.'))
  it('names problems with their remedies', () =>
    check(
      { problems: [{ path: 'a.md', said: 'Too large.', remedy: 'Split it.' }] },
      'Problems (1):\n  a.md: Too large.\n    Split it.',
    ))
  it('a report names masked secrets', () =>
    check({ masked: [{ path: 'a.md', rule: 'jwt', count: 2 }] }, 'a.md: jwt (2 times)'))
  it('a report shortens long lists', () => {
    const problems = skipped.map(({ path }, at) => ({ path, said: `${at} is too large.`, remedy: 'Split it.' }))
    check({ problems }, 'and 5 more; "--verbose" lists them all')
  })
  it('a report lists a problem of many files once', () => {
    const problems = skipped.map(({ path }) => ({ path, said: 'Too large.', remedy: 'Split it.' }))
    check(
      { problems },
      'Problems (25):\n  f0.png, f1.png, f2.png, f3.png, f4.png and 20 more: Too large.\n    Split it.',
    )
  })
  it('ends no problem with an empty line', () =>
    expect(renderReport({ ...nothing, problems: [{ path: 'a.md', said: 'Gone.', remedy: '' }] })).toMatch(/Gone\.$/))
  it('a report lists files left out by a rule', () =>
    check(
      { skipped: [{ path: '.env', why: 'hidden' }, ...skipped] },
      'Left out (26):\n  not matched by **/*.md (25): f0.png, f1.png, f2.png, f3.png, f4.png and 20 more\n' +
        '  hidden: .env\n  "--verbose" lists them all',
    ))
  it('a report lists the files of one rule in one line, although their reasons differ', () =>
    check(
      { skipped: skipped.map(({ path }) => ({ path, why: `link to ${path}`, rule: 'a link' })) },
      'Left out (25):\n  a link (25): f0.png, f1.png, f2.png, f3.png, f4.png and 20 more\n',
    ))
  it('names every file that was left out when asked for', () =>
    check({ skipped }, 'f24.png: not matched by **/*.md', { verbose: true }))
  it('names every file that would be left out in a dry run', () =>
    check({ skipped, dryRun: true }, 'f24.png: not matched by **/*.md'))
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

describe('a report of a run that found nothing to do', () => {
  const source = { ...nothing, source: 'a', kind: 'notes' as const, unchanged: 3, complete: true }
  const {
    problems: _p,
    skipped: _s,
    masked: _m,
    repeated: _r,
    bytes: _b,
    seconds: _t,
    dryRun: _d,
    sources: _o,
    ...a
  } = source
  const b = { ...a, source: 'b', unchanged: 1_200 }
  const problem = { path: 'a.md', said: 'Too large.', remedy: 'Split it.' }
  it.each<[says: string, report: Partial<IndexReport>, expected: string]>([
    ['all sources', { sources: [a, b], unchanged: 1_203 }, 'All is up to date: 2 sources, 1,203 documents.'],
    ['the one', { sources: [a] }, 'notes/a is up to date: 3 documents.'],
    [
      'what is not in, by number',
      { sources: [a], problems: [problem], skipped },
      'notes/a is up to date: 3 documents. 1 problem, 25 left out: wuku index --verbose',
    ],
  ])('is one line that tells %s', (_, report, expected) =>
    expect(renderReport({ ...nothing, ...report }, { isRepeated: true })).toBe(expected),
  )
  it('of a source that could not be listed is none', () =>
    check({ sources: [{ ...a, complete: false }] }, 'not everything could be listed', { isRepeated: true }))
  it('a report of some sources names only those that changed', () => {
    const report = { ...nothing, added: 1, sources: [a, { ...b, added: 1 }], skipped }
    expect(renderReport(report, { isRepeated: true })).toBe(
      'Done in 0.01 s: 1 added, 3 unchanged.\n  notes/b: 1 added, 1,200 unchanged\n\n' +
        '25 files left out: "wuku index --verbose" lists them.',
    )
  })
})
