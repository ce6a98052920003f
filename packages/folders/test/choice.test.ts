import { expect, it } from 'vitest'
import { createPathSelection } from '../src/path-selection.ts'

const paths = ['a.md', 'Docs/B.MD', 'docs/deep/c.md', '.hidden/d.md', 'e.txt', '草稿/f.md', '👩‍👩‍👧/g (1).md']

const chosen = (patterns: readonly string[], exclude: readonly string[] = []): readonly string[] => {
  const selection = createPathSelection({ patterns, exclude })
  return paths.filter((path) => selection.takes(path) && selection.excludedBy(path) === undefined)
}

it.each([
  [['**/*'], [], paths],
  [['**'], ['**/*.md'], ['e.txt']],
  [['*.md'], [], ['a.md']],
  [['./*.MD'], [], ['a.md']],
  [['docs/**'], [], ['Docs/B.MD', 'docs/deep/c.md']],
  [
    ['**/*.{txt,MD}'],
    ['docs/', '**/d.*'],
    ['a.md', 'Docs/B.MD', 'docs/deep/c.md', 'e.txt', '草稿/f.md', '👩‍👩‍👧/g (1).md'],
  ],
  [['**/*.md', '!docs/**', '!草稿/*'], [], ['a.md', '.hidden/d.md', '👩‍👩‍👧/g (1).md']],
  [['*/g (1).md'], [], ['👩‍👩‍👧/g (1).md']],
  [['!a.md'], [], []],
  [[], [], []],
] as const)('takes by %j without %j', (patterns, exclude, expected) =>
  expect(chosen(patterns, exclude)).toEqual(expected),
)

it('says which glob leaves a folder out', () => {
  const { excludedBy } = createPathSelection({ patterns: ['**/*'], exclude: ['build/', 'drafts/**'] })
  expect([excludedBy('build'), excludedBy('drafts'), excludedBy('drafts/x')]).toEqual([
    'excluded by build/',
    'excluded by drafts/**',
    'excluded by drafts/**',
  ])
})

it.each([`${'*a'.repeat(100)}b`, `${'**/*a*/'.repeat(60)}b`, `${'+(a|aa)'.repeat(20)}b`])(
  'answers at once, whatever it is asked: %.20s',
  (glob) => {
    const { takes, excludedBy } = createPathSelection({ patterns: [glob], exclude: [glob] })
    for (const path of ['a'.repeat(250), `${'a/'.repeat(64)}c`])
      expect([takes(path), excludedBy(path)]).toEqual([false, undefined])
  },
)
