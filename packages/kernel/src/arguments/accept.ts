import { msg, type Text, type Message } from '@wuku/messages/kernel'
import type { Operation } from '../base/operation.ts'
import { inputShape, typesOf, type ValueShape } from './shape.ts'
import type { z } from 'zod'
import { WukuError } from '@wuku/core/errors'
import { isRecord, parseJson } from '@wuku/core/lenient-parsing'
import { editDistance } from '@wuku/text/edits/edit'

/** Input with which the operation runs. Correct arguments pass unchanged; the shape is only examined otherwise. */
export function acceptArguments(operation: Operation, given: Arguments): unknown {
  const asGiven = operation.input.safeParse(given)
  if (asGiven.success) return asGiven.data
  const shape = inputShape(operation)
  const corrected = correctArguments(given, shape, operation.aliases ?? {})
  const parsed = operation.input.safeParse(corrected)
  if (parsed.success) return parsed.data
  throw wrongArguments({ operation, shape, given: corrected, issues: parsed.error.issues })
}

export type Arguments = Readonly<Record<string, unknown>>

/** Mends slips that have one reading only: another spelling of a name, a number in quotes, a `null` for "not given". */
function correctArguments(given: Arguments, shape: ValueShape, aliases: Readonly<Record<string, string>>): Arguments {
  const properties = new Map(Object.entries(shape.properties ?? {}))
  const spellings = spellingsOf(properties, aliases)
  const corrected = new Map<string, unknown>()
  for (const [key, value] of Object.entries(given)) {
    const name = properties.has(key) ? key : (spellings.get(spelling(key)) ?? key)
    const property = properties.get(name)
    // Given under two names, the second stands out as unknown: which one was meant is not ours to guess.
    const isAlreadyGiven = name !== key && (Object.hasOwn(given, name) || corrected.has(name))
    if (!property || isAlreadyGiven) corrected.set(key, value)
    else if (!isAbsent(value, property, shape.required?.includes(name) ?? false))
      corrected.set(name, correctValue(value, property))
  }
  return Object.fromEntries(corrected)
}

/**
 * Every way to write a name: without case, dashes and underscores, by an alias, and a list's name in the singular. A
 * true name wins over an alias.
 */
