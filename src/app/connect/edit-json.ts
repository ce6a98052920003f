import { isDeepStrictEqual } from 'node:util'
import type { Json } from '../../core/words.ts'
import { JsonSyntaxError, parseJsonc, type JsonMember, type JsonNode } from './jsonc.ts'

/** Where an entry stands: `mcpServers` and then `wuku`. */
export type EntryPath = readonly [table: string, name: string]

/** The entry as it stands; `undefined` when there is none. */
export function readEntry(text: string, [table, name]: EntryPath): unknown {
  const servers = memberOf(rootOf(text), table)?.node
  return servers && memberOf(asObject(servers, table), name)?.node.value
}

/** Everything else in the file stays as it is, comments and spaces too. */
export function setEntry(text: string, [table, name]: EntryPath, entry: Json): string {
  if (text.trim() === '') return `${JSON.stringify({ [table]: { [name]: entry } }, null, 2)}\n`
  const root = rootOf(text)
  const style = styleOf(text)
  const servers = memberOf(root, table)
  if (!servers) return insertMember(text, root, memberText(table, { [name]: entry }, 1, style), 1)
  const object = asObject(servers.node, table)
  const old = memberOf(object, name)
  if (!old) return insertMember(text, object, memberText(name, entry, 2, style), 2)
  if (isDeepStrictEqual(old.node.value, entry)) return text
  return text.slice(0, old.start) + memberText(name, entry, 2, style) + text.slice(old.node.end)
}

export function removeEntry(text: string, [table, name]: EntryPath): string {
  const servers = memberOf(rootOf(text), table)?.node
  const members = servers?.members ?? []
  const at = members.findIndex(({ key }) => key === name)
  const member = members[at]
  if (!member) return text
  const start = text.slice(0, member.start).trimEnd().length
  const end = (member.comma ?? member.node.end - 1) + 1
  const kept = text.slice(0, start) + text.slice(end)
  const before = members[at - 1]
  /** The last one of a list goes with the comma before it. */
  const spare = member.comma === undefined ? before?.comma : undefined
  return spare === undefined ? kept : kept.slice(0, spare) + kept.slice(spare + 1)
}

interface Style {
  readonly indent: string
  readonly newline: string
}

/** As the file is written so far. */
const styleOf = (text: string): Style => ({
  indent: /\n([ \t]+)\S/.exec(text)?.[1] ?? '  ',
  newline: text.includes('\r\n') ? '\r\n' : '\n',
})

function memberText(key: string, value: Json, depth: number, { indent, newline }: Style): string {
  const lines = JSON.stringify(value, null, indent).split('\n')
  return `${JSON.stringify(key)}: ${lines.join(newline + indent.repeat(depth))}`
}

function insertMember(text: string, object: JsonNode, member: string, depth: number): string {
  const { indent, newline } = styleOf(text)
  const last = object.members?.at(-1)
  const close = object.end - 1
  const end = Math.max(text.slice(0, close).trimEnd().length, object.start + 1)
  const blank = text.slice(end, close)
  const comma = last && last.comma === undefined ? last.node.end : undefined
  const before = comma === undefined ? text.slice(0, end) : `${text.slice(0, comma)},${text.slice(comma, end)}`
  const after = blank.includes('\n') ? blank : newline + indent.repeat(depth - 1)
  return before + newline + indent.repeat(depth) + member + after + text.slice(close)
}

const rootOf = (text: string): JsonNode => (text.trim() === '' ? emptyObject : asObject(parseJsonc(text), 'the file'))

const emptyObject: JsonNode = { start: 0, end: 0, value: {}, members: [] }

function asObject(node: JsonNode, name: string): JsonNode {
  if (node.members) return node
  throw new JsonSyntaxError(`${name} is not an object`)
}

const memberOf = (object: JsonNode, key: string): JsonMember | undefined =>
  object.members?.findLast((member) => member.key === key)
