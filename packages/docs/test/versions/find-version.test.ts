import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { chosenDefault, findVersion } from '../../src/versions/find-version.ts'
import { runs } from '../../../../test/scale.ts'

const react = ['17.0.2', '18.2.0', 'v18.3.1', '19.0.0', '19.0.1', '19.1.0-rc.1', 'main']

it.each<[wanted: string, found: string, known?: readonly string[]]>([
  ['19.0.1', '19.0.1'],
  ['v19.0.1', '19.0.1'],
  ['18.3.1', 'v18.3.1'],
  ['V18.3.1', 'v18.3.1'],
  [' main ', 'main'],
  ['Main', 'main'],
  ['1.9.0', 'v1.9', ['v1.9', 'v1.9.1']],
  ['1.0', 'v1.0', ['v1.0', 'V1.0.0']],
  ['v1.0', 'v1.0', ['1.0', 'v1.0', 'V1.0']],
  ['2.17.0', 'log4j-2.17.0', ['log4j-2.17.0', 'log4j-2.16.0']],
  ['5.3.0', '5.3.0.RELEASE', ['5.3.0.RELEASE', '5.3.1.RELEASE']],
  ['第一版', '第一版', ['第一版', '第二版']],
])('a version that is named: %s is %s', (wanted, found, known = react) =>
  expect(findVersion(wanted, known)).toEqual({ found, by: 'name' }),
)

it.each<[wanted: string, found: string, known?: readonly string[]]>([
  ['19', '19.0.1'],
  ['v19', '19.0.1'],
  ['19.x', '19.0.1'],
  ['19.0.*', '19.0.1'],
  ['18.2', '18.2.0'],
  ['^18.2', 'v18.3.1'],
  ['^18.2.0', 'v18.3.1'],
  ['~18.2.0', '18.2.0'],
  ['>=17 <18', '17.0.2'],
  ['>= 17, < 19', 'v18.3.1'],
  ['>17', '19.0.1'],
  ['<=18.3.1', 'v18.3.1'],
  ['17 || 18', 'v18.3.1'],
  ['17.0.0 - 18.2.0', '18.2.0'],
  ['[17.0,18.3)', '18.2.0'],
  ['(,18.0]', '17.0.2'],
  ['[17.0.2]', '17.0.2'],
  ['18.+', 'v18.3.1'],
  ['~> 18.2', 'v18.3.1'],
  ['~> 18.2.0', '18.2.0'],
  ['~=18.2', 'v18.3.1'],
  ['==18.*', 'v18.3.1'],
  ['=18.2.0', '18.2.0'],
  ['!=19.0.1, >=19', '19.0.0'],
  ['latest', '19.0.1'],
  ['*', '19.0.1'],
  ['npm:react@^18', 'v18.3.1'],
  ['workspace:^17.0.0', '17.0.2'],
  ['^19.1.0-rc.0', '19.1.0-rc.1'],
  ['19.1', '19.1.0-rc.1'],
  ['^0.2.3', '0.2.9', ['0.2.9', '0.3.0']],
  ['^0.0.3', '0.0.3', ['0.0.3', '0.0.4']],
  ['latest', 'main', ['main', 'next']],
  ['2024', '2024-02-01', ['2024-01-15', '2024-02-01', '2025-01-01']],
])('a range: %s is the newest in it, %s', (wanted, found, known = react) =>
  expect(findVersion(wanted, known)).toEqual({ found, by: 'range' }),
)

it.each<[wanted: string, nearest: readonly string[], known?: readonly string[]]>([
  ['18.2.1', ['18.2.0', 'v18.3.1', '19.0.1', '19.0.0', '17.0.2']],
  ['20', ['19.0.1', '19.0.0', 'v18.3.1', '18.2.0', '17.0.2']],
  ['^16', ['19.0.1', '19.0.0', 'v18.3.1', '18.2.0', '17.0.2']],
  ['mian', ['main', '19.0.1', '19.0.0', 'v18.3.1', '18.2.0']],
  ['19.0.1-rc.1', ['19.0.1', '19.0.0', '19.1.0-rc.1', 'v18.3.1', '18.2.0']],
  ['>=4.0.0 <4', ['4.0.0-rc.1', '3.9'], ['4.0.0-rc.1', '3.9']],
  ['>=3.10 <4', ['3.9', '4.0.0-rc.1'], ['4.0.0-rc.1', '3.9']],
  ['1.0', ['core-v1.0', 'cli-v1.0'], ['cli-v1.0', 'core-v1.0', 'core-v2.0']],
  ['1.0.0+b', ['1.0.0+a', '1.0.0'], ['1.0.0+a', '1.0.0']],
  ['32.1.0-jre', ['32.1.0-android'], ['32.1.0-android']],
  ['潮汐', ['1.0'], ['1.0']],
  ['1.0', [], []],
  ['', [], []],
])('a version that is not there: %s: %j', (wanted, nearest, known = react) =>
  expect(findVersion(wanted, known)).toEqual({ nearest }),
)

const anyWanted = fc.oneof(
  fc.stringMatching(/^[\^~<>=!]{0,2} ?v?[0-3x](\.[0-3x*]){0,3}(-rc\.1)?([ ,|]{1,2}<[0-4])?$/),
  fc.string(),
)
const anyKnown = fc.uniqueArray(fc.stringMatching(/^v?[0-3](\.[0-3]){0,3}(-rc\.[12])?$/), { maxLength: 8 })

it('any wish finds one of the known, or names some of them', () =>
  fc.assert(
    fc.property(anyWanted, anyKnown, (wanted, known) => {
      const answer = findVersion(wanted, known)
      const named = 'found' in answer ? [answer.found] : answer.nearest
      expect(named.filter((version) => !known.includes(version))).toEqual([])
      expect(known.includes(wanted) && answer).toEqual(known.includes(wanted) && { found: wanted, by: 'name' })
    }),
    { numRuns: runs(2_000) },
  ))

it.each<[defaultVersion: string | null, chosen: string | undefined, known?: readonly string[]]>([
  ['18.2.0', '18.2.0'],
  [null, '19.0.1'],
  ['16.0.0', '19.0.1'],
  ['main', 'main'],
  [null, undefined, []],
])('the version that is used when nobody names one: %s: %s', (defaultVersion, chosen, known = react) =>
  expect(chosenDefault(known, defaultVersion)).toBe(chosen),
)
