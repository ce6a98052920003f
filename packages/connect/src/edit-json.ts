import { isDeepStrictEqual } from 'node:util'
import type { Node, ParseError } from 'jsonc-parser'
import { applyEdits, createScanner, getNodeValue, parseTree, printParseErrorCode } from 'jsonc-parser'
import type { Json } from '@wuku/core/core-types'
import { Uneditable } from './client.ts'

/** Keys of objects and places in lists, from the root: `mcpServers` and then `wuku`. */
type JsonPath = readonly (string | number)[]

/** Value at a path; `undefined` if there is none. */
export function readJson(text: string, path: JsonPath): unknown {
  const node = nodesAlong(rootOf(text), path).at(path.length)
  return node && valueOf(node)
}

/**
 * Everything else in the file stays as it is. `modify` of jsonc-parser is not used: it formats the whole line that it puts
 * something into, and when it takes something out it takes the comments before it along.
 */
export function setJson(text: string, path: JsonPath, value: Json): string {
  if (text.trim() === '') return `${JSON.stringify(nested(path, value), null, 2)}\n`
  const nodes = nodesAlong(rootOf(text), path)
  const old = nodes[path.length]
  if (old) {
    if (isDeepStrictEqual(valueOf(old), value)) return text
    const isOneLine = !text.slice(old.offset, old.offset + old.length).includes('\n')
    const content = isOneLine ? JSON.stringify(value) : printed(value, path.length, styleOf(text))
    return replace(text, old.offset, old.length, content)
  }
  return insertChild(text, nodes, path, nested(path.slice(nodes.length), value))
}

/** Objects and lists that hold nothing else are removed too. A remaining `{}` becomes an empty text. */
export function removeJson(text: string, path: JsonPath): string {
  const nodes = nodesAlong(rootOf(text), path)
  if (nodes.length <= path.length) return text
  let at = path.length
  while (at > 1 && nodes[at - 1]?.children?.length === 1) at--
  const [parent, child] = [nodes[at - 1], nodes[at]]
  return parent && child ? removeChild(text, parent, child) : text
}

const rootOf = (text: string): Node | undefined => (text.trim() === '' ? undefined : parse(text))

/** Comments and trailing commas are allowed. */
function parse(text: string): Node {
  const errors: ParseError[] = []
  const root = parseTree(text.replace(/^\uFEFF/, ' '), errors, { allowTrailingComma: true })
  const [error] = errors
  if (root && !error) return requireType(root, 'object', 'the file')
  const line = text.slice(0, error?.offset ?? 0).split('\n').length
  const reason = error ? printParseErrorCode(error.error).replaceAll(/(?<=[a-z])[A-Z]/g, ' $&') : 'value expected'
  throw new Uneditable(`line ${line}: ${reason.toLowerCase()}`)
}

function requireType(node: Node, type: Node['type'], name: string): Node {
  if (node.type === type) return node
  throw new Uneditable(`${name} is not ${type === 'object' ? 'an object' : 'a list'}`)
}

/** The root, and what each part of the path leads to, as far as something is there. */
function nodesAlong(root: Node | undefined, path: JsonPath): readonly Node[] {
  const nodes = root ? [root] : []
  for (const [depth, part] of path.entries()) {
    const parent = nodes[depth]
    if (!parent) break
    requireType(parent, typeof part === 'string' ? 'object' : 'array', String(path[depth - 1] ?? 'the file'))
    // For duplicate keys, programs use the last one.
    const found =
      typeof part === 'number'
        ? parent.children?.[part]
        : parent.children?.findLast(({ children }) => children?.[0]?.value === part && children[1])?.children?.[1]
    if (!found) break
    nodes.push(found)
  }
  return nodes
}

/** Objects of the parser have no prototype, and so equal no others. */
const valueOf = (node: Node): unknown => JSON.parse(JSON.stringify(getNodeValue(node)))

const nested = (path: JsonPath, value: Json): Json =>
  path.reduceRight<Json>((inner, part) => (typeof part === 'number' ? [inner] : { [part]: inner }), value)

interface Style {
  readonly indent: string
  readonly newline: string
}

/** As the file is written so far. */
const styleOf = (text: string): Style => ({
  indent: /\n([ \t]+)\S/.exec(text)?.[1] ?? '  ',
  newline: text.includes('\r\n') ? '\r\n' : '\n',
})

const printed = (value: Json, depth: number, { indent, newline }: Style): string =>
  JSON.stringify(value, null, indent)
    .split('\n')
    .join(newline + indent.repeat(depth))

const keyText = (key: string | number): string => (typeof key === 'number' ? '' : `${JSON.stringify(key)}: `)

/** Behind the last one and its comments, with a comma where that one has one; what is written in one line stays so. */
function insertChild(text: string, nodes: readonly Node[], path: JsonPath, value: Json): string {
  const [depth, style] = [nodes.length, styleOf(text)]
  const [parent, key] = [nodes[depth - 1] as Node, path[depth - 1] ?? 0]
  const last = parent.children?.at(-1)
  const close = parent.offset + parent.length - 1
  const end = Math.max(text.slice(0, close).trimEnd().length, parent.offset + 1)
  const lastEnd = last ? last.offset + last.length : end
  const hasComma = last !== undefined && commaAfter(text, lastEnd) !== undefined
  const before = last && !hasComma ? `${text.slice(0, lastEnd)},${text.slice(lastEnd, end)}` : text.slice(0, end)
  const comma = hasComma ? ',' : ''
  if (last && !text.slice(parent.offset, close).includes('\n'))
    return `${before} ${keyText(key)}${JSON.stringify(value)}${comma}${text.slice(end)}`
  const blank = text.slice(end, close)
  const line = style.newline + style.indent.repeat(depth)
  const after = blank.includes('\n') ? blank : style.newline + style.indent.repeat(depth - 1)
  return before + line + keyText(key) + printed(value, depth, style) + comma + after + text.slice(close)
}

/** With the blanks before it and one comma; comments stay. */
function removeChild(text: string, parent: Node, child: Node): string {
  const children = parent.children ?? []
  const at = children.findIndex((each) => each === child || each.children?.[1] === child)
  const own = children[at] as Node
  const start = Math.max(text.slice(0, own.offset).trimEnd().length, parent.offset + 1)
  const comma = commaAfter(text, own.offset + own.length)
  const end = comma === undefined ? own.offset + own.length : comma + 1
  const previous = children[at - 1]
  const spare = comma === undefined && previous ? commaAfter(text, previous.offset + previous.length) : undefined
  const remaining = text.slice(0, start) + text.slice(end)
  const rest = spare === undefined ? remaining : replace(remaining, spare, 1, '')
  return children.length === 1 ? rest.replace(/^(\uFEFF?)\s*\{\s*\}\s*$/, '') : rest
}

/** Offset of the comma after a value, behind blanks and comments. */
function commaAfter(text: string, end: number): number | undefined {
  const scanner = createScanner(text, true)
  scanner.setPosition(end)
  scanner.scan()
  return text[scanner.getTokenOffset()] === ',' ? scanner.getTokenOffset() : undefined
}

const replace = (text: string, offset: number, length: number, content: string): string =>
  applyEdits(text, [{ offset, length, content }])
