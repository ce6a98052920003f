import { parseJson } from '@wuku/core/lenient-parsing'
import { nameOf } from './path-index.ts'

/** Whether the file says how imports of other files are resolved: its text is handed to `createResolver`. */
export const isConfigPath = (path: string): boolean => CONFIG.test(nameOf(path))

const CONFIG =
  /^(?:(?:ts|js)config(?:\.[^/]*)?\.json|package\.json|pnpm-workspace\.yaml|go\.(?:mod|work)|Cargo\.toml|pyproject\.toml|setup\.cfg|composer\.json|pubspec\.yaml)$/

/** A larger one is data. */
const CONFIG_CHARS = 1_000_000

export type Fields = { readonly [key: string]: unknown }

/** An object of JSON with comments and trailing commas; empty when it is none, as broken files are. */
export const readJson = (text: string): Fields =>
  text.length > CONFIG_CHARS ? {} : fieldsOf(parseJson(withoutComments(text)))

export const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {}

export const textsOf = (value: unknown): readonly string[] =>
  (Array.isArray(value) ? value : [value]).filter((each) => typeof each === 'string')

/** By hand, in one pass: a hostile file must not make a pattern look back and forth. */
function withoutComments(text: string): string {
  const tokens: string[] = []
  for (let at = text.startsWith('\uFEFF') ? 1 : 0; at < text.length;) {
    const end = endOfToken(text, at)
    const token = text.slice(at, end)
    if (/^[}\]]/.test(token)) dropComma(tokens)
    if (!/^\/[/*]/.test(token)) tokens.push(token)
    at = end
  }
  return tokens.join('')
}

function endOfToken(text: string, start: number): number {
  if (text.startsWith('//', start)) return endAt(text.indexOf('\n', start), text)
  if (text.startsWith('/*', start)) return endAt(text.indexOf('*/', start + 2), text, 2)
  if (text[start] === '"') return endOfString(text, start)
  if (/[,{}[\]/]/.test(text[start] ?? '')) return start + 1
  let end = start + 1
  while (end < text.length && !/["/,{}[\]]/.test(text[end] ?? '')) end++
  return end
}

const endAt = (found: number, text: string, more = 0): number => (found < 0 ? text.length : found + more)

function endOfString(text: string, start: number): number {
  let end = start + 1
  while (end < text.length && text[end] !== '"') end += text[end] === '\\' ? 2 : 1
  return end + 1
}

/** The comma before a closing bracket, with the space between them. */
function dropComma(tokens: string[]): void {
  const last = tokens.findLastIndex((token) => token.trim() !== '')
  if (tokens[last] === ',') tokens.splice(last, 1)
}

/**
 * Values of a TOML or INI file by `section.key`, as far as they stand on one line: strings without quotes, lists as
 * their strings. Enough for names and folders.
 */
export function readTables(text: string): ReadonlyMap<string, readonly string[]> {
  const values = new Map<string, readonly string[]>()
  let section = ''
  for (const line of linesOf(text)) {
    const header = /^\s*\[{1,2}([^\]]+)\]/.exec(line)?.[1]?.trim()
    if (header !== undefined) section = header.replaceAll('"', '')
    const equals = header === undefined ? line.indexOf('=') : -1
    if (equals < 1) continue
    const key = line.slice(0, equals).trim().replaceAll('"', '')
    values.set(`${section}.${key}`, stringsIn(line.slice(equals + 1)))
  }
  return values
}

/** Longer lines hold no names, and would make patterns look back and forth. */
export const linesOf = (text: string): readonly string[] =>
  text
    .slice(0, CONFIG_CHARS)
    .split('\n')
    .filter((line) => line.length <= LINE_CHARS)

const LINE_CHARS = 2_000

function stringsIn(value: string): readonly string[] {
  const quoted = value.match(/"[^"]*"|'[^']*'/g)?.map((each) => each.slice(1, -1))
  return quoted ?? [value.trim()].filter((each) => each !== '')
}
