import { typesOf, type ArgumentsShape, type ValueShape } from './shape.ts'

export type Arguments = Readonly<Record<string, unknown>>

/** Mends slips that have one reading only: another spelling of a name, a number in quotes, a `null` for "not given". */
export function mendArguments(
  given: Arguments,
  shape: ArgumentsShape,
  aliases: Readonly<Record<string, string>>,
): Arguments {
  const properties = new Map(Object.entries(shape.properties ?? {}))
  const spellings = spellingsOf(properties, aliases)
  const mended = new Map<string, unknown>()
  for (const [key, value] of Object.entries(given)) {
    const name = properties.has(key) ? key : (spellings.get(spelling(key)) ?? key)
    const property = properties.get(name)
    // Given under two names, the second stands out as unknown: which one was meant is not ours to guess.
    const isTaken = name !== key && (Object.hasOwn(given, name) || mended.has(name))
    if (!property || isTaken) mended.set(key, value)
    else if (!isAbsent(value, property, shape.required?.includes(name) ?? false))
      mended.set(name, mendValue(value, property))
  }
  return Object.fromEntries(mended)
}

/**
 * Every way to write a name: without case, dashes and underscores, by an alias, and a list's name in the singular. A
 * true name wins over an alias.
 */
function spellingsOf(
  properties: ReadonlyMap<string, ValueShape>,
  aliases: Readonly<Record<string, string>>,
): ReadonlyMap<string, string> {
  const lists = [...properties].filter(([name, shape]) => name.endsWith('s') && typesOf(shape).has('array'))
  return new Map([
    ...lists.map(([name]) => [spelling(name.slice(0, -1)), name] as const),
    ...Object.entries(aliases).map(([alias, name]) => [spelling(alias), name] as const),
    ...[...properties.keys()].map((name) => [spelling(name), name] as const),
  ])
}

const spelling = (name: string): string => name.toLowerCase().replaceAll(/[\s_-]/g, '')

/** Some models fill in every argument and write `null` for those that they do not want. */
const isAbsent = (value: unknown, shape: ValueShape, required: boolean): boolean =>
  value === undefined || (value === null && !required && !typesOf(shape).has('null'))

function mendValue(value: unknown, shape: ValueShape): unknown {
  const types = typesOf(shape)
  if (typeof value !== 'string') return types.has('object') ? mendObject(value, shape) : value
  if (types.has('string')) return choiceMeant(value, shape) ?? value
  const text = value.trim()
  if ((types.has('number') || types.has('integer')) && /^-?\d*\.?\d+$/.test(text)) return Number(text)
  if (types.has('boolean') && /^(true|false)$/i.test(text)) return text.toLowerCase() === 'true'
  if (types.has('array')) return arrayFrom(value)
  return types.has('object') ? mendObject(parsedOr(value, value), shape) : value
}

/** Names within an object have no aliases. */
const mendObject = (value: unknown, shape: ValueShape): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && shape.properties
    ? mendArguments(value as Arguments, shape, {})
    : value

const choiceMeant = (value: string, shape: ValueShape): unknown =>
  shape.enum?.find((choice) => typeof choice === 'string' && spelling(choice) === spelling(value))

/** `["a","b"]` in quotes is that array; any other text is its only element. */
function arrayFrom(text: string): unknown {
  const parsed = parsedOr(text, undefined)
  return Array.isArray(parsed) ? parsed : [text]
}

function parsedOr(text: string, otherwise: unknown): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return otherwise
  }
}
