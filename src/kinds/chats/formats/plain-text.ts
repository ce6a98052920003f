import { fieldsOf } from './fields.ts'
import { parsed } from './lookup.ts'

/**
 * Text as people read it. Programs wrap it in JSON, often twice; where no member of an object is its body, all of them are
 * told line by line, with their names.
 */
export function plainText(value: unknown, depth = 0): string {
  if (typeof value === 'string') return unwrapped(value, depth)
  if (value === null || value === undefined) return ''
  if (typeof value !== 'object') return String(value)
  if (depth > MOST_DEPTH) return ''
  if (Array.isArray(value)) return joined(value.map((each) => plainText(each, depth + 1)))
  const fields = fieldsOf(value)
  const body = bodies.find((key) => isThere(fields[key]))
  if (body !== undefined) return plainText(fields[body], depth + 1)
  return joined(Object.entries(fields).map(([key, each]) => labelled(key, plainText(each, depth + 1))))
}

/** Deeper ones would overflow the stack. */
const MOST_DEPTH = 64

/** Where programs put what a tool said, the likeliest first. */
const bodies = ['text', 'content', 'contents', 'output', 'result', 'stdout', 'error', 'message']

const isThere = (value: unknown): boolean =>
  Array.isArray(value) ? value.length > 0 : value !== null && value !== undefined && value !== '' && value !== false

function unwrapped(text: string, depth: number): string {
  if (depth > MOST_DEPTH || !/^\s*(?:[{[]|"[^]*"\s*$)/.test(text)) return text
  const inner = parsed(text)
  return inner === undefined ? text : plainText(inner, depth + 1)
}

const joined = (lines: readonly string[]): string => lines.filter((line) => line !== '').join('\n')

function labelled(name: string, text: string): string {
  if (text === '') return ''
  return text.includes('\n') ? `${name}:\n${text}` : `${name}: ${text}`
}
