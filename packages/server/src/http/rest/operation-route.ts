import { msg } from '@wuku/messages/server'
import { hash } from 'node:crypto'
import { z } from 'zod'
import type { Json } from '@wuku/core/core-types'
import { once } from '@wuku/core/once'
import type { MissingPart } from '@wuku/core/ports/store'
import { levelOf, type Operation } from '@wuku/kernel/base/operation'
import { describeProblem, type Arguments } from '@wuku/kernel/arguments/accept'
import { inputShape, outputShape, typesOf, type ValueShape } from '@wuku/kernel/arguments/shape'
import { echoed, refusal } from '@wuku/http-kit/http-failures'
import type { HttpAnswer, HttpRequest, Method, Route, RouteContext, RouteDescription } from '@wuku/http-kit/route'
import { runOperation } from '../watch-job.ts'
import { unknownKey } from '@wuku/http-kit/target'

/** How requests become the input of an operation, and its output an answer. */
export interface OperationRow {
  readonly operation: string
  readonly method: Method
  readonly path: string
  readonly aliases?: readonly string[]
  readonly tag?: string
  readonly title?: string
  /** Keys that the route decides itself, and callers may not give. */
  readonly without?: readonly string[]
  /** Keys of the request that the operation does not have. */
  readonly also?: z.ZodObject
  /** By default 200. */
  readonly status?: number
  /** JSON Schema of the answer, made from that of the output; by default the same. */
  readonly output?: (shape: ValueShape) => Json
  /** By default as it was given. */
  input?(given: Arguments, request: HttpRequest, context: RouteContext): Arguments | Promise<Arguments>
  /** By default the output, and nothing where the status is 204. */
  answer?(outcome: Answered): HttpAnswer
}

export interface Answered {
  readonly output: Readonly<Record<string, unknown>>
  /** With its defaults, as the operation ran with it. */
  readonly input: Readonly<Record<string, unknown>>
  /** Values of the keys in `also`. */
  readonly own: Readonly<Record<string, unknown>>
  readonly request: HttpRequest
}

/** Schemas are made when they are first asked for: a hundred routes would hold up the start of a server. */
export function operationRoute(operation: Operation, row: OperationRow): Route {
  const keys = once(() => keysOf(operation, row))
  const description = once(() => describeRow(operation, row, keys()))
  return {
    method: row.method,
    path: row.path,
    ...(row.aliases && { aliases: row.aliases }),
    level: levelOf(operation),
    changes: operation.effect !== 'read',
    get description() {
      return description()
    },
    async answer(request, context) {
      const { given, own } = readRequest(request, keys())
      const input = row.input ? await row.input(given, request, context) : given
      const answered = await runOperation({ operation: operation.name, input }, request, context)
      const outcome = { ...(answered as unknown as Pick<Answered, 'input' | 'output'>), own, request }
      const answer = row.answer?.(outcome) ?? (row.status === 204 ? {} : { body: outcome.output })
      const headers = headersOfPart(outcome.output, answer.headers)
      return { ...(row.status !== undefined && { status: row.status }), ...answer, ...(headers && { headers }) }
    },
  }
}

/** Names the part of the index that is missing in an answer: programs that read no notes see it as well. */
export function headersOfPart(output: unknown, others?: HttpAnswer['headers']): HttpAnswer['headers'] {
  const { partial } = Object(output) as { readonly partial?: MissingPart }
  return partial === undefined ? others : { ...others, 'Wuku-Partial': partial.shards }
}

export interface RequestKeys {
  readonly isQuery: boolean
  /** Keys that the operation accepts, with their aliases. */
  readonly shapes: ReadonlyMap<string, ValueShape>
  readonly aliases: Readonly<Record<string, string>>
  readonly also: z.ZodObject
  /** It takes what programs send, whatever keys that has. */
  readonly isOpen: boolean
}

const nothingElse = z.strictObject({})

