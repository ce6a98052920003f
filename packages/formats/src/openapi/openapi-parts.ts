import { codeSpan, fence, gfmTable } from '../writing/write-markdown.ts'
import type { PageWriter } from '../writing/page-writer.ts'
import { exampleOf, exampleText, schemaExample } from './examples.ts'
import type { Body, Operation, Response } from './operation.ts'
import { curlOf } from './request.ts'
import {
  at,
  firstEntries,
  isTree,
  listAt,
  resolve,
  type Tree,
  treeOf,
  typesOf,
  wordsAt,
  wordsOf,
  referenceName,
  referenceOf,
} from './openapi-tree.ts'
import { describedBelow, firstSentence, joined, onOneLine } from './openapi-text.ts'

/** One operation, all that is needed to call it. */
export function writeOperation(writer: PageWriter, root: Tree, operation: Operation): void {
  const { about, method, path, isWebhook, body, responses } = operation
  const address = `${isWebhook ? 'Webhook ' : ''}${method} ${path}`.replaceAll(/\s+/g, ' ')
  const [summary, text] = [onOneLine(wordsAt(about, 'summary')), wordsAt(about, 'description')]
  const anchor = wordsAt(about, 'operationId') || `${method.toLowerCase()}-${path}`
  const title = summary === '' ? address : `${address}: ${summary}`
  writer.openPart({ title, anchor, description: summary || firstSentence(text) })
  writer.heading(2, address, anchor)
  writer.block(summary)
  if (text.trim() !== summary) writer.block(describedBelow(2, text))
  writer.block(remarks(about))
  writeParameters(writer, operation, root)
  if (body) writeBody(writer, root, body)
  writeResponses(writer, root, responses)
  if (!isWebhook) writer.block(`**Example request**\n\n${fence(curlOf(root, operation), 'bash')}`)
  writeExample(writer, root, responses)
  writer.closePart()
}

function remarks(about: Tree): string {
  const tags = listAt(about, 'tags').slice(0, 100).map(wordsOf).join(', ').slice(0, 200)
  const security = listAt(about, 'security')
    .slice(0, 10)
    .flatMap((each) => firstEntries(each, 10).map(([name]) => name))
    .slice(0, 10)
  const name = wordsAt(about, 'operationId')
  const remarksOnUse = [
    at(about, 'deprecated') === true ? '**Deprecated.**' : '',
    name === '' ? '' : `Operation: ${codeSpan(name)}.`,
    tags === '' ? '' : `Tags: ${tags}.`,
    security.length === 0 ? '' : `Security: ${[...new Set(security)].join(', ')}.`,
  ]
  return joined(remarksOnUse, ' ')
}

function writeParameters(writer: PageWriter, { parameters }: Operation, root: Tree): void {
  if (parameters.length === 0) return
  const rows = parameters.map((parameter) => {
    const [[, media] = []] = firstEntries(at(parameter, 'content'), 1)
    const schema = at(parameter, 'schema') ?? at(treeOf(media), 'schema') ?? parameter
    const limits = limitWords(resolve(root, schema))
    const about = joined([onOneLine(wordsAt(parameter, 'description')), limits.join(', ')], ' — ')
    const name = wordsAt(parameter, 'name') || typeWords(parameter)
    const isRequired = at(parameter, 'required') === true ? 'yes' : 'no'
    return [codeSpan(name), wordsAt(parameter, 'in'), typeWords(schema), isRequired, about]
  })
  writer.block(`**Parameters**\n\n${gfmTable([['Name', 'In', 'Type', 'Required', 'Description'], ...rows], true)}`)
}

function writeBody(writer: PageWriter, root: Tree, { about, isRequired, type, media }: Body): void {
  const schema = at(media, 'schema')
  const facts = [codeSpan(type), schema === undefined ? '' : typeWords(schema), isRequired ? 'required' : '']
  writer.block(`**Request body** (${joined(facts) || 'of any type'})`)
  writer.block(describedBelow(2, wordsAt(about, 'description')))
  writer.block(schemaList(root, schema, { depth: 2, lines: 60 }))
}

/** Successful responses are described in full, all others by name only. */
function writeResponses(writer: PageWriter, root: Tree, responses: readonly Response[]): void {
  if (responses.length === 0) return
  const lines = responses.map(({ status, about, type, media }) => {
    const schema = media === undefined ? undefined : at(media, 'schema')
    const facts = joined([codeSpan(type), schema === undefined ? '' : typeWords(schema)])
    const list =
      schema !== undefined && /^(?:2|default)/.test(status) ? schemaList(root, schema, { depth: 1, lines: 40 }) : ''
    const head = `- ${codeSpan(status)} ${onOneLine(wordsAt(about, 'description'))}${facts === '' ? '' : ` (${facts})`}`
    return list === '' ? head : `${head}\n${list.replaceAll(/^/gm, '  ')}`
  })
  writer.block(`**Responses**\n\n${lines.join('\n')}`)
}

