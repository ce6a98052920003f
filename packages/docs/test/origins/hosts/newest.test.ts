import { assert, boolean, oneof, property, record, string, stringMatching } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compareNewest } from '../../../src/origins/hosts/releases.ts'
import type { Release } from '@wuku/core/ports/origins'

const release = (tag: string, isPrerelease = false): Release => ({ tag, version: tag.replace(/^v/, ''), isPrerelease })

describe('newest first', () => {
  it.each<[newer: Release, older: Release]>([
    [release('v10.0.0'), release('v9.9.9')],
    [release('1.2'), release('1.1.9')],
    [release('1.0.0'), release('1.0.0-rc.2', true)],
    [release('1.0.0-rc.10', true), release('1.0.0-rc.2', true)],
    [release('core@2.0.0'), release('es2015@1.9.0')],
    [release('release-2024.10'), release('release-2024.9')],
    [release('0.0.1'), release('nightly')],
  ])('%o stands before %o', (newer, older) => expect(compareNewest(newer, older)).toBeLessThan(0))

  const anyRelease = record({
    tag: oneof(string(), stringMatching(/^v?\d{1,2}(\.\d{1,2}){0,3}(-(rc|beta)\.\d)?$/)),
    version: stringMatching(/^(\d{1,2}(\.\d{1,2}){0,3})?(-(rc|beta)\.\d)?$/),
    isPrerelease: boolean(),
  })
  it('comparing versions by newest first is a total order', () =>
    assert(
      property(anyRelease, anyRelease, anyRelease, (one, two, three) => {
        expect(Math.sign(compareNewest(one, two))).toBe(0 - Math.sign(compareNewest(two, one)))
        const [first, second, third] = [one, two, three].toSorted(compareNewest)
        expect(first && second && third && compareNewest(first, third)).toBeLessThanOrEqual(0)
      }),
    ))
})
