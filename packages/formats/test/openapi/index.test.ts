import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { stringify } from 'yaml'
import type { Page } from '../../src/format.ts'
import { read as readOpenApi } from '../../src/openapi/index.ts'
import { runs } from '../../../../test/scale.ts'

const readText = (text: string, path = 'api/pets.json') => readOpenApi({ path, text })

function read(api: object): Page {
  const answer = readText(JSON.stringify({ openapi: '3.1.0', info: { title: 'Pets', version: '1' }, ...api }))
  return 'page' in answer ? answer.page : { title: '', text: '' }
}

const partOf = (page: Page, anchor: string): string => {
  const part = page.parts?.find((each) => each.anchor === anchor)
  return part ? page.text.slice(part.start, part.end) : ''
}

const pet = {
  type: 'object',
  required: ['name'],
  properties: {
    name: { type: 'string', description: 'What it is called', example: 'Milou' },
    kind: { type: 'string', enum: ['dog', 'cat'], default: 'dog' },
    born: { type: ['string', 'null'], format: 'date' },
    parent: { $ref: '#/components/schemas/Pet' },
    tags: { type: 'array', items: { type: 'object', properties: { 词: { type: 'integer', minimum: 1 } } } },
  },
}

const pets = {
  servers: [{ url: 'https://{zone}.example.com/v1/', variables: { zone: { default: 'eu' } } }],
  security: [{ token: [] }],
  components: {
    securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
    schemas: { Pet: pet, Unused: { type: 'string' } },
    parameters: { page: { name: 'page', in: 'query', schema: { type: 'integer' } } },
  },
  paths: {
    '/pets/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' }, description: 'Which | one' }],
      put: {
        operationId: 'putPet',
        summary: 'Change a pet',
        description: '# Details\n\nIt is changed.\n\n## More\n\nText.',
        tags: ['pets'],
        deprecated: true,
        parameters: [{ $ref: '#/components/parameters/page' }],
        requestBody: {
          required: true,
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Pet' } } },
        },
        responses: {
          200: {
            description: 'Fine',
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Pet' } } },
          },
          404: { description: 'None' },
        },
      },
      delete: { responses: {} },
    },
  },
  webhooks: { newPet: { post: { summary: 'A pet was born', responses: { 200: { description: 'Seen' } } } } },
}

