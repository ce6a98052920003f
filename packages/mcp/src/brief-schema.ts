type Schema = { readonly [key: string]: unknown }

/**
 * Every client sends the definitions of all tools to its model, which pays for each word of them. The reference pages and
 * the schema files keep what is left out here, and the server holds to it.
 */

/**
 * A schema of arguments without what a model never comes near: how long a text may be, how many a list may hold, arguments of
 * replaced programs that have no effect here, and explanations for people.
 */
export const briefInput = (schema: Schema): Schema => without(schema, (key) => lengths.has(key))

/** A schema of answers without what only documents them: what the keys of an answer mean is clear from the answer. */
export const briefOutput = (schema: Schema): Schema =>
  without(
    schema,
    (key, value) =>
      lengths.has(key) ||
      key === 'minimum' ||
      key === 'maximum' ||
      (key === 'description' && typeof value === 'string') ||
      ((key === 'required' || key === 'enum') && Array.isArray(value)) ||
      (key === 'additionalProperties' && value === false),
  )

const lengths: ReadonlySet<string> = new Set(['minLength', 'maxLength', 'minItems', 'maxItems'])

const isUndeclared = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  ((value as Schema)['undeclared'] === true || (value as Schema)['x-for-people'] === true)

type IsLeftOut = (key: string, value: unknown) => boolean

function without(schema: Schema, isLeftOut: IsLeftOut): Schema {
  const deeper = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(deeper)
    return typeof value === 'object' && value !== null ? without(value as Schema, isLeftOut) : value
  }
  /** A property may itself be called `description`. */
  const eachProperty = (properties: unknown): unknown =>
    Object.fromEntries(
      Object.entries(properties as Schema)
        .filter(([, property]) => !isUndeclared(property))
        .map(([name, property]) => [name, deeper(property)]),
    )
  const retained = Object.entries(schema).filter(([key, value]) => !isLeftOut(key, value))
  return Object.fromEntries(
    retained.map(([key, value]) => [key, key === 'properties' ? eachProperty(value) : deeper(value)]),
  )
}
