import { at, listOf, referenceName, referenceOf, type Tree, treeOf, wordsOf } from './tree.ts'

/** The type of a schema in a few words: `array of Pet`, `string (date-time) or null`. */
export function typeWords(value: unknown, depth = 0): string {
  const schema = treeOf(value)
  const reference = referenceOf(schema)
  if (reference !== undefined) return shownReference(reference)
  if (depth > DEEPEST) return '…'
  const joined = joinedWords(schema, depth)
  if (joined !== undefined) return joined + (at(schema, 'nullable') === true ? ' or null' : '')
  const types = [at(schema, 'type')]
    .flat()
    .map(wordsOf)
    .filter((type) => type !== '')
  const said = types.length > 0 ? types : [guessed(schema)]
  const words = said.slice(0, MOST_NAMED).map((type) => oneType(type, schema, depth))
  if (at(schema, 'nullable') === true && !said.includes('null')) words.push('null')
  return words.join(' or ')
}

/** One that leads out of the file is named and never read. */
export const shownReference = (reference: string): string =>
  reference.startsWith('#')
    ? referenceName(reference)
    : `${referenceName(reference)} (in ${reference.split('#')[0]?.slice(0, 100)})`

const DEEPEST = 4
const MOST_NAMED = 8

function joinedWords(schema: Tree, depth: number): string | undefined {
  for (const [key, word] of [
    ['oneOf', ' or '],
    ['anyOf', ' or '],
    ['allOf', ' and '],
  ] as const) {
    const parts = listOf(at(schema, key))
    if (parts.length === 0) continue
    const named = [...new Set(parts.slice(0, MOST_NAMED).map((part) => typeWords(part, depth + 1)))]
    return `${named.join(word)}${parts.length > MOST_NAMED ? `${word}…` : ''}`
  }
  return undefined
}

function guessed(schema: Tree): string {
  if (at(schema, 'properties') !== undefined || at(schema, 'additionalProperties') !== undefined) return 'object'
  if (at(schema, 'items') !== undefined) return 'array'
  const [first] = listOf(at(schema, 'enum'))
  return first === undefined ? (at(schema, 'const') === undefined ? 'any' : typeof at(schema, 'const')) : typeof first
}

function oneType(type: string, schema: Tree, depth: number): string {
  if (type === 'array') return `array of ${typeWords(at(schema, 'items'), depth + 1)}`
  const values = at(schema, 'additionalProperties')
  if (type === 'object' && at(schema, 'properties') === undefined && typeof values === 'object')
    return `map of ${typeWords(values, depth + 1)}`
  const format = wordsOf(at(schema, 'format'))
  return format === '' || type === 'null' ? type : `${type} (${format})`
}

/** What a value must be, beside its type: `one of a, b`, `default 20`, `1 to 100`. */
export function limitWords(schema: Tree): readonly string[] {
  const values = listOf(at(schema, 'enum'))
  const [least, most] = [wordsOf(at(schema, 'minimum')), wordsOf(at(schema, 'maximum'))]
  const [shortest, longest] = [wordsOf(at(schema, 'minLength')), wordsOf(at(schema, 'maxLength'))]
  const pattern = wordsOf(at(schema, 'pattern')).slice(0, 100)
  return [
    values.length > 0
      ? `one of ${values.slice(0, MOST_VALUES).map(code).join(', ')}${values.length > MOST_VALUES ? ', …' : ''}`
      : '',
    at(schema, 'const') === undefined ? '' : `always ${code(at(schema, 'const'))}`,
    isPlain(at(schema, 'default')) ? `default ${code(at(schema, 'default'))}` : '',
    range(least, most, ''),
    range(shortest, longest, ' characters'),
    pattern === '' ? '' : `pattern ${code(pattern)}`,
    at(schema, 'readOnly') === true ? 'read only' : '',
    at(schema, 'writeOnly') === true ? 'write only' : '',
    at(schema, 'deprecated') === true ? 'deprecated' : '',
  ].filter((words) => words !== '')
}

const MOST_VALUES = 30

const code = (value: unknown): string => {
  const text = typeof value === 'string' ? value : isPlain(value) ? String(value) : '…'
  return text === '' ? '""' : `\`${text.replaceAll('`', "'").replaceAll(/\s+/g, ' ').slice(0, 100)}\``
}

const isPlain = (value: unknown): boolean => ['string', 'number', 'boolean'].includes(typeof value)

function range(least: string, most: string, unit: string): string {
  if (least !== '' && most !== '') return `${least} to ${most}${unit}`
  if (least !== '') return `at least ${least}${unit}`
  return most === '' ? '' : `at most ${most}${unit}`
}
