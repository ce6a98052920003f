import { expect, it } from 'vitest'
import { read as readOpenApi } from '../../src/openapi/index.ts'

it.each<[says: string, api: object, expected: readonly string[]]>([
  ['none', { components: { schemas: { Pet: { $ref: '#/components/schemas/Animal' } } } }, []],
  [
    'files and hosts, each once',
    {
      paths: {
        '/a': { $ref: './paths/a.yaml' },
        '/b': {
          get: {
            parameters: [{ $ref: 'https://example.org/p.json#/id' }],
            responses: { 200: { $ref: './paths/a.yaml' } },
          },
        },
      },
    },
    ['./paths/a.yaml', 'https://example.org/p.json#/id'],
  ],
  ['an example quotes what it likes', { components: { examples: { a: { $ref: './no.yaml' } } } }, []],
])('references out of the file are told as a problem: %s', (_says, api, expected) => {
  const answer = readOpenApi({
    path: 'api/pets.json',
    text: JSON.stringify({ openapi: '3.1.0', info: { title: 'Pets', version: '1' }, ...api }),
  })
  const problems = 'page' in answer ? (answer.problems ?? []) : []
  expect(problems.map(({ said }) => said)).toEqual(
    expected.length === 0 ? [] : [`It refers to what lies in other files, which was not read: ${expected.join(', ')}.`],
  )
  for (const { remedy } of problems) expect(String(remedy)).toMatch(/bundle/i)
})