describe('an API', () => {
  it('is one part an operation, an overview, and the schemas that operations use', () =>
    expect(read(pets).parts?.map(({ title, anchor }) => `${title} #${anchor}`)).toEqual([
      'Pets #overview',
      'PUT /pets/{id}: Change a pet #putPet',
      'DELETE /pets/{id} #delete-/pets/{id}',
      'Webhook POST newPet: A pet was born #post-newPet',
      'Pet (schema) #schema-Pet',
    ]))

  it('says of an operation all that is needed to call it', () =>
    expect(partOf(read(pets), 'putPet')).toBe(`## PUT /pets/{id}

Change a pet

### Details

It is changed.

#### More

Text.

**Deprecated.** Operation: \`putPet\`. Tags: pets.

**Parameters**

| Name | In | Type | Required | Description |
| --- | --- | --- | --- | --- |
| \`id\` | path | integer | yes | Which \\| one |
| \`page\` | query | integer | no |  |

**Request body** (\`application/json\`, Pet, required)

- \`name\` (string, required): What it is called
- \`kind\` (string, one of \`dog\`, \`cat\`, default \`dog\`)
- \`born\` (string (date) or null)
- \`parent\` (Pet)
- \`tags\` (array of object)
  - \`词\` (integer, at least 1)

**Responses**

- \`200\` Fine (\`application/json\`, Pet)
  - \`name\` (string, required): What it is called
  - \`kind\` (string, one of \`dog\`, \`cat\`, default \`dog\`)
  - \`born\` (string (date) or null)
  - \`parent\` (Pet)
  - \`tags\` (array of object)
    - \`词\` (integer, at least 1)
- \`404\` None

**Example request**

\`\`\`bash
curl -X PUT https://eu.example.com/v1/pets/1 \\
  -H "Authorization: Bearer $TOKEN" \\
  -H 'Content-Type: application/json' \\
  -d '{
  "name": "Milou",
  "kind": "dog",
  "born": "2030-01-31",
  "tags": [
    {
      "词": 1
    }
  ]
}'
\`\`\`

**Example response** (200)

\`\`\`json
{
  "name": "Milou",
  "kind": "dog",
  "born": "2030-01-31",
  "tags": [
    {
      "词": 1
    }
  ]
}
\`\`\`
`))

  it('is the same in YAML', () => {
    const answer = readText(stringify({ openapi: '3.1.0', info: { title: 'Pets', version: '1' }, ...pets }), 'a.yaml')
    expect(answer).toEqual({ page: { ...read(pets), meta: { version: '1' } } })
  })

  it('may be of Swagger 2', () => {
    const answer = readText(`swagger: "2.0"
info: {title: Old, version: "1"}
host: old.example.com
basePath: /v2
schemes: [https]
securityDefinitions: {key: {type: apiKey, in: header, name: X-Key}}
security: [{key: []}]
paths:
  /pets:
    post:
      operationId: addPet
      consumes: [application/json]
      parameters:
        - {in: body, name: body, required: true, schema: {$ref: '#/definitions/Pet'}}
        - {in: query, name: mode, required: true, type: string, enum: [fast, slow]}
      responses:
        200: {description: ok, schema: {$ref: '#/definitions/Pet'}}
        201: {description: twice, description: yes}
  /files:
    post:
      operationId: addFile
      consumes: [multipart/form-data]
      parameters: [{in: formData, name: file, type: file, required: true}]
      responses: {}
definitions:
  Pet: {type: object, properties: {id: {type: integer, format: int64}}}
`)
    const page = 'page' in answer ? answer.page : { title: '', text: '' }
    expect(partOf(page, 'addPet')).toContain(
      "curl -X POST 'https://old.example.com/v2/pets?mode=fast' \\\n  -H \"X-Key: $API_KEY\" \\\n  -H 'Content-Type: application/json' \\\n  -d '{\n  \"id\": 1\n}'",
    )
    expect(partOf(page, 'addPet')).toContain('| `mode` | query | string | yes | one of `fast`, `slow` |')
    expect(partOf(page, 'addFile')).toContain('- `file` (file, required)')
    expect(partOf(page, 'schema-Pet')).toContain('- `id` (integer (int64))')
  })

  it.each<[says: string, schema: object, expected: string]>([
    [
      'all of',
      { allOf: [{ properties: { a: { type: 'string' } } }, { properties: { b: { type: 'boolean' } } }] },
      '- `a` (string)\n- `b` (boolean)',
    ],
    [
      'one of',
      { oneOf: [{ title: 'A', properties: { a: { const: 'x' } } }, { type: 'string' }] },
      '- either A\n  - `a` (string, always `x`)',
    ],
    ['maps', { additionalProperties: { type: 'integer' } }, 'map of integer'],
    ['nothing said', {}, 'any'],
  ])('tells schemas: %s', (_says, schema, expected) => {
    const api = {
      paths: {
        '/a': {
          get: {
            operationId: 'x',
            responses: {
              200: { description: '', content: { 'application/json': { schema: { $ref: '#/components/schemas/S' } } } },
            },
          },
        },
      },
      components: { schemas: { S: schema } },
    }
    expect(partOf(read(api), 'schema-S')).toContain(expected)
  })

  it.each(['file:///etc/hostname', 'http://127.0.0.1/secret.json#/a', './other.yaml#/Pet'])(
    'names %s and does not read it',
    (reference) => {
      const api = {
        paths: {
          '/a': {
            get: {
              operationId: 'x',
              responses: {
                200: { description: 'ok', content: { 'application/json': { schema: { $ref: reference } } } },
              },
            },
          },
        },
      }
      expect(partOf(read(api), 'x')).toContain(`(in ${reference.split('#')[0]})`)
    },
  )
})

