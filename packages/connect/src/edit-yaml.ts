import { isDeepStrictEqual } from 'node:util'
import { isMap, isScalar, parseDocument, type Document } from 'yaml'
import type { Json } from '@wuku/core/core-types'

/** Thrown when the file is no YAML, or is written in a way that cannot be edited line by line. */
export class UneditableYaml extends Error {}

export type YamlPath = readonly [table: string, name: string]

type Entry = Readonly<Record<string, Json>>

export function readYaml(text: string, [table, name]: YamlPath): unknown {
  const servers: unknown = parse(text).toJS()?.[table]
  return typeof servers === 'object' && servers !== null ? (servers as Record<string, unknown>)[name] : undefined
}

/**
 * Everything else stays as it is, comments and spaces too: the parsed document gives the positions of lines, and lines
 * are inserted and removed. A table written in braces is printed again by the document itself, which keeps its comments.
 */
export function setYaml(text: string, path: YamlPath, entry: Entry): string {
  if (isDeepStrictEqual(readYaml(text, path), entry)) return text
  const after = isInBraces(parse(text), path[0]) ? inBraces(text, path, entry) : putLines(text, path, entry)
  return requireNoOtherChange({ before: text, after, path, entry })
}

export function removeYaml(text: string, path: YamlPath): string {
  if (readYaml(text, path) === undefined) return text
  const after = isInBraces(parse(text), path[0]) ? inBraces(text, path, undefined) : removeLines(text, path)
  return requireNoOtherChange({ before: text, after, path, entry: undefined })
}

export const writeYaml = ([table, name]: YamlPath, entry: Entry): string[] => [
  `${table}:`,
  ...entryLines(name, entry, '  '),
]

/** JSON's values are YAML's. */
const entryLines = (name: string, entry: Entry, indent: string): string[] => [
  `${indent}${name}:`,
  ...Object.entries(entry).map(([key, value]) => `${indent}  ${key}: ${JSON.stringify(value)}`),
]

function parse(text: string): Document {
  const document = parseDocument(text, { logLevel: 'silent' })
  const [error] = document.errors
  if (error) throw new UneditableYaml(error.message.split('\n')[0])
  try {
    document.toJS()
  } catch (thrown) {
    // An alias that names nothing shows only here.
    throw new UneditableYaml(thrown instanceof Error ? thrown.message : String(thrown))
  }
  if (document.contents !== null && !isMap(document.contents)) throw new UneditableYaml('the file is not a map')
  return document
}

const isInBraces = (document: Document, table: string): boolean => {
  const servers = document.get(table)
  return isMap(servers) && servers.flow === true
}

function inBraces(text: string, path: YamlPath, entry: Entry | undefined): string {
  const document = parse(text)
  if (entry) document.setIn(path, document.createNode(entry))
  else document.deleteIn(path)
  return document.toString({ lineWidth: 0 })
}

/** Before its first neighbour, since what follows the last one may belong to what comes next. */
function putLines(text: string, path: YamlPath, entry: Entry): string {
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

function removeLines(text: string, path: YamlPath, { keepsTable = false } = {}): string {
  const newline = text.includes('\r\n') ? '\r\n' : '\n'
  const lines = text.split(newline)
  const table = lineOfKey(text, path[0])
  const own = lineOfKey(text, ...path)
  if (table === undefined || own === undefined) throw new UneditableYaml(`${path[0]} cannot be edited line by line`)
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

interface Edited {
  readonly before: string
  readonly after: string
  readonly path: YamlPath
  readonly entry: Entry | undefined
}

/** Lines are no syntax: what came out is read again, and must say the same but for our entry. */
function requireNoOtherChange({ before, after, path: [table, name], entry }: Edited): string {
  const valueOf = (text: string): Record<string, unknown> => {
    const { [table]: servers, ...others } = parse(text).toJS() ?? {}
    const { [name]: _own, ...neighbours } = (servers ?? {}) as Record<string, unknown>
    return { ...others, [table]: neighbours }
  }
  const isSame =
    isDeepStrictEqual(valueOf(before), valueOf(after)) && isDeepStrictEqual(readYaml(after, [table, name]), entry)
  if (isSame) return after
  throw new UneditableYaml(`${table} is written in a way that cannot be edited line by line`)
}
