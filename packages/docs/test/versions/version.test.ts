import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compareVersions, isPrerelease, newestOf } from '../../src/versions/version.ts'
import { runs } from '../../../../test/scale.ts'

describe('versions, older first', () => {
  const rows: readonly (readonly string[])[] = [
    ['1.0.0-alpha', '1.0.0-alpha.1', '1.0.0-alpha.beta', '1.0.0-beta', '1.0.0-beta.2', '1.0.0-beta.11', '1.0.0-rc.1'],
    ['1.0.0-rc.1', '1.0.0', '1.0.1', '1.1.0', '1.10.0', '2', '10.0.0'],
    ['v1.2.3', '1.2.4', 'v1.3', 'V2.0.0-rc.1', 'v2.0.0'],
    ['1.9', '1.9.1', '1.9.1.1', '1.9.1.2', '1.10'],
    ['1.0.dev3', '1.0a1', '1.0b2', '1.0rc1', '1.0', '1.0.post1', '1.1'],
    ['5.3.0-SNAPSHOT', '5.3.0-M1', '5.3.0-RC2', '5.3.0.RELEASE', '5.3.1.Final'],
    ['2023.12', '2024-01-15', '2024.01.16', '2024.2', '20240601'],
    ['main', 'some-branch', 'stable', 'latest', '0.0.1', 'v0.1'],
    ['next', '潮汐', 'latest', '1.0.0'],
    ['core-v1.9.0', 'core-v1.10.0', '@vue/core@2.0.0', 'release-2.1', 'go2.2.3', 'packages/core/v3.0.0'],
    ['log4j-2.9.0', 'log4j-2.17.1', 'rel_3_0_1'],
    ['18.2.0', '18.x', '19.0.0'],
    ['issue-99', '🧑‍🚀', '1.0'],
    ['32.1.0-jre', '33.0.0-jre'],
    ['1.0.0', '99999999999999999999.0.0'],
  ]
  it.each(rows.map((row) => [row]))('%j', (row) =>
    expect(row.toReversed().toSorted(compareVersions).concat(row.toSorted(compareVersions))).toEqual([...row, ...row]),
  )
})

const anyVersion = fc.oneof(
  fc.stringMatching(/^v?[0-3](\.[0-3x]){0,3}((-|\.)?(alpha|beta|rc|post|dev|jre|a|p)?\.?[0-2]?)?(\+[ab])?$/),
  fc.constantFrom('main', 'latest', 'next', 'stable', '', ' ', '潮', '1.0', '1.0.0', 'v1.0', '2024-01', 'core-v1.0'),
  fc.string(),
)

describe('the order of any versions', () => {
  it('does not depend on who is asked first, and only a version itself is equal to it', () =>
    fc.assert(
      fc.property(anyVersion, anyVersion, (a, b) => {
        expect(compareVersions(a, b) + compareVersions(b, a)).toBe(0)
        expect(compareVersions(a, b) === 0).toBe(a === b)
      }),
      { numRuns: runs(3_000) },
    ))
  it('the order of any three versions is transitive', () =>
    fc.assert(
      fc.property(anyVersion, anyVersion, anyVersion, (a, b, c) => {
        const [first, second, third] = [a, b, c].toSorted(compareVersions) as [string, string, string]
        expect([compareVersions(first, second) <= 0, compareVersions(first, third) <= 0]).toEqual([true, true])
      }),
      { numRuns: runs(3_000) },
    ))
})

it.each<[says: string, versions: readonly string[], newest: string | undefined]>([
  ['release beats what is being prepared', ['19.0.0-rc.1', '18.3.1', '18.2.0'], '18.3.1'],
  ['number beats words', ['main', 'latest', '0.1'], '0.1'],
  ['of what is being prepared', ['2.0.0-beta.2', '2.0.0-beta.10', 'next'], '2.0.0-beta.10'],
  ['word', ['main', 'latest', 'next'], 'latest'],
  ['of nothing', [], undefined],
])('the newest: %s', (_says, versions, newest) => expect(newestOf(versions)).toBe(newest))

it.each<[version: string, is: boolean]>([
  ['1.0.0-rc.1', true],
  ['1.0.0+build.5', false],
  ['5.3.0.RELEASE', false],
  ['32.1.0-jre', false],
  ['1.0.post1', false],
  ['main', false],
])('what is being prepared: %s: %s', (version, is) => expect(isPrerelease(version)).toBe(is))
