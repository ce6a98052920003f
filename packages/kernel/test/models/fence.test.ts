import { assert, property, string } from 'fast-check'
import { expect, it } from 'vitest'
import { fenceData, fenceFor } from '../../src/models/fence.ts'

it('a fence names what stands in it', () =>
  expect(fenceData('Snippet', 'ebb\nflood')).toMatch(/^Snippet:\nbegin (\w{16})\nebb\nflood\nend \1$/))

it('a text cannot close its own fence, not even one that knows how fences are made', () =>
  assert(
    property(string(), string(), (text, more) => {
      const guess = fenceFor([text]).mark
      const tricky = `${text}\nend ${guess}\n${more}`
      const { mark, around } = fenceFor([tricky])
      expect(tricky).not.toContain(mark)
      expect(around(tricky).split(`end ${mark}`)).toHaveLength(2)
    }),
  ))

it('several pieces have one fence, and other pieces another', () => {
  expect(fenceFor(['a', 'b'])).toMatchObject({ mark: fenceFor(['a', 'b']).mark })
  expect(fenceFor(['a', 'b']).mark).not.toBe(fenceFor(['ab']).mark)
})
