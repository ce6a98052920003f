import { expect, it } from 'vitest'
import { secretRules } from '../src/secrets/rules.ts'
import { compileNamed } from '../src/secrets/secrets.ts'

const check = (text: string, expected: readonly [quote: string | undefined, secret: string, at: number]): void => {
  const pattern = String.raw`-p (?:(?<quote>['"])(?<secret>[^\n]+?)\k<quote>|(?<quote>«)(?<secret>[^»]+)»|(?<secret>\S+))`
  const { expression, groupsOf, placeOf } = compileNamed(pattern, 'd')
  const found = expression.exec(text)
  if (!found) throw new Error('nothing found')
  const { quote, secret } = groupsOf(found)
  expect([quote, secret, placeOf(found, 'secret')?.[0]]).toEqual(expected)
}

it('groups of one name in several alternatives are one group', () => {
  check(`-p 'it"s open'`, ["'", 'it"s open', 4])
  check('-p «two words»', ['«', 'two words', 4])
  check('-p plain', [undefined, 'plain', 3])
})

it('no rule needs more than the oldest Node that runs wuku understands: each name once', () => {
  for (const { pattern } of secretRules()) {
    const names = [...compileNamed(pattern, 'dy').expression.source.matchAll(/\(\?<([A-Za-z]\w*)>/g)].map(
      ([, name]) => name,
    )
    expect(names).toEqual([...new Set(names)])
  }
})
