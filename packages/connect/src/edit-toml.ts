import type { Json } from '@wuku/core/core-types'
import { type Entry, type EntryPath, Uneditable } from './client.ts'

/** The lines of the tables `[servers.name]` and below; `undefined` when there are none. */
export function readTables(text: string, path: EntryPath): string | undefined {
  const { lines, from, to } = locate(text, path)
  return from < 0 ? undefined : lines.slice(from, to).join('\n')
}

export function setTables(text: string, path: EntryPath, entry: Entry): string {
  const { lines, from, to } = locate(text, path)
  const tables = writeTables(path, entry)
  if (from >= 0) return lines.toSpliced(from, to - from, ...tables).join('\n')
  if (text === '') return `${tables.join('\n')}\n`
  // A file without a line break at its end has none afterwards, so that taking the tables out gives it back.
  return text.endsWith('\n') ? `${text}\n${tables.join('\n')}\n` : `${text}\n\n${tables.join('\n')}`
}

export function removeTables(text: string, path: EntryPath): string {
  const { lines, from, to } = locate(text, path)
  if (from < 0) return text
  const begin = lines[from - 1]?.trim() === '' ? from - 1 : from
  return lines.toSpliced(begin, to - begin).join('\n')
}

/** Objects are written as tables of their own, below the values and lists. */
export function writeTables(path: EntryPath, entry: Entry): string[] {
  const name = path.join('.')
  const pairs = Object.entries(entry)
  const values = pairs.filter(([, value]) => !isTable(value)).map(([key, value]) => `${key} = ${toml(value)}`)
  const tables = pairs.flatMap(([key, value]) => {
    const inner = isTable(value) ? Object.entries(value).map(([word, each]) => `${word} = ${toml(each)}`) : []
    return inner.length === 0 ? [] : ['', `[${name}.${key}]`, ...inner]
  })
  return [`[${name}]`, ...values, ...tables]
}

const isTable = (value: Json): value is Entry => typeof value === 'object' && value !== null && !Array.isArray(value)

/** JSON's escapes are TOML's. */
const toml = (value: Json): string =>
  Array.isArray(value) ? `[${value.map((each: Json) => toml(each)).join(', ')}]` : JSON.stringify(value)

/** Lines of the table: `from` is the first, -1 when there is none, and `to` the one after its last. */
function locate(text: string, path: EntryPath) {
  const lines = text.split('\n')
  const headers = headersIn(lines)
  refuseInline(lines, headers, path)
  const isInTable = (name: readonly string[]): boolean => path.every((part, at) => name[at] === part)
  const first = headers.findIndex(({ name }) => isInTable(name))
  if (first < 0) return { lines, from: -1, to: -1 }
  const next = headers.slice(first).find(({ name }) => !isInTable(name))
  return { lines, from: headers[first]?.line ?? -1, to: endOfTable(lines, next?.line ?? lines.length) }
}

/** Blank lines and comments above the next table belong to that one. */
function endOfTable(lines: readonly string[], next: number): number {
  let end = next
  while (end > 0 && /^\s*(#.*)?$/.test(lines[end - 1] ?? '')) end--
  return end
}

interface Header {
  readonly line: number
  readonly name: readonly string[]
}

/** Lines inside a multi-line string are not headers. */
function headersIn(lines: readonly string[]): readonly Header[] {
  const headers: Header[] = []
  let inside = ''
  for (const [line, text] of lines.entries()) {
    const name = inside === '' ? /^\s*\[\s*([^[\]]+?)\s*\]\s*(?:#.*)?$/.exec(text)?.[1] : undefined
    if (name !== undefined) headers.push({ line, name: partsOf(name) })
    for (const [quotes] of text.matchAll(/"""|'''/g)) inside = inside === '' ? quotes : inside === quotes ? '' : inside
  }
  return headers
}

const partsOf = (name: string) => name.split('.').map((part) => part.trim().replace(/^(["'])(.*)\1$/, '$2'))

/** `mcp_servers.wuku = {...}` and its like mean the same and stand elsewhere. */
function refuseInline(lines: readonly string[], headers: readonly Header[], [servers, name]: EntryPath): void {
  const topEnd = headers[0]?.line ?? lines.length
  const top = lines.slice(0, topEnd).some((line) => new RegExp(`^\\s*["']?${servers}["']?\\s*[.=]`).test(line))
  const table = headers.find((header) => header.name.length === 1 && header.name[0] === servers)
  const next = headers.find((header) => table && header.line > table.line)
  const inTable =
    table !== undefined &&
    lines.slice(table.line + 1, next?.line).some((line) => new RegExp(`^\\s*["']?${name}["']?\\s*[.=]`).test(line))
  if (top || inTable) throw new Uneditable(`${servers} is written as an inline table`)
}
