import { describe, expect, it } from 'vitest'
import { batchesOf, chosen, keptPath } from '../src/rooms/libraries/dropped-files.ts'
import { emptyFilters, filtersIn } from '../src/rooms/libraries/import-input.ts'
import { listIn } from '../src/ui/shell-words.ts'

const MIB = 2 ** 20

it.each<[name: string, sizes: readonly number[], batches: readonly number[]]>([
  ['nothing', [], []],
  ['small files go together', [1, 2, 3], [3]],
  ['a large file goes alone', [1, 40 * MIB, 1, 1], [1, 1, 2]],
  ['a batch ends where it grows too large', [20 * MIB, 10 * MIB, 10 * MIB], [2, 1]],
  ['a batch ends at a hundred files', Array.from({ length: 250 }, () => 1), [100, 100, 50]],
])('batches of an upload: %s', (_, sizes, batches) => {
  expect(batchesOf(sizes.map((size) => ({ size }))).map(({ length }) => length)).toEqual(batches)
})

const file = (path: string): File =>
  Object.defineProperty(new File(['x'], path.split('/').at(-1) ?? ''), 'webkitRelativePath', { value: path })

describe('paths of an upload', () => {
  it.each<[written: string, kept: string]>([
    ['guide/setup.md', 'guide/setup.md'],
    ['./guide//setup.md', 'guide/setup.md'],
    ['guide\\setup.md', 'guide/setup.md'],
    ['u\u0308ber.md', 'über.md'],
  ])('%s is kept as %s', (written, kept) => expect(keptPath(written)).toBe(kept))

  it('leaves out hidden files and packages of a chosen folder', () => {
    const found = chosen(['a/b.md', 'a/.git/config', 'a/node_modules/x/y.md'].map(file))
    expect(found.files.map(({ path }) => path)).toEqual(['a/b.md'])
    expect(found.leftOut).toHaveLength(2)
  })
})

describe('what narrows an import', () => {
  it('is a list, one a line or between commas', () =>
    expect(listIn('docs/**\n *.{md,mdx}, api ')).toEqual(['docs/**', '*.{md,mdx}', 'api']))
  it('is left out where nothing is filled in', () => expect(filtersIn(emptyFilters())).toEqual({}))
  it('has numbers as numbers', () =>
    expect(filtersIn({ ...emptyFilters(), depth: '2', pages: 'many', folders: 'docs' })).toEqual({
      depth: 2,
      folders: ['docs'],
    }))
})
