import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeStrength, encodeStrength, rarity, saturate, saturationTable } from '../src/strength.ts'

describe('strength in one byte', () => {
  it.each([
    [0, 0],
    [-1, 0],
    [Number.NaN, 0],
    [1 / 1000, 1],
    [1e9, 255],
  ])('%d becomes %d', (frequency, byte) => expect(encodeStrength(frequency)).toBe(byte))

  it('is within 2 % of the frequency it stands for', () =>
    fc.assert(
      fc.property(fc.double({ min: 1 / 32, max: 64, noNaN: true }), (frequency) => {
        expect(Math.abs(decodeStrength(encodeStrength(frequency)) / frequency - 1)).toBeLessThan(0.02)
      }),
    ))

  it('grows with the frequency', () =>
    fc.assert(
      fc.property(
        fc.double({ min: 0, max: 100, noNaN: true }),
        fc.double({ min: 0, max: 100, noNaN: true }),
        (a, b) => {
          expect(encodeStrength(Math.min(a, b))).toBeLessThanOrEqual(encodeStrength(Math.max(a, b)))
        },
      ),
    ))

  it('saturates towards 1 and gives nothing for what is not there', () => {
    const table = saturationTable(1.2)
    expect(table[0]).toBe(0)
    expect(table[255]).toBeGreaterThan(0.98)
    expect(saturate(1, 1.2)).toBeCloseTo(0.4545, 3)
  })

  it('calls a rarer term rarer, and every term a little rare', () => {
    expect(rarity(1, 100)).toBeGreaterThan(rarity(50, 100))
    expect(rarity(100, 100)).toBeGreaterThan(0)
  })
})
