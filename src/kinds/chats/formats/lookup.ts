import type { Role } from '../conversation.ts'
import { countOf, parseJson, type Fields } from './fields.ts'

/** The first of these fields that is a text with anything in it. */
export function textIn(fields: Fields, ...keys: readonly string[]): string | undefined {
  for (const key of keys) {
    const value = fields[key]
    if (typeof value === 'string' && value.trim() !== '') return value
  }
  return undefined
}

/** The first of these fields that is a number above zero. */
export function countIn(fields: Fields, ...keys: readonly string[]): number | undefined {
  for (const key of keys) {
    const count = countOf(fields[key])
    if (count !== undefined && count > 0) return count
  }
  return undefined
}

/**
 * Parses JSON inside a string, often the second level; returns any other value unchanged, and `undefined` for broken
 * JSON.
 */
export const parsed = (value: unknown): unknown => (typeof value === 'string' ? parseJson(value) : value)

const roles = new Map<unknown, Role>([
  ['user', 'user'],
  ['human', 'user'],
  ['assistant', 'assistant'],
  ['ai', 'assistant'],
  ['model', 'assistant'],
  ['tool', 'tool'],
  ['function', 'tool'],
])

/** Messages without a known role are attributed to the program. */
export const roleOf = (value: unknown): Role =>
  roles.get(typeof value === 'string' ? value.toLowerCase() : value) ?? 'system'
