import { describe, expect, it } from 'vitest'
import type { RelatedFile } from '../../src/graph/related.ts'
import { emptyOutline } from '../../src/outline.ts'
import { fitting } from '../../src/pack/token-budget.ts'
import { freshnessOf } from '../../src/pack/freshness.ts'
import { grepWords } from '../../src/pack/results.ts'
import { readingOrder } from '../../src/pack/related-context.ts'
import type { Role } from '../../src/roles.ts'
import { estimateTokens } from '@wuku/text/terms/tokens'
import type { Comparison } from '@wuku/kernel/base/parts/index-runs'

it('what fits is the beginning of a list, and its tokens are counted', () => {
  const items = ['src/a.ts', 'src/b.ts', 'src/c.ts']
  const each = estimateTokens('"src/a.ts"') + 1
  expect(fitting(items, 2 * each)).toEqual({ retained: items.slice(0, 2), tokens: 2 * each })
  expect(fitting(items, 0)).toEqual({ retained: [], tokens: 0 })
  expect(fitting(items, Infinity).retained).toEqual(items)
})

it.each<[text: string, words: readonly string[], expected: readonly string[]]>([
  ['const retryPolicy = usual(policy)', ['retry', 'policy'], ['retryPolicy', 'policy']],
  ['retries = 3', ['retry'], ['retries']],
  ['nothing here', ['retry'], []],
  ['退款规则 = 1', ['退款'], []],
  ['', ['retry'], []],
])('words to grep for: %s', (text, words, expected) => expect(grepWords(text, words)).toEqual(expected))

describe('the order of reading', () => {
  const related = (path: string, role: Role, depth: number, imports: readonly string[] = []): RelatedFile => ({
    file: { document: 0 as RelatedFile['file']['document'], path, outline: emptyOutline },
    role,
    depth,
    via: 'seed',
    imports: imports.map((each) => ({ specifier: each, line: 1, names: [], paths: [each] })),
    importedBy: [],
  })
  it('is what was found, what it uses, who uses it, and what tests it', () =>
    expect(
      readingOrder({
        primary: [
          { path: 'a.test.ts', role: 'test' },
          { path: 'a.ts', role: 'source' },
          { path: 'README.md', role: 'docs' },
        ],
        related: [
          related('a.ts', 'source', 0, ['used.ts', 'unreached.ts']),
          related('user.ts', 'source', 1),
          related('used.ts', 'source', 1),
          related('b.test.ts', 'test', 1),
        ],
        tests: ['a.test.ts', 'c.test.ts'],
      }),
    ).toEqual(['a.ts', 'README.md', 'used.ts', 'user.ts', 'a.test.ts', 'c.test.ts']))
})

describe('freshness', () => {
  const nothing: Comparison = {
    listed: [],
    added: [],
    changed: [],
    touched: [],
    gone: [],
    outdated: [],
    skipped: [],
    problems: [],
    complete: true,
  }
  it.each<[says: string, found: Partial<Comparison>, expected: Partial<ReturnType<typeof freshnessOf>>]>([
    ['nothing happened', {}, { status: 'fresh', staleFiles: 0 }],
    ['the same bytes', { touched: ['a'] }, { status: 'fresh', staleFiles: 0, metadataChangedFiles: 1 }],
    ['new, changed and gone', { added: ['a'], changed: ['b'], gone: ['c'] }, { status: 'stale', staleFiles: 3 }],
    ['a newer reader', { outdated: ['a'] }, { status: 'stale', staleFiles: 1 }],
    ['a commit', { changed: ['.git/history/0001'] }, { status: 'stale', staleFiles: 0, newCommits: true }],
  ])('%s', (_says, found, expected) => expect(freshnessOf({ ...nothing, ...found })).toMatchObject(expected))
  it('names twenty files at most', () => {
    const added = Array.from({ length: 30 }, (_, at) => `src/${at}.ts`)
    const { samples, newFiles } = freshnessOf({ ...nothing, added })
    expect([samples.length, newFiles, samples[0]]).toEqual([20, 30, { path: 'src/0.ts', reason: 'new' }])
  })
})