export function keysOf(operation: Operation, row: Pick<OperationRow, 'method' | 'path' | 'without' | 'also'>) {
  const params = [...row.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  const aliases = operation.aliases ?? {}
  const own = new Set([...params.map((name) => aliases[name] ?? name), ...(row.without ?? [])])
  const { properties = {}, additionalProperties } = inputShape(operation)
  const shapes = Object.entries(properties).filter(([key]) => !own.has(key))
  return {
    isQuery: row.method === 'GET' || row.method === 'DELETE',
    shapes: new Map(shapes),
    aliases: Object.fromEntries(
      Object.entries(aliases).filter(([alias, key]) => !own.has(key) && !own.has(alias) && !params.includes(alias)),
    ),
    also: row.also ?? nothingElse,
    isOpen: additionalProperties !== false,
  }
}

/** Refuses unknown keys; the operation checks the known ones. */
export function readRequest({ query, body, params }: HttpRequest, keys: RequestKeys) {
  if (keys.isQuery) requireKnown(body, [], 'body')
  const all: Arguments = keys.isQuery ? typedQuery(query, keys) : body
  const owned = Object.keys(keys.also.shape)
  if (!keys.isQuery && !keys.isOpen)
    requireKnown(body, [...keys.shapes.keys(), ...Object.keys(keys.aliases), ...owned], 'body')
  const given = Object.fromEntries(Object.entries(all).filter(([key]) => !owned.includes(key)))
  const own = Object.fromEntries(Object.entries(all).filter(([key]) => owned.includes(key)))
  const parsed = keys.also.safeParse(own)
  if (!parsed.success) throw wrongKey(parsed.error.issues)
  return { given: { ...given, ...params }, own: parsed.data }
}

function requireKnown(given: Arguments, known: readonly string[], where: 'query' | 'body'): void {
  const key = Object.keys(given).find((each) => !known.includes(each))
  if (key !== undefined) throw unknownKey(key, known, where)
}

function wrongKey([issue]: readonly z.core.$ZodIssue[]) {
  const key = String(issue?.path[0] ?? '')
  return refusal(
    'bad-input',
    msg('wrongKey', { key: echoed(key), problem: issue ? describeProblem(issue) : 'is wrong' }),
  )
}

const typedQuery = (query: HttpRequest['query'], { shapes, aliases, also }: RequestKeys): Arguments => {
  const own = shapeOfObject(also).properties ?? {}
  return Object.fromEntries(
    Object.entries(query).map(([key, text]) => [
      key,
      typedValue(text, shapes.get(key) ?? shapes.get(aliases[key] ?? '') ?? own[key] ?? {}),
    ]),
  )
}

const NUMBER = /^-?\d{1,15}(?:\.\d{1,15})?$/

/** A value that does not fit the type of its key stays text, and the operation refuses it. */
function typedValue(text: string, shape: ValueShape): unknown {
  const types = typesOf(shape)
  if (types.has('array')) return text.startsWith('[') ? parsedOr(text) : text.split(',')
  if (types.has('string')) return text
  if ((types.has('number') || types.has('integer')) && NUMBER.test(text)) return Number(text)
  if (types.has('boolean') && (text === 'true' || text === 'false')) return text === 'true'
  return types.has('object') ? parsedOr(text) : text
}

function parsedOr(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

export const shapeOfObject = (schema: z.ZodObject): ValueShape => z.toJSONSchema(schema, { io: 'input' }) as ValueShape

export function describeRow(operation: Operation, row: OperationRow, keys: RequestKeys): RouteDescription {
  const { required = [] } = inputShape(operation)
  const own = shapeOfObject(keys.also)
  const others = Object.entries(keys.aliases).flatMap(([alias, key]) => {
    const shape = keys.shapes.get(key)
    return shape ? [[alias, { ...shape, 'x-alias-of': key }] as const] : []
  })
  const schema = {
    type: 'object',
    properties: { ...Object.fromEntries([...others, ...keys.shapes]), ...own.properties },
    required: [...required.filter((key) => keys.shapes.has(key)), ...(own.required ?? [])],
    additionalProperties: keys.isOpen,
  }
  return {
    tag: row.tag ?? tagOf(row.path),
    title: row.title ?? operation.title,
    [keys.isQuery ? 'query' : 'body']: asJson(schema),
    ...(row.status !== 204 && { output: (row.output ?? asJson)(outputShape(operation)) }),
    ...(row.status !== undefined && { status: row.status }),
  }
}

/** `/api/v1/libraries/…` is of libraries. */
const tagOf = (path: string) => path.split('/').find((part) => part !== '' && part !== 'api' && part !== 'v1') ?? ''

/** The thing that was made, and its address. */
export const createdAt =
  (path: string, id: string) =>
  ({ output }: Answered): HttpAnswer => ({ body: output, headers: { Location: `${path}/${String(output[id])}` } })

export const withValidator = ({ output }: Answered): HttpAnswer => ({ body: output, etag: etagOf(output) })

/** Strong validator of an answer. */
export const etagOf = (body: object): string => hash('sha256', JSON.stringify(body), 'base64url').slice(0, ETAG_CHARS)
const ETAG_CHARS = 27

/** Pages as every list has them. */
export const listed = (list: unknown, { total, page, page_size }: Readonly<Record<string, unknown>>) => ({
  list,
  total,
  page,
  page_size,
})

/** JSON Schemas of answers, made from those of operations. */

const naturalNumber = { type: 'integer', minimum: 0 } as const

export const only =
  (...keys: readonly string[]) =>
  (shape: ValueShape): Json => ({
    ...asJson(shape),
    properties: asJson(Object.fromEntries(keys.map((key) => [key, shape.properties?.[key] ?? {}]))),
    required: keys.filter((key) => shape.required?.includes(key) ?? false),
  })

/** A page of a list, with some keys next to it. */
export const pages =
  (list: string, more: readonly string[] = [], optional: readonly string[] = []) =>
  (shape: ValueShape): Json => ({
    ...asJson(shape),
    properties: asJson({
      ...Object.fromEntries([...more, ...optional].map((key) => [key, shape.properties?.[key] ?? {}])),
      list: shape.properties?.[list] ?? {},
      total: naturalNumber,
      page: naturalNumber,
      page_size: naturalNumber,
    }),
    required: [...more, 'list', 'total', 'page', 'page_size'],
  })

/** JSON Schema is plain data; only its type does not say so. */
export const asJson = (shape: object) => shape as unknown as { readonly [key: string]: Json }
