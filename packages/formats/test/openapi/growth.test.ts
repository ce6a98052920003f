import { expect, it } from 'vitest'
import { timed, whySlow } from '../../../../test/unit/growth/how-slow.ts'
import { read as readOpenApi } from '../../src/openapi/index.ts'

const named = (count: number, value: (at: number) => unknown): Record<string, unknown> =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`a${at}`, value(at)]))

/** As many operations as the shared part of the file has entries. */
const api = (count: number, about: object, shared: object): string =>
  JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'a' },
    paths: Object.fromEntries(Array.from({ length: count }, (_, at) => [`/${at}`, { get: about }])),
    ...shared,
  })

const ref = (name: string) => ({ $ref: `#/components/${name}` })
const answer = (schema: object) => ({ responses: { 200: { description: 'b', content: { 'a/json': { schema } } } } })

/** What is shared may be long or named often; both at once must not multiply. */
it.each<[says: string, text: (count: number) => string]>([
  [
    'a schema of many properties',
    (count) =>
      api(count, answer(ref('schemas/A')), {
        components: { schemas: { A: { type: 'object', properties: named(count, () => ({ type: 'string' })) } } },
      }),
  ],
  [
    'a schema that requires much',
    (count) =>
      api(count, answer(ref('schemas/A')), {
        components: { schemas: { A: { required: Object.keys(named(count, () => 1)), properties: { a: {} } } } },
      }),
  ],
  [
    'an answer of many kinds',
    (count) =>
      api(
        count,
        { responses: { 200: ref('responses/A') } },
        {
          components: { responses: { A: { description: 'b', content: named(count, () => ({})) } } },
        },
      ),
  ],
  [
    'an example of many keys',
    (count) =>
      api(count, answer(ref('schemas/A')), { components: { schemas: { A: { example: named(count, () => 1) } } } }),
  ],
  ['the address of a server', (count) => api(count, {}, { servers: [{ url: `http://a/${'{b}'.repeat(count)}` }] })],
  ['kinds of bodies for all', (count) => api(count, {}, { consumes: Array.from({ length: count }, () => 'a/b') })],
  [
    'a path of many keys that many paths lead to',
    (count) =>
      JSON.stringify({
        openapi: '3.1.0',
        paths: named(count, () => ref('pathItems/A')),
        components: { pathItems: { A: named(count, () => 1) } },
      }),
  ],
  [
    'a long reference behind many short ones',
    (count) =>
      api(count, answer(ref('schemas/A')), {
        components: { schemas: { A: { $ref: `#/${'a/'.repeat(count * 10)}` } } },
      }),
  ],
])('takes time in proportion to operations that share %s', (_, text) => {
  const time = timed((count) => readOpenApi({ path: 'a.json', text: text(count) }))
  expect(whySlow(time, 1_200)).toBeUndefined()
})

it('is done with parts of parts, each of which is named twice', () => {
  const schemas = Object.fromEntries(
    Array.from({ length: 40 }, (_, at) => [
      `A${at}`,
      { allOf: [ref(`schemas/A${at + 1}`), ref(`schemas/A${at + 1}`)] },
    ]),
  )
  expect(
    readOpenApi({ path: 'a.json', text: api(2, answer(ref('schemas/A0')), { components: { schemas } }) }),
  ).toHaveProperty('page')
})