function writeExample(writer: PageWriter, root: Tree, responses: readonly Response[]): void {
  const good = responses.find(({ status, media }) => /^(?:2|default)/.test(status) && media !== undefined)
  if (!good?.media) return
  const example = exampleOf(root, good.media)
  const text = example === undefined ? '' : exampleText(example)
  if (text !== '')
    writer.block(
      `**Example response** (${good.status})\n\n${fence(text, good.type.includes('xml') ? 'xml' : good.type.includes('json') ? 'json' : '')}`,
    )
}

/** A schema that operations speak of by name. */
export function writeSchema(writer: PageWriter, root: Tree, name: string, schema: Tree): void {
  const text = wordsAt(schema, 'description')
  writer.openPart({ title: `${name} (schema)`, anchor: `schema-${name}`, description: firstSentence(text) })
  writer.heading(2, `Schema ${name}`, `schema-${name}`)
  writer.block(
    `${codeSpan(name)} is ${/^[aeiou]/.test(typeWords(schema)) ? 'an' : 'a'} ${[typeWords(schema), ...limitWords(schema)].join(', ')}.`,
  )
  writer.block(describedBelow(2, text))
  writer.block(schemaList(root, schema, { depth: 2, lines: 120 }))
  const example = schemaExample(root, schema)
  if (isTree(example) && Object.keys(example).length > 0)
    writer.block(`**Example**\n\n${fence(exampleText(example), 'json')}`)
  writer.closePart()
}

/** The type of a schema in a few words: `array of Pet`, `string (date-time) or null`. */
function typeWords(value: unknown, depth = 0): string {
  const schema = treeOf(value)
  const reference = referenceOf(schema)
  if (reference !== undefined) return shownReference(reference)
  if (depth > DEEPEST) return '…'
  const combined = joinedWords(schema, depth)
  if (combined !== undefined) return combined + (at(schema, 'nullable') === true ? ' or null' : '')
  const types = typesOf(schema).filter((type) => type !== '')
  const typeNames = types.length > 0 ? types : [guessed(schema)]
  const words = typeNames.slice(0, MAX_NAMED).map((type) => oneType(type, schema, depth))
  if (at(schema, 'nullable') === true && !typeNames.includes('null')) words.push('null')
  return words.join(' or ')
}

/** One that leads out of the file is named and never read. */
const shownReference = (reference: string): string =>
  reference.startsWith('#')
    ? referenceName(reference)
    : `${referenceName(reference)} (in ${reference.split('#')[0]?.slice(0, 100)})`

const DEEPEST = 4
const MAX_NAMED = 8

function joinedWords(schema: Tree, depth: number): string | undefined {
  for (const [key, word] of [
    ['oneOf', ' or '],
    ['anyOf', ' or '],
    ['allOf', ' and '],
  ] as const) {
    const parts = listAt(schema, key)
    if (parts.length === 0) continue
    const named = [...new Set(parts.slice(0, MAX_NAMED).map((part) => typeWords(part, depth + 1)))]
    return `${named.join(word)}${parts.length > MAX_NAMED ? `${word}…` : ''}`
  }
  return undefined
}

function guessed(schema: Tree): string {
  if (at(schema, 'properties') !== undefined || at(schema, 'additionalProperties') !== undefined) return 'object'
  if (at(schema, 'items') !== undefined) return 'array'
  const [first] = listAt(schema, 'enum')
  return first === undefined ? (at(schema, 'const') === undefined ? 'any' : typeof at(schema, 'const')) : typeof first
}

function oneType(type: string, schema: Tree, depth: number): string {
  if (type === 'array') return `array of ${typeWords(at(schema, 'items'), depth + 1)}`
  const values = at(schema, 'additionalProperties')
  if (type === 'object' && at(schema, 'properties') === undefined && typeof values === 'object')
    return `map of ${typeWords(values, depth + 1)}`
  const format = wordsAt(schema, 'format')
  return format === '' || type === 'null' ? type : `${type} (${format})`
}

/** Constraints of a value apart from its type: `one of a, b`, `default 20`, `1 to 100`. */
function limitWords(schema: Tree): readonly string[] {
  const values = listAt(schema, 'enum')
  const [minimum, maximum] = [wordsAt(schema, 'minimum'), wordsAt(schema, 'maximum')]
  const [shortest, longest] = [wordsAt(schema, 'minLength'), wordsAt(schema, 'maxLength')]
  const pattern = wordsAt(schema, 'pattern').slice(0, 100)
  return [
    values.length > 0
      ? `one of ${values.slice(0, MAX_VALUES).map(code).join(', ')}${values.length > MAX_VALUES ? ', …' : ''}`
      : '',
    at(schema, 'const') === undefined ? '' : `always ${code(at(schema, 'const'))}`,
    isPlain(at(schema, 'default')) ? `default ${code(at(schema, 'default'))}` : '',
    range(minimum, maximum, ''),
    range(shortest, longest, ' characters'),
    pattern === '' ? '' : `pattern ${code(pattern)}`,
    at(schema, 'readOnly') === true ? 'read only' : '',
    at(schema, 'writeOnly') === true ? 'write only' : '',
    at(schema, 'deprecated') === true ? 'deprecated' : '',
  ].filter((words) => words !== '')
}

