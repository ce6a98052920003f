/** A JSON Schema, as far as the documents of wuku use it. */
export interface Schema {
  readonly type?: string | readonly string[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly description?: string
  readonly default?: unknown
  readonly minimum?: number
  readonly maximum?: number
  readonly $ref?: string
}

export interface SchemaRow {
  readonly name: string
  readonly depth: number
  readonly type: string
  readonly isNeeded: boolean
  readonly what: string
  readonly otherwise: string | undefined
}

const DEEPEST = 4

/** The fields of a schema, those within fields below them. */
export function rowsOf(schema: Schema, depth = 0): readonly SchemaRow[] {
  if (depth > DEEPEST) return []
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => [
    {
      name,
      depth,
      type: typeOf(field),
      isNeeded: schema.required?.includes(name) ?? false,
      what: field.description ?? '',
      otherwise: field.default === undefined ? undefined : JSON.stringify(field.default),
    },
    ...rowsOf(inner(field), depth + 1),
  ])
}

/** The object within a list, or within what may be null. */
function inner(schema: Schema): Schema {
  if (schema.items) return inner(schema.items)
  return (schema.anyOf ?? schema.oneOf)?.map(inner).find(({ properties }) => properties) ?? schema
}

export function typeOf(schema: Schema): string {
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  const several = schema.anyOf ?? schema.oneOf
  if (several) return [...new Set(several.map(typeOf))].join(' | ')
  if (schema.items) return `${typeOf(schema.items)}[]`
  if (schema.$ref) return schema.$ref.split('/').at(-1) ?? ''
  const { minimum, maximum } = schema
  const range =
    minimum !== undefined && maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER ? ` ${minimum}–${maximum}` : ''
  return [schema.type ?? 'any'].flat().join(' | ') + range
}

/** An input to begin with: the fields that are needed. */
export function sampleOf({ properties = {}, required = [] }: Schema): Record<string, unknown> {
  return Object.fromEntries(required.map((name) => [name, valueFor(properties[name] ?? {})]))
}

function valueFor(schema: Schema): unknown {
  if (schema.enum) return schema.enum[0]
  if (schema.items || schema.type === 'array') return []
  return { integer: schema.minimum ?? 1, number: 1, boolean: false, object: {} }[String([schema.type].flat()[0])] ?? ''
}
