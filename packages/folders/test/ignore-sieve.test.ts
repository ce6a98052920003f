import * as fc from 'fast-check'
import ignore from 'ignore'
import { expect, it } from 'vitest'
import { createRules, createIgnoreFilter, parseRules } from '../src/ignore-rules.ts'
import { runs } from '../../../test/scale.ts'

it.each([
  ['*.log', 'a/b.log', true],
  ['*.log', 'a/b.log/', true],
  ['*.log', 'a/b.ts', false],
  ['/drafts/', 'drafts/', true],
  ['/drafts/', 'notes/', false],
  ['a/**', 'a/c.ts', true],
  ['a/**', 'b/c.ts', false],
  ['/a/*.js', 'a/c.js', true],
  ['/a/*.js', 'b/c.js', false],
  ['a/*/c', 'a/b/c', true],
  ['**/a/*.js', 'b/a/c.js', true],
  ['a*/b', 'ab/b', true],
  ['a/**/b', 'x/c', false],
  ['*.py[cod]', 'a.pyc', true],
  ['*.py[cod]', 'a.py', false],
  ['[a/b]', 'x/c', true],
  ['x/#a', 'x/c', true],
  ['x/#a', 'y/c', false],
  [String.raw`\#a`, 'x/c', true],
  ['!keep.md', 'keep.md', true],
  ['!keep.md', 'other.md', false],
  ['a ', 'b', false],
  ['a /', 'b/', true],
])('a sieve of ignore patterns: %s may concern %s: %s', (pattern, path, expected) => {
  expect(createIgnoreFilter([pattern], { ignorecase: false })(path)).toBe(expected)
})

const name = fc.constantFrom('a', 'b', 'ab', 'a.log', 'b.pyc', '.env', '#a', 'a b', 'A', '[a]', '..a', 'a ', ' ')
const part = fc.constantFrom(
  'a',
  'b',
  '*',
  '**',
  'a*',
  '*.log',
  '*.py[cod]',
  '[ab]',
  '?',
  '#a',
  String.raw`\#a`,
  'a b',
  '[!a]',
  '.*',
  'A',
)
const line = fc
  .tuple(
    fc.constantFrom('', '!'),
    fc.constantFrom('', '/'),
    fc.array(part, { minLength: 1, maxLength: 3 }),
    fc.constantFrom('', '/', ' ', '/ '),
  )
  .map(([not, tied, parts, end]) => `${not}${tied}${parts.join('/')}${end}`)
const lines = fc.array(line, { maxLength: 6 })
const path = fc
  .tuple(fc.array(name, { minLength: 1, maxLength: 4 }), fc.constantFrom('', '/'))
  .map(([names, end]) => `${names.join('/')}${end}`)

/** The folders of a path, outermost first. */
const above = (each: string): readonly string[] =>
  each
    .split('/')
    .slice(0, each.endsWith('/') ? -2 : -1)
    .map((_, at, names) => `${names.slice(0, at + 1).join('/')}/`)

it('decides as all rules would, below folders that none leaves out', () =>
  fc.assert(
    fc.property(lines, lines, fc.array(path), (git, own, paths) => {
      const rules = {
        git: parseRules(git.join('\n'), '', '.gitignore'),
        own: parseRules(own.join('\n'), '', '.wukuignore'),
      }
      const fast = createRules(rules.git, rules.own)
      const all = ignore({ ignorecase: process.platform !== 'linux' }).add([...rules.git, ...rules.own])
      const mine = ignore({ ignorecase: process.platform !== 'linux' }).add([...rules.own])
      for (const each of paths) {
        if (above(each).some((folder) => all.test(folder).ignored)) continue
        expect(fast.leavesOut(each)).toBe(all.test(each).rule?.mark)
        if (above(each).some((folder) => mine.test(folder).ignored)) continue
        expect(fast.takesBack(each)).toBe(mine.test(each).unignored)
      }
    }),
    { numRuns: runs(2_000) },
  ))
