import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')

/** Test files that each threat names, row by row. */
function testsNamed(page: string): readonly (readonly string[])[] {
  const rows = readFileSync(join(root, 'docs', page), 'utf8')
    .split('\n')
    .filter((line) => /^\|.*`(?:packages\/[\w-]+\/)?test\//.test(line) || /^\|.*`npm run/.test(line))
  return rows.map((row) =>
    [...(row.split(' | ').at(-1) ?? '').matchAll(/`((?:packages\/[\w-]+\/)?test\/[^`]+)`/g)].map(
      ([, path = '']) => path,
    ),
  )
}

it.each(['security.md', 'security.zh-CN.md'])(
  'each threat of %s names files that hold it, and they are there',
  (page) => {
    const rows = testsNamed(page)
    expect(rows.length).toBeGreaterThan(18)
    expect(rows.filter((files) => files.length === 0)).toEqual([])
    const isFile = (path: string): boolean => statSync(join(root, path), { throwIfNoEntry: false })?.isFile() ?? false
    expect(rows.flat().filter((path) => !path.endsWith('.ts') || !isFile(path))).toEqual([])
  },
)

it('both languages name the same files', () =>
  expect(testsNamed('security.zh-CN.md')).toEqual(testsNamed('security.md')))
