import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { editDistance, nearest } from '../src/edits/edit.ts'
import { timed, whySlow } from '../../../test/unit/growth/how-slow.ts'
import { runs } from '../../../test/scale.ts'

/** The textbook's table, cell by cell. */
function wholeTable(a: string, b: string): number {
  let above = Array.from({ length: b.length + 1 }, (_, column) => column)
  let twoAbove = above
  for (let row = 1; row <= a.length; row++) {
    const current = [row]
    for (let column = 1; column <= b.length; column++) {
      const changed = (above[column - 1] ?? 0) + (a[row - 1] === b[column - 1] ? 0 : 1)
      const isSwap = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]
      const swapped = isSwap ? (twoAbove[column - 2] ?? 0) + 1 : Infinity
      current.push(Math.min(changed, swapped, (above[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1))
    }
    twoAbove = above
    above = current
  }
  return above[b.length] ?? 0
}

describe('editDistance', () => {
  it.each([
    ['tide', 'tide', 3, 0],
    ['tide', 'tides', 3, 1],
    ['tide', 'tied', 3, 1],
    ['pelcian', 'pelican', 3, 1],
    ['', 'ebb', 3, 3],
    ['ebb', 'flow', 3, 4],
    ['ebb', 'ebb and flow', 3, 4],
    ['涨潮', '退潮', 3, 1],
  ])('%s, %s', (a, b, max, distance) => expect(editDistance(a, b, max)).toBe(distance))

  it('says what the whole table says, up to the maximum', () => {
    const few = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 12 })
    fc.assert(
      fc.property(few, few, fc.nat(8), (a, b, max) => {
        expect(editDistance(a, b, max)).toBe(Math.min(wholeTable(a, b), max + 1))
      }),
      { numRuns: runs(3_000) },
    )
  })
})

describe('nearest', () => {
  const paths = ['docs/guide/install.md', 'journal/2024/README.md', 'notes/tides.md', 'b.md', 'a/tides.md']
  const check = (target: string, expected: readonly string[]): void =>
    expect(nearest(target, paths, { max: 5, limit: 3 })).toEqual(expected)

  it.each([
    ['a slip of the finger', 'docs/guide/instal.md', ['docs/guide/install.md']],
    ['another case', 'DOCS/GUIDE/INSTALL.MD', ['docs/guide/install.md']],
    ['a wrong folder', 'handbook/install.md', ['docs/guide/install.md']],
    ['no folder', 'readme.md', ['journal/2024/README.md']],
    ['equally near ones by their text', 'x/y/z/tides.md', ['a/tides.md', 'notes/tides.md']],
    ['the right folder first', 'notes/tide.md', ['notes/tides.md', 'a/tides.md']],
    ['nothing for a name unlike all', 'quarterly-report.md', []],
    ['nothing for a short name unlike all', 'x.js', []],
  ])('suggests %s', (_, target, expected) => check(target, expected))

  it('looks through paths in time in proportion to their number', () => {
    const words = ['guide', 'api', 'reference', 'install', 'config', 'network', 'storage', 'index', 'query', 'deploy']
    const all = Array.from({ length: 80_000 }, (_, at) =>
      Array.from({ length: 7 }, (__, part) => words[(at * 31 + part * (at % 97) + (at >> part)) % words.length])
        .join(at % 3 ? '/' : '-')
        .concat(`-${at}.md`),
    )
    const target = (all[777] ?? '').replace('guide', 'giude').replace('-777', '_777')
    const time = timed((size) => expect(nearest(target, all.slice(0, size), { max: 5, limit: 5 })[0]).toBe(all[777]))
    expect(whySlow(time, 20_000)).toBeUndefined()
  })
})
