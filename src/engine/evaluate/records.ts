import { WukuError } from '../../core/errors.ts'

export type JsonRecord = Readonly<Record<string, unknown>>

/** A record with the place that an error about it names. */
export interface Placed {
  readonly record: JsonRecord
  readonly place: string
}

/** One JSON object a line; in a `.json` file a list of them, or qmd's `{"queries": [...]}`. */
export function readRecords(text: string, file: string): readonly Placed[] {
  if (/\.json$/i.test(file)) return listIn(parse(text, file), file)
  return text.split('\n').flatMap((line, at) => {
    const place = `${file}, line ${at + 1}`
    return line.trim() === '' ? [] : [{ record: asRecord(parse(line, place), place), place }]
  })
}

function listIn(value: unknown, file: string): readonly Placed[] {
  const list = Array.isArray(value) ? value : asRecord(value, file)['queries']
  if (!Array.isArray(list)) throw badRecord(file, 'has no list "queries"')
  return list.map((each, at) => {
    const place = `${file}, question ${at + 1}`
    return { record: asRecord(each, place), place }
  })
}

function parse(text: string, place: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch (cause) {
    throw badRecord(place, 'is not JSON', { cause })
  }
}

function asRecord(value: unknown, place: string): JsonRecord {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as JsonRecord
  throw badRecord(place, 'is not an object')
}

/** The first of some keys that is there. */
export const valueOf = (record: JsonRecord, keys: readonly string[]): unknown =>
  keys.map((key) => record[key]).find((value) => value !== undefined && value !== null)

/** Text or a number, as ids come. */
export function textOf(record: JsonRecord, keys: readonly string[]): string {
  const value = valueOf(record, keys)
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

export const badRecord = (place: string, said: string, options?: ErrorOptions): WukuError =>
  new WukuError(
    'bad-input',
    `${place}: it ${said}.`,
    'Write one question per line: {"query": "how are keys rotated", "expected": ["handbook/keys.md"]}.',
    options,
  )
