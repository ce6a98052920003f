import type { Json } from '@wuku/core/core-types'
import { parseJson } from '@wuku/core/lenient-parsing'
import type { Role } from '../conversation.ts'

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
  typeof value === 'number' && value >= 0 && value <= MAX_TOKEN_COUNT ? Math.round(value) : undefined

/** No message has more tokens; sums of larger ones would be no whole numbers any more. */
const MAX_TOKEN_COUNT = 1e9

/** The result of `JSON.parse` is JSON, although its type does not say so. */
export const jsonOf = (value: unknown): Json => (value === undefined ? null : (value as Json))

export const parseFields = (text: string): Fields | undefined => {
  const value = parseJson(text)
  return isFields(value) ? value : undefined
}

/** Output for people of values that no program foresaw. Values nested too deep to be written are left out. */
export function writeJson(value: unknown): string {
  try {
    return JSON.stringify(value, null, 1) ?? ''
  } catch {
    return ''
  }
}

/** Above this a number counts milliseconds (since 1973), below it seconds (until 5138). */
const LEAST_MILLISECONDS = 1e11

/** Above this it counts microseconds. */
const LEAST_MICROSECONDS = 1e14

const WRITTEN = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}(?::\d{2}(?:[.,]\d{1,9})?)?) ?(Z|[+-]\d{2}:?\d{2})?$/i

/**
 * Milliseconds since the epoch, from a number in seconds, milliseconds or microseconds, or from a date as ISO writes it.
 * A date that names no zone is taken to be in UTC: where it was written is not known, and the answer must not depend on
 * the machine that reads it.
 */
export function parseTimestamp(value: unknown): number | undefined {
  if (typeof value === 'number') return fromNumber(value)
  if (typeof value !== 'string') return undefined
  if (/^\d{9,17}(\.\d{1,9})?$/.test(value)) return fromNumber(Number(value))
  const written = WRITTEN.exec(value.slice(0, 40).trim())
  if (!written) return undefined
  const [, day = '', time = '', zone = 'Z'] = written
  const timestamp = Date.parse(`${day}T${time.replace(',', '.')}${zone.toUpperCase()}`)
  return Number.isNaN(timestamp) || timestamp <= 0 ? undefined : timestamp
}

function fromNumber(value: number): number | undefined {
  if (!(value >= 1) || value >= LEAST_MICROSECONDS * 1000) return undefined
  if (value >= LEAST_MICROSECONDS) return Math.round(value / 1000)
  return Math.round(value >= LEAST_MILLISECONDS ? value : value * 1000)
}

/** The first of these fields that is a text with anything in it. */
export function textIn(fields: Fields, ...keys: readonly string[]): string | undefined {
  for (const key of keys) {
    const value = fields[key]
    if (typeof value === 'string' && value.trim() !== '') return value
  }
  return undefined
}

/** The first of these fields that is a number above zero. */
export const countIn = (fields: Fields, ...keys: readonly string[]): number | undefined =>
  keys.map((key) => countOf(fields[key])).find((count) => count !== undefined && count > 0)

/**
 * Parses JSON inside a string, often the second level; returns any other value unchanged, and `undefined` for broken JSON.
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