const MAX_VALUES = 30

const code = (value: unknown): string => {
  const text = typeof value === 'string' ? value : isPlain(value) ? String(value) : '…'
  return text === '' ? '""' : `\`${text.replaceAll('`', "'").replaceAll(/\s+/g, ' ').slice(0, 100)}\``
}

const isPlain = (value: unknown): boolean => ['string', 'number', 'boolean'].includes(typeof value)

function range(minimum: string, maximum: string, unit: string): string {
  if (minimum !== '' && maximum !== '') return `${minimum} to ${maximum}${unit}`
  if (minimum !== '') return `at least ${minimum}${unit}`
  return maximum === '' ? '' : `at most ${maximum}${unit}`
}

interface SchemaBudget {
  /** Lists in lists, each of which may name a schema of its own. */
  readonly depth: number
  readonly lines: number
}

/** The properties of a schema as a nested list. A schema that holds itself is named there, and so is what is too deep. */
function schemaList(root: Tree, schema: unknown, budget: SchemaBudget): string {
  const lines: string[] = []
  writeProperties({ root, lines, budget, depth: 0, open: [], steps: { left: MAX_STEPS } }, schema)
  if (lines.length > budget.lines) lines.splice(budget.lines, lines.length, '- …')
  return lines.join('\n')
}

interface Listing {
  readonly root: Tree
  readonly lines: string[]
  readonly budget: SchemaBudget
  readonly depth: number
  /** Schemas around this one. */
  readonly open: readonly Tree[]
  readonly steps: { left: number }
}

function writeProperties(listing: Listing, value: unknown): void {
  const { root, lines, budget, depth, open } = listing
  const schema = resolve(root, value)
  if (listing.steps.left-- <= 0) return
  if (open.includes(schema) || depth > budget.depth || open.length > MAX_OPEN || lines.length > budget.lines) return
  const inner: Listing = { ...listing, open: [...open, schema] }
  for (const part of listAt(schema, 'allOf')) writeProperties(inner, part)
  writeChoices(inner, schema)
  const required = new Set(listAt(schema, 'required').slice(0, MAX_REQUIRED).map(wordsOf))
  for (const [name, property] of propertiesOf(schema)) {
    if (lines.length > budget.lines) return
    lines.push(
      `${'  '.repeat(depth)}- ${codeSpan(name) || '`""`'} ${propertyFacts(root, property, required.has(name))}`,
    )
    writeProperties({ ...inner, depth: depth + 1 }, property)
  }
  if (at(schema, 'items') !== undefined) writeProperties(inner, at(schema, 'items'))
  if (isTree(at(schema, 'additionalProperties'))) writeProperties(inner, at(schema, 'additionalProperties'))
}

/** Arrays of arrays and parts of parts do not make the list deeper, but the stack. */
const MAX_OPEN = 30

/** Parts of parts that say nothing make no lines, but twice as many steps at each level. */
const MAX_STEPS = 2_000

/** Required names read of one schema; the schema is listed wherever it is named. */
const MAX_REQUIRED = 1_000

const propertiesOf = (schema: Tree): readonly (readonly [string, unknown])[] => firstEntries(at(schema, 'properties'))

/** Each alternative gets a line of its own, unless all of them are scalars. */
function writeChoices(listing: Listing, schema: Tree): void {
  const { root, lines, depth, budget } = listing
  const choices = [...listAt(schema, 'oneOf'), ...listAt(schema, 'anyOf')].slice(0, MAX_CHOICES)
  for (const choice of choices) {
    const resolved = resolve(root, choice)
    if (propertiesOf(resolved).length === 0 && at(resolved, 'allOf') === undefined) continue
    if (lines.length > budget.lines) return
    const title = wordsAt(resolved, 'title')
    const name = referenceOf(treeOf(choice)) === undefined && title !== '' ? title : typeWords(choice)
    lines.push(`${'  '.repeat(depth)}- either ${name}`)
    writeProperties({ ...listing, depth: depth + 1 }, choice)
  }
}

const MAX_CHOICES = 12

function propertyFacts(root: Tree, property: unknown, isRequired: boolean): string {
  const resolved = resolve(root, property)
  const about = onOneLine(wordsAt(treeOf(property), 'description') || wordsAt(resolved, 'description'))
  const words = [typeWords(property), ...(isRequired ? ['required'] : []), ...limitWords(resolved)].join(', ')
  return `(${words})${about === '' ? '' : `: ${about}`}`
}