function spellingsOf(properties: ReadonlyMap<string, ValueShape>, aliases: Readonly<Record<string, string>>) {
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

/** `["a","b"]` in quotes is that array; any other text is its only element. */
function correctValue(value: unknown, shape: ValueShape): unknown {
  const types = typesOf(shape)
  if (typeof value !== 'string') return types.has('object') ? correctObject(value, shape) : value
  if (types.has('string')) return matchChoice(value, shape) ?? value
  const text = value.trim()
  if ((types.has('number') || types.has('integer')) && /^-?\d*\.?\d+$/.test(text)) return Number(text)
  if (types.has('boolean') && /^(true|false)$/i.test(text)) return text.toLowerCase() === 'true'
  const parsed = parseJson(value)
  if (types.has('array')) return Array.isArray(parsed) ? parsed : [value]
  return types.has('object') ? correctObject(parsed === undefined ? value : parsed, shape) : value
}

/** Names within an object have no aliases. */
const correctObject = (value: unknown, shape: ValueShape): unknown =>
  isRecord(value) && shape.properties ? correctArguments(value, shape, {}) : value

const matchChoice = (value: string, shape: ValueShape): unknown =>
  shape.enum?.find((choice) => typeof choice === 'string' && spelling(choice) === spelling(value))

interface Mistake {
  readonly operation: Operation
  readonly shape: ValueShape
  readonly given: Arguments
  readonly issues: readonly z.core.$ZodIssue[]
}

/** A caller corrects ten mistakes at a time; more of them only hide the remedy. */
const ISSUES_SHOWN = 10
/** Names and values come from the caller and may be of any size. */
const SHOWN_CHARS = 80

/** Says what is wrong, what there is, and how a right call looks. */
function wrongArguments(mistake: Mistake): WukuError {
  const lines = mistake.issues.flatMap((issue) => describeIssue(issue, mistake))
  const shown = lines.slice(0, ISSUES_SHOWN).map((line) => msg('listItem', { text: line }))
  const more = lines.length > ISSUES_SHOWN ? [msg('andMoreProblems', { more: lines.length - ISSUES_SHOWN })] : []
  const head = msg('wrongArguments', { name: mistake.operation.name })
  const remedy = [...listArguments(mistake.shape), ...showExample(mistake.operation)]
  return new WukuError('bad-input', below([head, ...shown, ...more]), below(remedy))
}

const below = (lines: readonly Text[]): Text => lines.reduce((before, line) => msg('oneBelowOther', { before, line }))

function describeIssue(issue: z.core.$ZodIssue, { shape, given }: Mistake): readonly Text[] {
  const at = issue.path.map(String).join('.')
  if (issue.code === 'unrecognized_keys') return issue.keys.map((key) => unknownArgument(key, at, shape))
  if (issue.path.length > 0 && valueAt(given, issue.path) === undefined)
    return [msg('placeIsMissing', { place: quote(at) })]
  const problem = describeProblem(issue)
  const short = String(problem).length > 200 ? brief(String(problem), 200) : problem
  return [at === '' ? short : msg('problemAt', { place: quote(at), problem: short })]
}

function unknownArgument(key: string, inside: string, shape: ValueShape): Text {
  if (inside !== '') return msg('isNotKnown', { place: quote(`${inside}.${key}`) })
  const close = closestName(brief(key, SHOWN_CHARS), Object.keys(shape.properties ?? {}))
  return close === undefined
    ? msg('isNoArgument', { place: quote(key) })
    : msg('isNoArgumentDidYouMean', { place: quote(key), close })
}

/** Two letters that changed places make two wrong letters, even in a short name. */
function closestName(key: string, names: readonly string[]): string | undefined {
  const distances = names.map((name) => ({ name, distance: editDistance(key.toLowerCase(), name.toLowerCase(), 3) }))
  const near = distances.filter(({ name, distance }) => distance <= Math.min(3, name.length / 2))
  return near.toSorted((a, b) => a.distance - b.distance)[0]?.name
}

const valueAt = (given: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>((value, key) => (Object(value) as Record<PropertyKey, unknown>)[key], given)

const quote = (text: string): string => `"${brief(text, SHOWN_CHARS)}"`
const brief = (text: string, chars: number): string => (text.length > chars ? `${text.slice(0, chars)}…` : text)

function listArguments(shape: ValueShape): readonly Text[] {
  const names = Object.entries(shape.properties ?? {})
  if (names.length === 0) return [msg('takesNoArguments')]
  const lines = names.map(([name, property]) => {
    const value = describeShape(property, shape.required?.includes(name) ?? false)
    return msg('listItem', { text: msg('argumentIs', { name, value }) })
  })
  return [msg('itsArguments'), ...lines]
}

function describeShape(shape: ValueShape, required: boolean): Text {
  const value = within(shape, shape.enum ? shape.enum.map((each) => JSON.stringify(each)).join(' | ') : kindOf(shape))
  if (shape.default !== undefined) return msg('valueByDefault', { value, fallback: JSON.stringify(shape.default) })
  return required ? msg('valueIsRequired', { value }) : value
}

function kindOf(shape: ValueShape): Text {
  const types = [...typesOf(shape)].join(' | ')
  if (shape.items) return msg('listOfValues', { types, value: describeShape(shape.items, false) })
  if (types === '') return msg('anyValue')
  return shape.properties ? `${types} {${namesWithin(shape)}}` : types
}

/** `start, end?` */
const namesWithin = ({ properties = {}, required = [] }: ValueShape): string =>
  Object.keys(properties)
    .map((name) => (required.includes(name) ? name : `${name}?`))
    .join(', ')

function within({ minimum, maximum }: ValueShape, value: Text): Text {
  if (minimum !== undefined && maximum !== undefined) return msg('valueFromTo', { value, minimum, maximum })
  if (minimum !== undefined) return msg('valueAtLeast', { value, minimum })
  return maximum === undefined ? value : msg('valueAtMost', { value, maximum })
}

function showExample({ examples }: Operation): readonly Text[] {
  const [example] = examples
  return example ? [msg('exampleCall', { label: example.label, input: JSON.stringify(example.input) })] : []
}

/** Problem with a value in plain words: `must be at most 100`. */
export function describeProblem(issue: z.core.$ZodIssue): Text {
  if (issue.code === 'too_big') return bound('atMost', Number(issue.maximum), issue.origin)
  if (issue.code === 'too_small') return bound('atLeast', Number(issue.minimum), issue.origin)
  if (issue.code === 'invalid_type') return typeText(issue.expected)
  if (issue.code === 'invalid_value')
    return msg('mustBeOneOf', { values: issue.values.map((value) => JSON.stringify(value)).join(', ') })
  if (issue.code === 'invalid_union') return describeUnion(issue.errors)
  return issue.message
}

/** Problem with a value that may be of several kinds: the requirements of each kind. */
function describeUnion(kinds: z.core.$ZodIssueInvalidUnion['errors']): Text {
  const problems = kinds.flatMap(([first]) => (first ? [describeProblem(first)] : []))
  const different = [...new Map(problems.map((problem) => [String(problem), problem])).values()]
  return different.reduce((first, second) => msg('eitherProblem', { first, second }), different.shift() ?? '')
}

const types = {
  string: 'mustBeText',
  number: 'mustBeNumber',
  int: 'mustBeWholeNumber',
  boolean: 'mustBeTrueOrFalse',
  array: 'mustBeList',
  object: 'mustBeObject',
} as const

const typeText = (type: string): Message =>
  Object.hasOwn(types, type) ? msg(types[type as keyof typeof types]) : msg('mustBeOfType', { type })

const bounds = {
  atMost: { characters: 'atMostCharacters', entry: 'atMostEntry', entries: 'atMostEntries', number: 'atMost' },
  atLeast: { characters: 'atLeastCharacters', entry: 'atLeastEntry', entries: 'atLeastEntries', number: 'atLeast' },
} as const

function bound(how: keyof typeof bounds, limit: number, origin: string): Message {
  const { characters, entry, entries, number } = bounds[how]
  if (origin === 'string') return limit === 1 ? msg('mustNotBeEmpty') : msg(characters, { limit })
  if (origin === 'array') return msg(limit === 1 ? entry : entries, { limit })
  return msg(number, { limit })
}
