import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { ownerOf, toOwners } from '../src/documents/find-places.ts'
import type { DocumentId } from '@wuku/core/core-types'

/** Ranges behind one another, some with a gap before them, each of one document or of several; shuffled. */
const ranges = fc
  .array(fc.record({ gap: fc.nat(3), length: fc.integer({ min: 1, max: 5 }), sharers: fc.integer({ min: 1, max: 3 }) }))
  .chain((drafts) => {
    let next = 1
    let document = 1
    const all = drafts.flatMap(({ gap, length, sharers }) => {
      const first = next + gap
      next = first + length
      return Array.from({ length: sharers }, () => ({
        first,
        last: next - 1,
        document: document++ as DocumentId,
      }))
    })
    return fc.shuffledSubarray(all, { minLength: all.length })
  })

it('tells of every chunk the documents that have it', () =>
  fc.assert(
    fc.property(ranges, (all) => {
      const owners = toOwners(all)
      const last = Math.max(0, ...all.map((range) => range.last))
      for (let chunk = 0; chunk <= last + 1; chunk++) {
        const truth = all.filter((range) => range.first <= chunk && chunk <= range.last)
        const told = ownerOf(owners, chunk)?.documents ?? []
        expect([...told].toSorted((a, b) => a - b)).toEqual(
          truth.map(({ document }) => document).toSorted((a, b) => a - b),
        )
      }
    }),
  ))
