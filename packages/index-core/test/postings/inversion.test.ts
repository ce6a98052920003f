import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { invert } from '../../src/postings/inversion.ts'

const anyRows = fc.array(fc.uniqueArray(fc.nat(9), { maxLength: 6 }), { maxLength: 12 })

it('turns a term table round', () =>
  fc.assert(
    fc.property(anyRows, (rows) => {
      const ids = Uint32Array.from(rows.keys(), (row) => 100 + 2 * row)
      const starts = Uint32Array.from([0, ...rows.map((_, i) => rows.slice(0, i + 1).flat().length)])
      const strengths = Uint8Array.from(rows.flatMap((terms, row) => terms.map((term) => 1 + row * 10 + term)))
      const vocabulary = Array.from({ length: 10 }, (_, i) => `w${i}`)
      const inverted = invert({ vocabulary, starts, terms: Uint32Array.from(rows.flat()), strengths }, ids)
      for (const term of vocabulary.keys()) {
        const [from, to] = inverted.starts.subarray(term, term + 2)
        const holders = [...rows.keys()].filter((row) => rows[row]?.includes(term))
        expect([...inverted.chunks.subarray(from, to)]).toEqual(holders.map((row) => ids[row]))
        expect([...inverted.strengths.subarray(from, to)]).toEqual(holders.map((row) => 1 + row * 10 + term))
      }
    }),
  ))
