import { defined } from '@wuku/core/list-helpers'
import { z } from 'zod'
import type { Operation } from '../base/operation.ts'

/** As much of JSON Schema 2020-12 as an operation's arguments use. */
export interface ValueShape {
  readonly type?: string | readonly string[]
  readonly description?: string
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly anyOf?: readonly ValueShape[]
  readonly items?: ValueShape
  readonly minimum?: number
  readonly maximum?: number
  readonly default?: unknown
  readonly properties?: Readonly<Record<string, ValueShape>>
  readonly required?: readonly string[]
  readonly [keyword: string]: unknown
}

export const inputShape = (operation: Operation): ValueShape => jsonSchema(operation.input, 'input')

/** Names of its arguments. A shape is made of all that is said of them, which takes longer than most calls. */
export const argumentNames = (operation: Operation): readonly string[] =>
  operation.input instanceof z.ZodObject
    ? Object.keys(operation.input.shape)
    : Object.keys(inputShape(operation).properties ?? {})

export const outputShape = (operation: Operation): ValueShape => jsonSchema(operation.output, 'output')

/** Draft 2020-12 is what readers assume, so `$schema` is left out: a list of tools is paid for in tokens. */
function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): ValueShape {
  const { $schema: _draft, ...shape } = z.toJSONSchema(schema, { io })
  return plain(shape) as ValueShape
}

/** The same schema in fewer words, and in those that every client knows. */
function plain(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(plain)
  if (typeof part !== 'object' || part === null) return part
  const keywords = Object.entries(part).filter(([keyword, value]) => !isSafeInteger(keyword, value))
  return splitTypes(Object.fromEntries(keywords.map(([keyword, value]) => [keyword, plain(value)])))
}

/** That a whole number fits in 53 bits is no news to anyone. */
const isSafeInteger = (keyword: string, value: unknown): boolean =>
  (keyword === 'minimum' && value === Number.MIN_SAFE_INTEGER) ||
  (keyword === 'maximum' && value === Number.MAX_SAFE_INTEGER)

/** `text or null` in two branches: clients that translate schemas for their model know no list of types. */
function splitTypes(part: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const { type, description, default: fallback, ...bounds } = part
  if (!Array.isArray(type)) return part
  const anyOf = type.map((one: unknown) => (one === 'null' ? { type: one } : { type: one, ...bounds }))
  return { anyOf, ...defined({ description, default: fallback }) }
}

/** The JSON types that a value may have. */
export function typesOf(shape: ValueShape): ReadonlySet<string> {
  const own = typeof shape.type === 'string' ? [shape.type] : (shape.type ?? [])
  const listed = [...(shape.enum ?? []), ...('const' in shape ? [shape.const] : [])].map(jsonType)
  return new Set([...own, ...listed, ...(shape.anyOf ?? []).flatMap((part) => [...typesOf(part)])])
}

const jsonType = (value: unknown): string => (value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value)
