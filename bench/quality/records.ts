import { readFileSync } from 'node:fs'

export type JsonRecord = Readonly<Record<string, unknown>>

/** One JSON object a line. */
export const readRecords = (file: string): readonly JsonRecord[] =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line) as JsonRecord)

export function text(record: JsonRecord, key: string): string {
  const value = record[key]
  return typeof value === 'string' ? value : ''
}

export function list(record: JsonRecord, key: string): readonly string[] {
  const value = record[key]
  return Array.isArray(value) ? value.map(String) : []
}
