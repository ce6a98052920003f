import type { z } from 'zod'

/** What is wrong with a value, as one would say it: `must be at most 100`. */
export function sayIssue(issue: z.core.$ZodIssue): string {
  if (issue.code === 'too_big') return bound('at most', Number(issue.maximum), issue.origin)
  if (issue.code === 'too_small') return bound('at least', Number(issue.minimum), issue.origin)
  if (issue.code === 'invalid_type') return `must be ${TYPES[issue.expected] ?? `of type ${issue.expected}`}`
  if (issue.code === 'invalid_value')
    return `must be one of ${issue.values.map((value) => JSON.stringify(value)).join(', ')}`
  if (issue.code === 'invalid_union') return sayUnion(issue.errors)
  return issue.message
}

/** Of values that may be of several kinds: what each kind asks for. */
const sayUnion = (kinds: z.core.$ZodIssueInvalidUnion['errors']): string =>
  [...new Set(kinds.flatMap(([first]) => (first ? [sayIssue(first)] : [])))].join(', or ')

const TYPES: Readonly<Partial<Record<string, string>>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
}

function bound(how: string, limit: number, origin: string): string {
  if (origin === 'string') return limit === 1 ? 'must not be empty' : `must have ${how} ${limit} characters`
  if (origin === 'array') return `must have ${how} ${limit} ${limit === 1 ? 'entry' : 'entries'}`
  return `must be ${how} ${limit}`
}
