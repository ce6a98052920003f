import type { z } from 'zod'
import { WukuError } from '../../core/errors.ts'
import type { Operation } from '../../engine/operation.ts'
import { editDistance } from '../../text/edit.ts'
import { sayIssue } from './issue.ts'
import type { Arguments } from './mend.ts'
import { typesOf, type ArgumentsShape, type ValueShape } from './shape.ts'

export interface Mistake {
  readonly operation: Operation
  readonly shape: ArgumentsShape
  readonly given: Arguments
  readonly issues: readonly z.core.$ZodIssue[]
}

/** A caller mends ten mistakes at a time; more of them only hide the remedy. */
const ISSUES_SHOWN = 10
/** Names and values come from the caller and may be of any size. */
const SHOWN_CHARS = 80

/** Says what is wrong, what there is, and how a right call looks. */
export function wrongArguments(mistake: Mistake): WukuError {
  const lines = mistake.issues.flatMap((issue) => describeIssue(issue, mistake))
  const shown = lines.slice(0, ISSUES_SHOWN).map((line) => `- ${line}`)
  const more = lines.length > ISSUES_SHOWN ? [`- and ${lines.length - ISSUES_SHOWN} more`] : []
  const said = [`Wrong arguments for ${mistake.operation.name}:`, ...shown, ...more].join('\n')
  return new WukuError(
    'bad-input',
    said,
    [...listArguments(mistake.shape), ...showExample(mistake.operation)].join('\n'),
  )
}

function describeIssue(issue: z.core.$ZodIssue, { shape, given }: Mistake): readonly string[] {
  const at = issue.path.map(String).join('.')
  if (issue.code === 'unrecognized_keys') return issue.keys.map((key) => unknownArgument(key, at, shape))
  if (issue.path.length > 0 && valueAt(given, issue.path) === undefined) return [`${quote(at)} is missing.`]
  const said = brief(sayIssue(issue), 200)
  return [at === '' ? said : `${quote(at)}: ${said}`]
}

function unknownArgument(key: string, inside: string, shape: ArgumentsShape): string {
  if (inside !== '') return `${quote(`${inside}.${key}`)} is not known.`
  const close = closestName(brief(key, SHOWN_CHARS), Object.keys(shape.properties ?? {}))
  return `${quote(key)} is not an argument.${close === undefined ? '' : ` Did you mean "${close}"?`}`
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

function listArguments(shape: ArgumentsShape): readonly string[] {
  const names = Object.entries(shape.properties ?? {})
  if (names.length === 0) return ['It takes no arguments.']
  const lines = names.map(
    ([name, property]) => `- ${name}: ${describeShape(property, shape.required?.includes(name) ?? false)}`,
  )
  return ['Its arguments:', ...lines]
}

function describeShape(shape: ValueShape, required: boolean): string {
  const kind = shape.enum ? shape.enum.map((value) => JSON.stringify(value)).join(' | ') : kindOf(shape)
  const fallback = shape.default === undefined ? '' : `, default ${JSON.stringify(shape.default)}`
  return `${kind}${rangeOf(shape)}${fallback}${required && shape.default === undefined ? ', required' : ''}`
}

function kindOf(shape: ValueShape): string {
  const types = [...typesOf(shape)].join(' or ') || 'any value'
  if (shape.items) return `${types} of ${describeShape(shape.items, false)}`
  return shape.properties ? `${types} {${namesWithin(shape)}}` : types
}

/** `start, end?` */
const namesWithin = ({ properties = {}, required = [] }: ValueShape): string =>
  Object.keys(properties)
    .map((name) => (required.includes(name) ? name : `${name}?`))
    .join(', ')

function rangeOf({ minimum, maximum }: ValueShape): string {
  if (minimum !== undefined && maximum !== undefined) return ` from ${minimum} to ${maximum}`
  if (minimum !== undefined) return `, at least ${minimum}`
  return maximum === undefined ? '' : `, at most ${maximum}`
}

function showExample({ examples }: Operation): readonly string[] {
  const [example] = examples
  return example ? [`Example (${example.says}): ${JSON.stringify(example.input)}`] : []
}
