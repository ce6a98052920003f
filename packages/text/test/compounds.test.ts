import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { splitByShape, splitCompound, splitSimple } from '../src/terms/compounds.ts'
import { runs } from '../../../test/scale.ts'

const check = (raw: string, parts: readonly string[]) =>
  expect(splitCompound(raw).map(({ text }) => text)).toEqual(parts)

describe('the parts of a compound', () => {
  it.each<[raw: string, parts: readonly string[]]>([
    ['getUserById', ['get', 'user', 'by', 'id']],
    ['HTTPServer', ['http', 'server']],
    ['userIDs', ['user', 'ids']],
    ['IDsx', ['i', 'dsx']],
    ['user_id', ['user', 'id']],
    ['node.js', ['node', 'js']],
    ['k8s', ['k', '8', 's']],
    ['utf8mb4', ['utf', '8', 'mb', '4']],
    ['a1b2c3', ['a1b2c3']],
    ['6c64ed75-37ac', ['6c64ed75', '37', 'ac']],
    ['2026.4.10', ['2026', '4', '10']],
    ['naïveCafé', ['naive', 'cafe']],
    ["don'tStop", ['dont', 'stop']],
    ['__', []],
  ])('%s', check)

  it('are the same by signs and by classes', () =>
    fc.assert(
      fc.property(fc.stringMatching(/^[A-Zs-u0-2._-]{1,24}$/), (raw) => {
        expect(splitSimple(raw)).toEqual(splitByShape(raw))
      }),
      { numRuns: runs(2_000) },
    ))
})
