import { isDeepStrictEqual } from 'node:util'
import { isMap, isScalar, parseDocument, type Document } from 'yaml'
import { type Entry, type EntryPath, Uneditable } from './client.ts'

export function readYaml(text: string, [table, name]: EntryPath): unknown {
  const servers: unknown = parse(text).toJS()?.[table]
  return typeof servers === 'object' && servers !== null ? (servers as Record<string, unknown>)[name] : undefined
}

/**
 * Everything else stays as it is, comments and spaces too: the parsed document gives the positions of lines, and lines
 * are inserted and removed. A table written in braces is printed again by the document itself, which keeps its comments.
 */
export function setYaml(text: string, path: EntryPath, entry: Entry): string {
  if (isDeepStrictEqual(readYaml(text, path), entry)) return text
  return edited(text, path, entry)
}

export function removeYaml(text: string, path: EntryPath): string {
  if (readYaml(text, path) === undefined) return text
  return edited(text, path, undefined)
}

export const writeYaml = ([table, name]: EntryPath, entry: Entry) => [`${table}:`, ...entryLines(name, entry, '  ')]

/** JSON's values are YAML's. */
const entryLines = (name: string, entry: Entry, indent: string): string[] => [
  `${indent}${name}:`,
  ...Object.entries(entry).map(([key, value]) => `${indent}  ${key}: ${JSON.stringify(value)}`),
]

function parse(text: string): Document {
  const document = parseDocument(text, { logLevel: 'silent' })
  const [error] = document.errors
  if (error) throw new Uneditable(error.message.split('\n')[0])
  try {
    document.toJS()
  } catch (thrown) {
    // An alias that names nothing shows only here.
    throw new Uneditable(thrown instanceof Error ? thrown.message : String(thrown))
  }
  if (document.contents !== null && !isMap(document.contents)) throw new Uneditable('the file is not a map')
  return document
}

const isInBraces = (document: Document, table: string): boolean => {
  const servers = document.get(table)
  return isMap(servers) && servers.flow === true
}

function inBraces(text: string, path: EntryPath, entry: Entry | undefined): string {
  const document = parse(text)
  if (entry) document.setIn(path, document.createNode(entry))
  else document.deleteIn(path)
  return document.toString({ lineWidth: 0 })
}

/** Before its first neighbour, since what follows the last one may belong to what comes next. */
function putLines(text: string, path: EntryPath, entry: Entry): string {
  const newline = text.includes('\r\n') ? '\r\n' : '\n'
  const bare = readYaml(text, path) === undefined ? text : removeLines(text, path, { keepsTable: true })
  const lines = bare.split(newline)
  const table = lineOfKey(bare, path[0])
  if (table === undefined) {
    const isEnded = bare === '' || bare.endsWith('\n')
    return `${bare}${isEnded ? '' : newline}${writeYaml(path, entry).join(newline)}${isEnded ? newline : ''}`
  }
  const first = lines.slice(table + 1).find((line) => /^\s*[^\s#]/.test(line))
  const indent = /^\s+/.exec(first ?? '')?.[0] ?? '  '
  return lines.toSpliced(table + 1, 0, ...entryLines(path[1], entry, indent)).join(newline)
}

function removeLines(text: string, path: EntryPath, { keepsTable = false } = {}): string {
  const newline = text.includes('\r\n') ? '\r\n' : '\n'
  const lines = text.split(newline)
  const table = lineOfKey(text, path[0])
  const own = lineOfKey(text, ...path)
  if (table === undefined || own === undefined) throw new Uneditable(`${path[0]} cannot be edited line by line`)
  const indent = indentOf(lines[own] ?? '')
  let end = own + 1
  while (end < lines.length && /\S/.test(lines[end] ?? '') && indentOf(lines[end] ?? '') > indent) end++
  const servers = parse(text).get(path[0])
  const isLast = !keepsTable && isMap(servers) && servers.items.length === 1 && own === table + 1
  const rest = lines.toSpliced(isLast ? table : own, end - (isLast ? table : own))
  return rest.join(newline)
}

const indentOf = (line: string): number => /^\s*/.exec(line)?.[0].length ?? 0

/** The line on which a key stands, from 0. */
function lineOfKey(text: string, ...keys: readonly string[]): number | undefined {
  let node: unknown = parse(text).contents
  let offset: number | undefined
  for (const key of keys) {
    if (!isMap(node)) return undefined
    const pair = node.items.find((item) => isScalar(item.key) && item.key.value === key)
    if (!pair || !isScalar(pair.key)) return undefined
    offset = pair.key.range?.[0]
    node = pair.value
  }
  return offset === undefined ? undefined : text.slice(0, offset).split('\n').length - 1
}

/** Lines are no syntax: what came out is read again, and must say the same but for our entry. */
function edited(before: string, path: EntryPath, entry: Entry | undefined): string {
  const [table, name] = path
  const inLines = (): string => (entry ? putLines(before, path, entry) : removeLines(before, path))
  const after = isInBraces(parse(before), table) ? inBraces(before, path, entry) : inLines()
  const valueOf = (text: string): Record<string, unknown> => {
    const { [table]: servers, ...others } = parse(text).toJS() ?? {}
    const { [name]: _own, ...neighbours } = (servers ?? {}) as Record<string, unknown>
    return { ...others, [table]: neighbours }
  }
  const isSame = isDeepStrictEqual(valueOf(before), valueOf(after)) && isDeepStrictEqual(readYaml(after, path), entry)
  if (isSame) return after
  throw new Uneditable(`${table} is written in a way that cannot be edited line by line`)
}
