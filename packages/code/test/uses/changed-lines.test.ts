import { expect, it } from 'vitest'
import { readPatch } from '../../src/uses/changed-lines.ts'

const head = (path: string): string => `diff --git a/${path} b/${path}\n--- a/${path}\n+++ b/${path}\n`

it.each([
  ['nothing', '', []],
  ['a text that is no patch', 'hello\nworld\n', []],
  ['lines that were added', `${head('a.ts')}@@ -3,0 +4,2 @@ f\n+one\n+two\n`, [['a.ts', [4, 5]]]],
  ['lines that were removed', `${head('a.ts')}@@ -3,2 +2,0 @@\n-one\n-two\n`, [['a.ts', [2]]]],
  ['lines around them', `${head('a.ts')}@@ -1,3 +1,3 @@\n one\n-two\n+2\n three\n`, [['a.ts', [2]]]],
  [
    'hunks that look like headings',
    `${head('a.sql')}@@ -1,2 +1,1 @@\n--- a/b.ts\n-+++ b/b.ts\n+@@ -1 +9 @@\n`,
    [['a.sql', [1]]],
  ],
  [
    'two files',
    `${head('a.ts')}@@ -1 +1 @@\n-a\n+b\n${head('b.ts')}@@ -7 +7 @@\n-a\n+b\n`,
    [
      ['a.ts', [1]],
      ['b.ts', [7]],
    ],
  ],
  [
    'a file that is new',
    'diff --git a/n.ts b/n.ts\nnew file mode 100644\n--- /dev/null\n+++ b/n.ts\n@@ -0,0 +1 @@\n+x\n',
    [['n.ts', [1]]],
  ],
  [
    'a file that was renamed',
    'diff --git a/o.ts b/n.ts\nsimilarity index 100%\nrename from o.ts\nrename to n.ts\n',
    [['n.ts', []]],
  ],
  ['a binary file', 'diff --git a/p.png b/p.png\nBinary files a/p.png and b/p.png differ\n', [['p.png', []]]],
  ['a hostile path', `${head('../../etc/passwd')}@@ -1 +1 @@\n-a\n+b\n`, [['../../etc/passwd', [1]]]],
])('%s', (_title, patch, expected) =>
  expect(readPatch(patch).files.map(({ path, lines }) => [path, lines])).toEqual(expected),
)

it('reads so many files and lines, and says that there were more', () => {
  const many = Array.from({ length: 2_000 }, (_, at) => `${head(`f${at}.ts`)}@@ -1 +1 @@\n-a\n+b\n`).join('')
  const found = readPatch(many)
  expect([found.files.length, found.isBounded]).toEqual([500, true])
  const long = readPatch(`${head('a.ts')}@@ -0,0 +1,9999999 @@\n${'+x\n'.repeat(1_000_000)}`)
  expect(long.isBounded).toBe(true)
})
