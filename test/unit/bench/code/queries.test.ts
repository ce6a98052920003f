import { expect, it } from 'vitest'
import { makeQueries, type QueryKind } from '../../../../bench/code/speed/queries.ts'

const file = {
  path: 'src/templates/element.ts',
  text: '// Reads what stands between two marks\nexport function parseTemplateElement(input: string) {}\n',
}
const made = makeQueries([file])

it.each<readonly [kind: QueryKind, text: string]>([
  ['symbol', 'parseTemplateElement'],
  ['words', 'parse template element'],
  ['comment', 'Reads what stands between two marks'],
  ['path', 'templates element'],
  ['Chinese', 'parse template element 在哪里实现？'],
])('makes a query of kind %s', (kind, text) => expect(made).toContainEqual({ kind, text }))

it('makes the same ones again', () => expect(makeQueries([file])).toEqual(made))

it.each([
  ['a file without anything', ''],
  ['a file of emoji', '👩‍👩‍👧🇨🇭\r\n'],
])('makes only what it can of %s', (_, text) =>
  expect(makeQueries([{ path: 'a.ts', text }]).map(({ kind }) => kind)).toEqual(['path']),
)
