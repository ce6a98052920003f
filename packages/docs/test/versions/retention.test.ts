import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseRetention, formatRetention, versionsToDrop } from '../../src/versions/retention.ts'

describe('versions to drop', () => {
  const known = ['main', '17.0.2', '18.2.0', '18.3.1', '19.0.0']
  it.each<
    [
      says: string,
      keep: string,
      at: readonly [newOne: string, defaultVersion?: string, more?: readonly string[]],
      dropped: readonly string[],
    ]
  >([
    ['none', 'all', ['19.0.1'], []],
    ['of the same major', 'latest-per-major', ['19.0.1'], ['19.0.0', '18.2.0']],
    ['not the default', 'latest-per-major', ['19.0.1', '18.2.0'], ['19.0.0']],
    ['not the new one, although it is old', 'latest-per-major', ['18.1.0'], ['18.2.0']],
    ['nothing for what is only being prepared', 'latest-per-major', ['19.1.0-rc.1'], ['18.2.0']],
    [
      'what was being prepared',
      'latest-per-major',
      ['19.1.0', undefined, ['19.1.0-rc.1']],
      ['19.0.0', '18.2.0', '19.1.0-rc.1'],
    ],
    [
      'older ones that prepare the same',
      'latest-per-major',
      ['20.0.0-rc.2', undefined, ['20.0.0-rc.1']],
      ['18.2.0', '20.0.0-rc.1'],
    ],
    ['beyond the last two', 'last 2', ['19.0.1'], ['18.3.1', '18.2.0', '17.0.2']],
    ['beyond the last one, not the default', 'last 1', ['19.0.1', '17.0.2'], ['19.0.0', '18.3.1', '18.2.0']],
    ['beyond the last two, an old new one stays', 'last 2', ['16.0.0'], ['18.2.0', '17.0.2']],
    ['none for a word', 'last 9', ['next'], []],
  ])('%s', (_says, keep, [newOne, defaultVersion = null, more = []], dropped) =>
    expect(versionsToDrop(parseRetention(keep), { known: [...known, ...more], newOne, defaultVersion })).toEqual(
      dropped,
    ),
  )

  const anyVersion = fc.stringMatching(/^v?[0-3](\.[0-3]){0,2}(-rc\.[12])?$|^main$/)
  it('never are the new one, the default or a word, and never all releases', () =>
    fc.assert(
      fc.property(
        fc.array(anyVersion),
        anyVersion,
        fc.option(anyVersion),
        fc.constantFrom('last 1', 'last 2', 'latest-per-major'),
        (versions, newOne, defaultVersion, keep) => {
          const dropped = versionsToDrop(parseRetention(keep), { known: versions, newOne, defaultVersion })
          expect(
            [newOne, defaultVersion, 'main'].filter((version) => version !== null && dropped.includes(version)),
          ).toEqual([])
          expect(new Set(dropped).size).toBe(dropped.length)
        },
      ),
    ))
})

describe('a rule about versions to keep', () => {
  it.each<[text: string, told: string]>([
    ['all', 'all'],
    [' Latest per major ', 'latest-per-major'],
    ['latest-per-major', 'latest-per-major'],
    ['last 3', 'last 3'],
    ['last-12', 'last 12'],
    ['5', 'last 5'],
  ])('"%s" is told as "%s"', (text, told) => {
    expect(formatRetention(parseRetention(text))).toBe(told)
    expect(parseRetention(told)).toEqual(parseRetention(text))
  })
  it.each(['', 'none', 'last', 'last 0', '-1', '1.5', '99999', '最新'])('"%s" is none', (text) =>
    expect(() => parseRetention(text)).toThrow(expect.objectContaining({ code: 'bad-input' })),
  )
})
