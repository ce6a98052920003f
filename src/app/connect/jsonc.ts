/** Reads JSON as editors write it, with comments and trailing commas, and remembers where everything stands. */
export interface JsonNode {
  readonly start: number
  readonly end: number
  readonly value: unknown
  /** Of an object, in order. */
  readonly members?: readonly JsonMember[]
}

export interface JsonMember {
  readonly key: string
  readonly start: number
  readonly node: JsonNode
  /** Where the comma after it stands; `undefined` when there is none. */
  readonly comma: number | undefined
}

export class JsonSyntaxError extends Error {}

export function parseJsonc(text: string): JsonNode {
  const reader: Reader = { text, at: text.startsWith('\uFEFF') ? 1 : 0 }
  skipBlank(reader)
  const root = readNode(reader)
  skipBlank(reader)
  if (reader.at < text.length) throw unexpected(reader)
  return root
}

interface Reader {
  readonly text: string
  at: number
}

const BLANK = /(?:\s+|\/\/[^\n]*|\/\*[\s\S]*?\*\/)+/y
const SCALAR = /"(?:[^"\\]|\\.)*"|[-+.\w]+/y

function skipBlank(reader: Reader): void {
  BLANK.lastIndex = reader.at
  reader.at += BLANK.exec(reader.text)?.[0].length ?? 0
}

function readNode(reader: Reader): JsonNode {
  const mark = reader.text[reader.at]
  if (mark === '{') return readObject(reader)
  return mark === '[' ? readArray(reader) : readScalar(reader)
}

function readScalar(reader: Reader): JsonNode {
  const start = reader.at
  SCALAR.lastIndex = start
  const text = SCALAR.exec(reader.text)?.[0] ?? ''
  try {
    const value: unknown = JSON.parse(text)
    reader.at += text.length
    return { start, end: reader.at, value }
  } catch {
    throw unexpected(reader)
  }
}

function readObject(reader: Reader): JsonNode {
  const start = reader.at++
  const members: JsonMember[] = []
  for (skipBlank(reader); !takes(reader, '}'); skipBlank(reader)) {
    if (members.length > 0 && members.at(-1)?.comma === undefined) throw unexpected(reader)
    members.push(readMember(reader))
  }
  const value = Object.fromEntries(members.map(({ key, node }) => [key, node.value]))
  return { start, end: reader.at, value, members }
}

function readMember(reader: Reader): JsonMember {
  const start = reader.at
  const { value: key } = readScalar(reader)
  skipBlank(reader)
  if (typeof key !== 'string' || !takes(reader, ':')) throw unexpected(reader)
  skipBlank(reader)
  const node = readNode(reader)
  return { key, start, node, comma: readComma(reader) }
}

function readArray(reader: Reader): JsonNode {
  const start = reader.at++
  const value: unknown[] = []
  let needsComma = false
  for (skipBlank(reader); !takes(reader, ']'); skipBlank(reader)) {
    if (needsComma) throw unexpected(reader)
    value.push(readNode(reader).value)
    needsComma = readComma(reader) === undefined
  }
  return { start, end: reader.at, value }
}

function readComma(reader: Reader): number | undefined {
  skipBlank(reader)
  return takes(reader, ',') ? reader.at - 1 : undefined
}

function takes(reader: Reader, mark: string): boolean {
  if (reader.text[reader.at] !== mark) return false
  reader.at++
  return true
}

function unexpected({ text, at }: Reader): JsonSyntaxError {
  const line = text.slice(0, at).split('\n').length
  return new JsonSyntaxError(
    at < text.length ? `line ${line}: unexpected ${JSON.stringify(text[at])}` : 'it ends too early',
  )
}
