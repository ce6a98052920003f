import type { Json } from '../../../core/words.ts'

/** An object that another program wrote as JSON: what is not there, or of another type than expected, counts as absent. */
export type Fields = { readonly [key: string]: unknown }

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const fieldsOf = (value: unknown): Fields => (isFields(value) ? value : {})

export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** Never empty. */
export const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined

export const countOf = (value: unknown): number | undefined =>
  typeof value === 'number' && value >= 0 && value <= MOST_COUNTED ? Math.round(value) : undefined

/** No message has more tokens; sums of larger ones would be no whole numbers any more. */
const MOST_COUNTED = 1e9

/** What `JSON.parse` gave is JSON; only its type does not say so. */
export const jsonOf = (value: unknown): Json => (value === undefined ? null : (value as Json))

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export const parseFields = (text: string): Fields | undefined => {
  const value = parseJson(text)
  return isFields(value) ? value : undefined
}

/** For what people should read and no program foresaw. What is nested too deep to be written is left out. */
export function writeJson(value: unknown): string {
  try {
    return JSON.stringify(value, null, 1) ?? ''
  } catch {
    return ''
  }
}
