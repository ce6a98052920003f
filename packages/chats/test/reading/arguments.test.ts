import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Json } from '@wuku/core/core-types'
import { readArguments, writeArguments } from '../../src/reading/layout.ts'
import { runs } from '../../../../test/scale.ts'

describe('arguments of a call', () => {
  it.each<[args: Json, written: string]>([
    [{}, '{}'],
    [null, 'null'],
    ['ls\r\n\t-a', '"ls\r\n\t-a"'],
    [{ text: 'a\\nb "潮"' }, '{"text":"a\\\\nb \\"潮\\""}'],
    [{ one: 'x'.repeat(80), two: [1] }, `{\n  "one": "${'x'.repeat(80)}",\n  "two": [\n    1\n  ]\n}`],
  ])('%j', (args, written) => {
    expect(writeArguments(args)).toBe(written)
    expect(readArguments(written)).toEqual(args)
  })

  it('are read as they were written', () =>
    fc.assert(
      fc.property(fc.jsonValue(), (args) => {
        const plain = JSON.parse(JSON.stringify(args)) as Json
        expect(readArguments(writeArguments(plain))).toEqual(plain)
      }),
      { numRuns: runs(300) },
    ))

  it('are the text itself when they are no JSON any more', () =>
    expect(readArguments('{"a": [REDACTED]}')).toBe('{"a": [REDACTED]}'))

  it('do not overflow when they are nested deep', () => {
    const deep = JSON.parse('['.repeat(200_000) + ']'.repeat(200_000)) as Json
    expect(writeArguments(deep)).toBe('"[nested too deep]"')
  })

  it('of megabytes take no time to speak of', () => {
    const args = { content: 'ebb\n"flood"\t\\'.repeat(200_000) }
    expect(readArguments(writeArguments(args))).toEqual(args)
  })
})
