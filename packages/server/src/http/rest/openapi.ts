import type { Json } from '@wuku/core/core-types'
import { msg } from '@wuku/messages/server'
import type { Route } from '@wuku/http-kit/route'
import { isSubtree } from '@wuku/http-kit/router'

type Fields = Readonly<Record<string, unknown>>

export function openApiDocument(
  routes: readonly Route[],
  { version, publicUrl }: { readonly version: string; readonly publicUrl: string },
): Fields {
  const paths: Record<string, Record<string, unknown>> = {}
  const ids = new Set<string>()
  const shared = sharedSchemas()
  for (const route of routes)
    for (const path of [route.path, ...(route.aliases ?? [])]) {
      // OpenAPI has no word for all paths below one.
      if (isSubtree(path)) continue
      const isAlias = path !== route.path
      ;(paths[path] ??= {})[route.method.toLowerCase()] = operationOf(route, path, { ids, isAlias, shared })
    }
  return {
    openapi: '3.1.0',
    info: {
      title: 'wuku',
      version,
      description: 'Search and documentation of this server. Every answer is a bare JSON object.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: publicUrl }],
    security: [{ bearer: [] }, { apiKey: [] }],
    tags: [...new Set(routes.map(({ description: { tag } }) => tag))].map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer' },
        apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key' },
      },
      parameters: { Language: languageParameter },
      schemas: { Error: errorSchema, ...shared.all() },
      responses: {
        Error: { description: 'What went wrong', content: { 'application/json': { schema: refTo('Error') } } },
      },
    },
  }
}

const languageParameter = {
  name: 'Wuku-Language',
  in: 'header',
  required: false,
  description: 'Language of messages for a person to read. Without it they are English; `Accept-Language` is ignored.',
  schema: { type: 'string', enum: ['zh'] },
} as const

const refTo = (name: string): Fields => ({ $ref: `#/components/schemas/${name}` })

const text = { type: 'string' } as const
const errorSchema = {
  type: 'object',
  properties: {
    error: {
      type: 'object',
      properties: { code: text, message: text, remedy: text, request_id: text },
      required: ['code', 'message', 'remedy', 'request_id'],
      additionalProperties: false,
    },
    job_id: { ...text, description: 'The job that failed.' },
  },
  required: ['error'],
} as const

interface Naming {
  readonly ids: Set<string>
  readonly isAlias: boolean
  readonly shared: SharedSchemas
}

function operationOf(route: Route, path: string, { ids, isAlias, shared }: Naming): Fields {
  const { description, level } = route
  const { status = 200, body } = description
  return {
    operationId: idOf(route.method, path, ids),
    summary: description.title,
    tags: [description.tag],
    ...(isAlias && { description: msg('sameAsRoute', { path: route.path }) }),
    ...(level === 'open' && { security: [] }),
    parameters: [...pathParameters(path), ...queryParameters(description.query), language],
    ...(route.method !== 'GET' &&
      body !== undefined && {
        requestBody: {
          required: hasRequired(body),
          content: {
            [route.body === 'raw' ? 'multipart/form-data' : 'application/json']: {
              schema: shared.extract(shown(body)),
            },
          },
        },
      }),
    responses: {
      [status]: answerOf(description, shared),
      ...otherAnswers(description, shared),
      default: { $ref: '#/components/responses/Error' },
    },
  }
}

/** `get_libraries_library`, with a number where another has it already. */
function idOf(method: string, path: string, ids: Set<string>): string {
  const words = path
    .replace(/^\/api\/v1(?=\/)/, '')
    .split(/[^A-Za-z\d]+/)
    .filter((word) => word !== '')
  const base = [method.toLowerCase(), ...words].join('_')
  let id = base
  for (let number = 2; ids.has(id); number++) id = `${base}_${number}`
  ids.add(id)
  return id
}

const language = { $ref: '#/components/parameters/Language' }

const pathParameters = (path: string): readonly Fields[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({ name, in: 'path', required: true, schema: text }))

function queryParameters(query: Json | undefined): readonly Fields[] {
  const { properties = {}, required = [] } = Object(query) as {
    readonly properties?: Readonly<Record<string, Fields>>
    readonly required?: readonly string[]
  }
  return Object.entries(properties)
    .filter(([, schema]) => !isAlias(schema))
    .map(([name, { description, ...schema }]) => ({
      name,
      in: 'query',
      required: required.includes(name),
      ...(description !== undefined && { description }),
      ...(schema['type'] === 'array' && { style: 'form', explode: false }),
      schema,
    }))
}

const isAlias = (schema: Fields): boolean => schema['x-alias-of'] !== undefined || schema['undeclared'] === true

/** Aliases of keys, and keys of replaced programs, are accepted but not documented. */
function shown(schema: Json): Json {
  const { properties, ...rest } = Object(schema) as { readonly properties?: Readonly<Record<string, Fields>> }
  if (!properties) return schema
  const own = Object.entries(properties).filter(([, each]) => !isAlias(each))
  return { ...rest, properties: Object.fromEntries(own) } as unknown as Json
}

const hasRequired = (schema: Json): boolean =>
  ((Object(schema) as { readonly required?: readonly string[] }).required ?? []).length > 0

const otherAnswers = ({ title, others = {} }: Route['description'], shared: SharedSchemas): Fields =>
  Object.fromEntries(
    Object.entries(others).map(([status, output]) => [status, answerOf({ tag: '', title, output }, shared)]),
  )

function answerOf({ title, output, mediaType, status = 200 }: Route['description'], shared: SharedSchemas): Fields {
  if (status === 204 || status === 302) return { description: title }
  const schema = output ?? (mediaType === undefined ? { type: 'object' } : text)
  return { description: title, content: { [mediaType ?? 'application/json']: { schema: shared.extract(schema) } } }
}

/** Schemas that others refer to. A document has one place for them, and a schema by itself has its own. */
interface SharedSchemas {
  /** The schema, with what it refers to moved out of it. */
  extract(schema: Json): Json
  all(): Fields
}

function sharedSchemas(): SharedSchemas {
  const names = new Map<string, string>()
  const schemas = new Map<string, Json>()
  return {
    all: () => Object.fromEntries(schemas),
    extract(schema) {
      const { $defs, ...rest } = Object(schema) as { readonly $defs?: Readonly<Record<string, Json>> }
      if (!$defs) return schema
      const moved = new Map<string, string>()
      for (const [name, each] of Object.entries($defs)) {
        const key = JSON.stringify(each)
        const known = names.get(key) ?? `Shared${names.size + 1}`
        names.set(key, known)
        moved.set(`#/$defs/${name}`, `#/components/schemas/${known}`)
      }
      for (const each of Object.values($defs)) schemas.set(names.get(JSON.stringify(each)) ?? '', withRefs(each, moved))
      return withRefs(rest as unknown as Json, moved)
    },
  }
}

function withRefs(part: Json, moved: ReadonlyMap<string, string>): Json {
  if (Array.isArray(part)) return part.map((each: Json) => withRefs(each, moved))
  if (typeof part !== 'object' || part === null) return part
  return Object.fromEntries(
    Object.entries(part).map(([key, value]) => [
      key,
      key === '$ref' && typeof value === 'string' ? (moved.get(value) ?? value) : withRefs(value, moved),
    ]),
  )
}
