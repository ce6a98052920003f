import { at, firstEntries, isTree, listAt, resolve, type Tree, treeOf, typesOf, wordsAt } from './openapi-tree.ts'

/** An example of a request or a response: the author's, or one generated from the schema. */
export function exampleOf(root: Tree, media: Tree): unknown {
  const shown = at(media, 'example') ?? shownFirst(root, at(media, 'examples'))
  const budget = { left: MAX_VALUES }
  return shown === undefined
    ? exampleOfSchema({ root, budget, open: [] }, at(media, 'schema'))
    : bounded(shown, budget, 0)
}

/** As pretty JSON, cut where it becomes too long to be read. */
export function exampleText(example: unknown): string {
  const text = typeof example === 'string' ? example : (JSON.stringify(example, null, 2) ?? '')
  if (text.length <= LONGEST_EXAMPLE) return text
  const cut = text.slice(0, LONGEST_EXAMPLE)
  return `${cut.slice(0, Math.max(cut.lastIndexOf('\n'), 0)) || cut}\n...`
}

const LONGEST_EXAMPLE = 2_500
const MAX_VALUES = 150
const DEEPEST = 8

/** The first of several named examples. */
function shownFirst(root: Tree, examples: unknown): unknown {
  if (Array.isArray(examples)) return examples[0]
  return at(resolve(root, firstEntries(examples, 1)[0]?.[1]), 'value')
}

interface Making {
  readonly root: Tree
  readonly budget: { left: number }
  readonly open: readonly Tree[]
}

export const schemaExample = (root: Tree, schema: unknown): unknown =>
  exampleOfSchema({ root, budget: { left: MAX_VALUES }, open: [] }, schema)

function exampleOfSchema(making: Making, value: unknown): unknown {
  const { root, budget, open } = making
  const schema = resolve(root, value)
  const shown =
    at(schema, 'example') ??
    listAt(schema, 'examples')[0] ??
    at(schema, 'const') ??
    at(schema, 'default') ??
    listAt(schema, 'enum')[0]
  if (shown !== undefined && shown !== null) return bounded(shown, budget, open.length)
  if (open.includes(schema) || open.length > DEEPEST || budget.left-- <= 0) return undefined
  const inner: Making = { ...making, open: [...open, schema] }
  const [choice] = [...listAt(schema, 'oneOf'), ...listAt(schema, 'anyOf')]
  if (choice !== undefined && at(schema, 'properties') === undefined) return exampleOfSchema(inner, choice)
  if (at(schema, 'items') !== undefined)
    return [exampleOfSchema(inner, at(schema, 'items'))].filter((item) => item !== undefined)
  const type = typesOf(schema).find((each) => each !== 'null') ?? ''
  if (type !== '' && type !== 'object') return plainExample(type, wordsAt(schema, 'format'))
  return exampleObject(inner, schema)
}

function exampleObject(making: Making, schema: Tree): unknown {
  const pairs: [string, unknown][] = []
  for (const part of listAt(schema, 'allOf')) pairs.push(...Object.entries(treeOf(exampleOfSchema(making, part))))
  for (const [name, property] of firstEntries(at(schema, 'properties'))) {
    if (making.budget.left <= 0) break
    const example = exampleOfSchema(making, property)
    if (example !== undefined) pairs.push([name, example])
  }
  return pairs.length === 0 && at(schema, 'type') !== 'object' ? undefined : Object.fromEntries(pairs)
}

/** `password` and the like look like what they are: a place to put one's own. */
const formats: Readonly<Record<string, unknown>> = {
  date: '2030-01-31',
  'date-time': '2030-01-31T12:00:00Z',
  time: '12:00:00Z',
  email: 'user@example.com',
  uuid: '00000000-0000-0000-0000-000000000000',
  uri: 'https://example.com',
  url: 'https://example.com',
  hostname: 'example.com',
  ipv4: '192.0.2.1',
  ipv6: '2001:db8::1',
  password: '$PASSWORD',
  byte: 'ZXhhbXBsZQ==',
  binary: '<binary>',
  float: 1.5,
  double: 1.5,
}

function plainExample(type: string, format: string): unknown {
  if (type === 'boolean') return true
  if (type === 'integer') return 1
  if (type === 'number') return 1.5
  return type === 'array' ? [] : (at(formats, format) ?? 'string')
}

/** A copy that ends: an example may be a whole database, and aliases of YAML may share and repeat. */
function bounded(value: unknown, budget: { left: number }, depth: number): unknown {
  if (budget.left-- <= 0 || depth > DEEPEST * 2) return undefined
  if (typeof value === 'string') return value.length > 500 ? `${value.slice(0, 500)}…` : value
  if (Array.isArray(value))
    return value
      .slice(0, 20)
      .map((item) => bounded(item, budget, depth + 1))
      .filter((item) => item !== undefined)
  if (!isTree(value)) return value
  const pairs: [string, unknown][] = []
  for (const [key, inner] of firstEntries(value)) {
    if (budget.left <= 0) break
    pairs.push([key, bounded(inner, budget, depth + 1)])
  }
  return Object.fromEntries(pairs)
}
