import { describe, expect, it } from 'vitest'
import { chooseForMap } from '../../src/map/choose.ts'
import { summariseFolders } from '../../src/graph/folders.ts'
import { centralFiles, type CentralFile } from '../../src/map/central-files.ts'
import { rankFiles } from '../../src/graph/rank.ts'
import { indexed } from '../graph/indexed.ts'
import { tokensOf } from '../../src/symbols/within-budget.ts'
import type { CodeSymbol } from '../../src/outline.ts'

describe('folders', () => {
  const pathsOf = (paths: readonly string[], limit = 9) =>
    summariseFolders(paths, limit).map(({ path, files }) => `${path} ${files}`)

  it.each([
    [[], []],
    [['a.ts'], []],
    [
      ['src/a.ts', 'src/b.py', 'docs/a.md'],
      ['src 2', 'docs 1'],
    ],
    [['java/com/shop/A.java', 'java/com/shop/B.java'], ['java/com/shop 2']],
    [
      ['a/x/1.ts', 'a/y/2.ts', 'b/3.ts'],
      ['a 2', 'a/x 1', 'a/y 1', 'b 1'],
    ],
    [
      ['test/1.ts', 'test/2.ts', 'test/3.ts', 'src/1.ts'],
      ['src 1', 'test 3'],
    ],
  ])('%j', (paths, expected) => expect(pathsOf(paths)).toEqual(expected))

  it('the map lists a limited number of folders', () =>
    expect(pathsOf(['a/1.ts', 'b/1.ts', 'c/1.ts'], 2)).toEqual(['a 1', 'b 1']))
  it('the map names the languages of each folder', () =>
    expect(summariseFolders(['s/a.ts', 's/b.ts', 's/c.py', 's/d.bin'], 1)).toEqual([
      { path: 's', files: 4, languages: { typescript: 2, python: 1 } },
    ]))
})

describe('what a map shows', () => {
  const symbol = (name: string): CodeSymbol => ({
    name,
    kind: 'function',
    line: 1,
    endLine: 1,
    signature: name,
    container: -1,
    isExported: true,
    doc: '',
  })
  const fileOf = (path: string, ...names: readonly string[]): CentralFile => ({
    path,
    rank: 0,
    symbols: names.map(symbol),
  })
  const files = [
    fileOf('a.ts', 'one', 'two', 'three'),
    fileOf('b.ts', 'four'),
    fileOf('index.ts'),
    fileOf('c.ts', 'five', 'six'),
  ]
  const shown = (budget: number) =>
    chooseForMap(files, budget, (file, nth) => file.symbols[nth]?.signature ?? '').map(
      ({ file, symbols }) => `${file.path} ${symbols}`,
    )

  it('is all of it when there is room', () =>
    expect(shown(10_000)).toEqual(['a.ts 3', 'b.ts 1', 'index.ts 0', 'c.ts 2']))
  it('is nothing when there is none', () => expect(shown(0)).toEqual([]))
  it('is the first symbols of the first files', () => {
    const room = 60 + tokensOf('a.ts') + tokensOf('b.ts') + tokensOf('one') + tokensOf('four')
    expect(shown(room)).toEqual(['a.ts 1', 'b.ts 1'])
  })
})

it('a header of C shows the types and functions that most files use, each once, and constants last', async () => {
  const uses = (name: string) => `#include "api.h"\nvoid f_${name}(void) { ${name}(); }\n`
  const repository = await indexed({
    'api.h':
      '#define API_A 1\n#define API_B 2\nint api_seldom(void);\nint api_often(void);\nint api_often(void);\ntypedef struct api_box api_box;\n',
    'a.c': uses('api_often'),
    'b.c': uses('api_often'),
    'c.c': `${uses('api_seldom')}api_box *box;\n`,
    'd.c': `${uses('api_often')}api_box *box;\n`,
  })
  const files = await repository.ask(async (place) =>
    centralFiles({ seeds: [], isWithin: () => true, gone: new Set() }, { ...place, ranks: await rankFiles(place) }),
  )
  const names = files.find(({ path }) => path === 'api.h')?.symbols.map(({ name }) => name)
  expect(names).toEqual(['api_often', 'api_box', 'api_seldom', 'API_A', 'API_B'])
})
