type Schema = { readonly [key: string]: unknown }

/**
 * A schema without its descriptions. Every client sends the definitions of all tools to its model, and what the keys of
 * an answer mean is clear from the answer; the reference pages and the schema files keep the descriptions.
 */
export function withoutDescriptions(schema: Schema): Schema {
  const kept = Object.entries(schema).filter(([key, value]) => key !== 'description' || typeof value !== 'string')
  return Object.fromEntries(
    kept.map(([key, value]) => [key, key === 'properties' ? eachProperty(value) : deeper(value)]),
  )
}

/** A property may itself be called `description`. */
const eachProperty = (properties: unknown): unknown =>
  Object.fromEntries(Object.entries(properties as Schema).map(([name, schema]) => [name, deeper(schema)]))

function deeper(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(deeper)
  return typeof value === 'object' && value !== null ? withoutDescriptions(value as Schema) : value
}
