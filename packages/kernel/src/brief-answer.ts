import type { Operation } from './base/operation.ts'

/**
 * An answer for a model that pays for every token of it: without nulls, empty lists and empty texts, and without the
 * arguments that it was asked with. An operation may say itself what else its caller can do without (`brief`). A key that
 * is missing means nothing, none or no.
 */
export function briefAnswer({ brief }: Pick<Operation, 'brief'>, output: unknown, input: unknown) {
  const inputFields = Object(input) as Record<string, unknown>
  const isNews = (key: string, value: unknown): boolean => typeof value !== 'string' || inputFields[key] !== value
  return withoutEmpty(Object(brief ? brief(output) : output) as object, isNews)
}

function withoutEmpty(fields: object, isNews?: (key: string, value: unknown) => boolean) {
  const left: (readonly [string, unknown])[] = []
  for (const [key, given] of Object.entries(fields) as [string, unknown][]) {
    if (isNews?.(key, given) === false) continue
    const value = pruned(given)
    if (!isEmpty(value)) left.push([key, value])
  }
  return Object.fromEntries(left)
}

/** Items of a list keep their places: an empty one stays. */
function pruned(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(pruned)
  if (typeof value !== 'object' || value === null) return value
  return withoutEmpty(value)
}

function isEmpty(value: unknown): boolean {
  if (value === null || value === undefined || value === '') return true
  return typeof value === 'object' && Object.keys(value).length === 0
}
