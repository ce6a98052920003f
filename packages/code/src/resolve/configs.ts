import { parse, type ParseError } from 'jsonc-parser'
import { isRecord } from '@wuku/core/lenient-parsing'
import { nameOf } from './path-index.ts'

/** Whether the file says how imports of other files are resolved: its text is handed to `createResolver`. */
export const isConfigPath = (path: string): boolean => CONFIG.test(nameOf(path))

const CONFIG =
  /^(?:(?:ts|js)config(?:\.[^/]*)?\.json|package\.json|pnpm-workspace\.yaml|go\.(?:mod|work)|Cargo\.toml|pyproject\.toml|setup\.cfg|composer\.json|pubspec\.yaml)$/

/** A larger one is data. */
const CONFIG_CHARS = 1_000_000

export type Fields = { readonly [key: string]: unknown }

/** An object of JSON with comments and trailing commas; empty when it is none, as broken files are. */
export function readJson(text: string): Fields {
  if (text.length > CONFIG_CHARS) return {}
  const errors: ParseError[] = []
  try {
    const value: unknown = parse(text.replace(/^\uFEFF/, ''), errors, { allowTrailingComma: true })
    return errors.length === 0 ? fieldsOf(value) : {}
  } catch {
    // No configuration is nested so deep: such a text was made to exhaust the stack.
    return {}
  }
}

export const fieldsOf = (value: unknown): Fields => (isRecord(value) ? value : {})

export const textsOf = (value: unknown): readonly string[] =>
  (Array.isArray(value) ? value : [value]).filter((each) => typeof each === 'string')

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
