/**
 * Reads TOML as manifests and lockfiles use it: tables, lists of tables, dotted and quoted keys, all forms of strings, lists and
 * inline tables. Numbers, dates and booleans stay the text that they are. Throws where it is broken.
 */
export function parseToml(text: string): TomlTable {
  const reader: Reader = { text: text.replace(/^\uFEFF/, ''), at: 0 }
  const root = newTable()
  let table = root
  for (skipBlank(reader); reader.at < reader.text.length; skipBlank(reader))
    if (reader.text[reader.at] === '[') table = readHeader(reader, root)
    else readPair(reader, table, 0)
  return root
}

export type TomlValue = string | readonly TomlValue[] | TomlTable
export interface TomlTable {
  [key: string]: TomlValue
}

interface Reader {
  readonly text: string
  at: number
}

/** Without a prototype: a key such as `__proto__` is a key. */
const newTable = (): TomlTable => Object.create(null) as TomlTable

const BLANK = /[ \t\r\n]*/y
const COMMENT = /#[^\n]*/y
const SPACE = /[ \t]*/y
const BARE_KEY = /[\w-]+/y
/** Up to the end of a value without quotes. */
const SCALAR = /[^,\]}#\r\n]+/y

function take(reader: Reader, pattern: RegExp): string {
  pattern.lastIndex = reader.at
  const found = pattern.exec(reader.text)?.[0] ?? ''
  reader.at += found.length
  return found
}

function skipBlank(reader: Reader): void {
  take(reader, BLANK)
  while (take(reader, COMMENT) !== '') take(reader, BLANK)
}

function readHeader(reader: Reader, root: TomlTable): TomlTable {
  const isList = reader.text.startsWith('[[', reader.at)
  reader.at += isList ? 2 : 1
  const keys = readKeys(reader)
  demand(reader, isList ? ']]' : ']')
  const last = keys.pop() ?? ''
  const holder = enter(root, keys)
  if (!isList) return enter(holder, [last])
  const table = newTable()
  const list = holder[last]
  if (Array.isArray(list)) list.push(table)
  else holder[last] = [table]
  return table
}

/** Where a list of tables is on the way, its last one is meant. */
function enter(from: TomlTable, keys: readonly string[]): TomlTable {
  let table = from
  for (const key of keys) {
    const value = (table[key] ??= newTable())
    const inner = Array.isArray(value) ? value.at(-1) : value
    if (!isTable(inner)) throw new Error(`"${key}" is no table`)
    table = inner
  }
  return table
}

const isTable = (value: TomlValue | undefined): value is TomlTable => typeof value === 'object' && !Array.isArray(value)

function readPair(reader: Reader, table: TomlTable, depth: number): void {
  const keys = readKeys(reader)
  demand(reader, '=')
  take(reader, SPACE)
  const last = keys.pop() ?? ''
  enter(table, keys)[last] = readValue(reader, depth)
}

function readKeys(reader: Reader): string[] {
  const keys = [readKey(reader)]
  while (reader.text[reader.at] === '.') {
    reader.at++
    keys.push(readKey(reader))
  }
  return keys
}

function readKey(reader: Reader): string {
  take(reader, SPACE)
  const isQuoted = /["']/.test(reader.text[reader.at] ?? '')
  const key = isQuoted ? readString(reader) : take(reader, BARE_KEY)
  if (key === '' && !isQuoted) throw broken(reader, 'a key')
  take(reader, SPACE)
  return key
}

const DEEPEST = 64

function readValue(reader: Reader, depth: number): TomlValue {
  const mark = reader.text[reader.at]
  if (depth > DEEPEST) throw broken(reader, 'less nesting')
  if (mark === '"' || mark === "'") return readString(reader)
  if (mark === '[') return readList(reader, depth)
  if (mark === '{') return readInlineTable(reader, depth)
  const scalar = take(reader, SCALAR).trim()
  if (scalar === '') throw broken(reader, 'a value')
  return scalar
}

function readList(reader: Reader, depth: number): TomlValue {
  const list: TomlValue[] = []
  readItems(reader, ']', () => list.push(readValue(reader, depth + 1)))
  return list
}

function readInlineTable(reader: Reader, depth: number): TomlValue {
  const table = newTable()
  readItems(reader, '}', () => readPair(reader, table, depth + 1))
  return table
}

function readItems(reader: Reader, end: string, readItem: () => void): void {
  reader.at++
  for (skipBlank(reader); reader.text[reader.at] !== end; skipBlank(reader)) {
    readItem()
    skipBlank(reader)
    if (reader.text[reader.at] === ',') reader.at++
    else if (reader.text[reader.at] !== end) throw broken(reader, `"," or "${end}"`)
  }
  reader.at++
}

function readString(reader: Reader): string {
  const mark = reader.text[reader.at] ?? ''
  const isLong = reader.text.startsWith(mark.repeat(3), reader.at)
  const fence = isLong ? mark.repeat(3) : mark
  const start = reader.at + fence.length
  const end = endOfString(reader.text, start, fence)
  if (end < 0) throw broken(reader, `a closing ${fence}`)
  reader.at = end + fence.length
  const inner = reader.text.slice(start, end).replace(isLong ? /^\r?\n/ : /^$/, '')
  return mark === '"' ? unescaped(inner) : inner
}

function endOfString(text: string, start: number, fence: string): number {
  if (fence[0] === "'") return text.indexOf(fence, start)
  for (let at = start; at < text.length; at += text[at] === '\\' ? 2 : 1) {
    if (text.startsWith(fence, at)) return at
    if (fence.length === 1 && text[at] === '\n') return -1
  }
  return -1
}

const unescaped = (text: string): string =>
  text.replaceAll(/\\(?:u([\da-f]{4})|U([\da-f]{8})|\s*\n\s*|(.))/gi, (_, short, long, sign) => {
    const code = Number.parseInt(short ?? long ?? '', 16)
    if (code <= 0x10ffff) return String.fromCodePoint(code)
    return ESCAPES[sign as string] ?? sign ?? ''
  })

const ESCAPES: Readonly<Record<string, string>> = { b: '\b', t: '\t', n: '\n', f: '\f', r: '\r' }

function demand(reader: Reader, mark: string): void {
  take(reader, SPACE)
  if (!reader.text.startsWith(mark, reader.at)) throw broken(reader, `"${mark}"`)
  reader.at += mark.length
}

const broken = ({ text, at }: Reader, expected: string): Error =>
  new Error(`line ${text.slice(0, at).split('\n').length}: ${expected} is missing`)
