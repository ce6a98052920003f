import type { Operation } from './base/operation.ts'

/**
 * An answer for a model that pays for every token of it: without nulls, empty lists and empty texts, and without the
 * arguments that it was asked with. An operation may say itself what else its caller can do without (`brief`). A key that
 * is missing means nothing, none or no.
 */
export function briefAnswer(
  { brief }: Pick<Operation, 'brief'>,
  output: unknown,
  input: unknown,
): Record<string, unknown> {
  const entries = Object.entries(Object(brief ? brief(output) : output) as object)
  const inputFields = Object(input) as Record<string, unknown>
  const news = entries.filter(([key, value]) => typeof value !== 'string' || inputFields[key] !== value)
  return Object.fromEntries(withoutEmpty(news))
}

const withoutEmpty = (entries: readonly (readonly [string, unknown])[]): readonly (readonly [string, unknown])[] =>
  entries.map(([key, value]) => [key, pruned(value)] as const).filter(([, value]) => !isEmpty(value))

/** Items of a list keep their places: an empty one stays. */
function pruned(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(pruned)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(withoutEmpty(Object.entries(value)))
}

function isEmpty(value: unknown): boolean {
  if (value === null || value === undefined || value === '') return true
  return typeof value === 'object' && Object.keys(value).length === 0
}