it.each([
  [{ name: 'X-Key', example: '$(touch PWNED)' }, "-H 'X-Key: $(touch PWNED)'"],
  [{ name: 'X-$(touch PWNED)', example: '"`id`"' }, '-H \'X-$(touch PWNED): "`id`"\''],
])('an example request leaves nothing of the header %j to the shell', ({ name, example }, header) => {
  const parameter = { in: 'header', name, required: true, schema: { type: 'string', example } }
  const api = { paths: { '/a': { get: { operationId: 'x', parameters: [parameter], responses: {} } } } }
  expect(partOf(read(api), 'x')).toContain(header)
})

describe('what is no API, or not one that can be read', () => {
  it.each([
    ['{}'],
    ['[1]'],
    [''],
    ['{"openapi": "yes"}'],
    ['name: openapi\nversion: 3'],
    ['{"swagger": {"x": 3}}'],
    ['openapi: 30\n'],
  ])('%s is skipped', (text) =>
    expect(readText(text)).toEqual({ skipped: { path: 'api/pets.json', why: 'it describes no API' } }),
  )

  it.each([['{"openapi": "3.0.0", '], ['openapi: 3.0.0\npaths: [}'], [laughs()]])('%.40s is a problem', (text) =>
    expect(readText(text)).toMatchObject({ problem: { path: 'api/pets.json' } }),
  )

  /** Aliases that name ten of the one before. */
  function laughs(): string {
    const names = Array.from(
      { length: 9 },
      (_, at) => `a${at + 1}: &a${at + 1} [${Array.from({ length: 10 }, () => `*a${at}`).join(', ')}]`,
    )
    return ['openapi: 3.0.0', 'a0: &a0 lol', ...names].join('\n')
  }

  it('ends with schemas that hold one another', () => {
    const schemas = Object.fromEntries(
      Array.from({ length: 60 }, (_, at) => [
        `S${at}`,
        {
          allOf: [{ $ref: `#/components/schemas/S${(at + 1) % 60}` }],
          properties: Object.fromEntries(
            Array.from({ length: 60 }, (__, to) => [`p${to}`, { $ref: `#/components/schemas/S${to}` }]),
          ),
        },
      ]),
    )
    const loop = { $ref: '#/components/schemas/Loop' }
    const page = read({
      paths: {
        '/a': {
          get: {
            responses: { 200: { content: { 'application/json': { schema: { $ref: '#/components/schemas/S0' } } } } },
          },
        },
      },
      components: { schemas: { ...schemas, Loop: loop } },
    })
    expect(page.parts).toHaveLength(62)
    expect(page.text.length).toBeLessThan(2_000_000)
  })

  it('reads whatever JSON holds without an exception', () => {
    const keys = fc.constantFrom(
      'get',
      'post',
      'parameters',
      'schema',
      'properties',
      'allOf',
      'oneOf',
      'items',
      '$ref',
      'in',
      'name',
      'responses',
      'content',
      'application/json',
      'requestBody',
      'example',
      'examples',
      'type',
      'enum',
      '__proto__',
      'constructor',
      'security',
      'description',
    )
    const leaf = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 8 }),
      fc.constantFrom('#/paths', '#/components/schemas/a', 'object', 'array', 'query', 'body'),
      fc.double(),
      fc.boolean(),
      fc.constant(null),
    )
    const { tree } = fc.letrec((tie) => ({
      tree: fc.oneof(
        { maxDepth: 6 },
        leaf,
        fc.array(tie('tree'), { maxLength: 3 }),
        fc.dictionary(keys, tie('tree'), { maxKeys: 5 }),
      ),
    }))
    fc.assert(
      fc.property(tree, tree, tree, (paths, schema, any) => {
        const api = {
          openapi: '3.0.1',
          info: any,
          paths: { '/a/{b}': { get: paths, post: schema, parameters: any }, '/b': any },
          components: { schemas: { a: schema }, securitySchemes: any },
          security: any,
          servers: any,
          tags: any,
          webhooks: any,
        }
        const answer = readText(JSON.stringify(api))
        expect('page' in answer).toBe(true)
      }),
      { numRuns: runs(300) },
    )
  })
})
