import type { Json } from '@wuku/core/core-types'
import { reasonOf, readYaml } from '@wuku/text/yaml'
import { readTime } from '@wuku/kernel/since'
import { isRecord } from '@wuku/core/lenient-parsing'

export interface FrontMatter {
  readonly title?: string
  readonly meta: { readonly [key: string]: Json }
  /** Why it could not be read. */
  readonly broken?: string
}

export function readFrontMatter(text: string): FrontMatter {
  const { yaml, toml } = findFrontMatter(text)
  if (toml !== undefined) return entriesOf(linesOf(toml, '='))
  return yaml === undefined ? { meta: {} } : readEntries(yaml)
}

/** Start of the text behind it; 0 when there is none. */
export const frontMatterEnd = (text: string): number => findFrontMatter(text).end

/** YAML between lines of `---`, TOML between lines of `+++`, at the very beginning. */
function findFrontMatter(text: string): { readonly end: number; readonly yaml?: string; readonly toml?: string } {
  if (!text.startsWith('---') && !text.startsWith('+++')) return { end: 0 }
  const found = /^(-{3}|\+{3})[ \t]*\r?\n([^]*?\r?\n|)(?:\1|\.{3})[ \t]*(?:\r?\n|$)/.exec(text.slice(0, LONGEST))
  if (!found) return { end: 0 }
  const [{ length: end }, sign, inner = ''] = found
  if (sign === '+++') return { end, toml: inner }
  return beginsWithKey(inner) ? { end, yaml: inner } : { end: 0 }
}

/** A longer block is not front matter but a text between two rules. */
const LONGEST = 64 * 1024

/** So is what begins with a sentence. */
function beginsWithKey(yaml: string): boolean {
  const [, first] = /(?:^|\n)(?!#)([^\n]*\S[^\n]*)/.exec(yaml) ?? []
  return first === undefined || /^[^\s:-][^:]*:(?:\s|$)/.test(first)
}

const titled = (title: unknown): { readonly title?: string } =>
  typeof title === 'string' && title.trim() !== ''
    ? { title: title.trim().replace(/\s+/g, ' ').slice(0, LONGEST_TITLE) }
    : {}

/** In characters. Every hit shows the title; a longer one is a text by mistake. */
const LONGEST_TITLE = 500

function readEntries(yaml: string): FrontMatter {
  try {
    // Every scalar stays the text that it is: a version is no number and a date needs no time zone.
    const entries: unknown = readPlainYaml(yaml) ?? readYaml(yaml, { isText: true })
    return isRecord(entries) ? entriesOf(entries) : { meta: {} }
  } catch (cause) {
    // Most often it is the title that breaks it, such as `title: Tides: a guide`.
    return { ...entriesOf(linesOf(yaml, ':')), broken: reasonOf(cause) }
  }
}

const entriesOf = (entries: Record<string, unknown>): FrontMatter => ({
  meta: factsOf(entries),
  ...titled(factIn(entries, 'title')),
})

/** `key: value`, `key: [a, b]` and lists below a key, line by line: of TOML, and of YAML that is none. */
function linesOf(text: string, sign: ':' | '='): Record<string, unknown> {
  const entries: Record<string, unknown> = {}
  let list: string[] | undefined
  for (const line of text.split(/\r?\n/)) {
    const item = /^\s*-\s+(.*)$/.exec(line)?.[1]
    if (item !== undefined) list?.push(unquoted(item))
    const at = line.indexOf(sign)
    if (item !== undefined || at < 1 || /^[\s#]/.test(line)) continue
    const [key, value] = [line.slice(0, at).trim(), line.slice(at + 1).trim()]
    list = value === '' ? [] : undefined
    const read = list ?? valueOf(value)
    if (read !== undefined && !Object.hasOwn(entries, key)) entries[key] = read
  }
  return entries
}

/** A value that begins with another YAML character is not text. */
function valueOf(written: string): string | readonly string[] | undefined {
  const list = /^\[([^[\]]*)\]$/.exec(written)?.[1]
  if (list !== undefined) return list.split(',').map(unquoted)
  const text = unquoted(written)
  return text === written && /^[[{&*!|>%@`]/.test(written) ? undefined : text
}

const unquoted = (written: string): string => written.trim().replace(/^(["'])(.*)\1$/, '$2')

type Value = string | readonly string[]

/**
 * The YAML that most notes hold: a map of words, quoted texts and lists of them, every value the text that it is;
 * `undefined` for anything else. It says what the `yaml` package says in its failsafe schema, in a hundredth of the
 * time, which would otherwise be most of what reading a note takes.
 */
export function readPlainYaml(yaml: string): Record<string, Value> | undefined {
  if (yaml.includes('\t')) return undefined
  const entries: Record<string, Value> = {}
  for (const block of yaml.split(/\r?\n(?=[A-Za-z])/)) {
    const [line = '', ...items] = block.split(/\r?\n/).filter((text) => text.trim() !== '' && !text.startsWith('#'))
    const [match, key = '', written = ''] = /^([A-Za-z][\w.-]*(?::[\w.-]+)*):(?: +(.*))?$/s.exec(line) ?? []
    const value = items.length > 0 && written === '' ? readItems(items) : readValue(written.trim())
    if (match === undefined || value === undefined || Object.hasOwn(entries, key)) return undefined
    if (items.length > 0 && written !== '') return undefined
    entries[key] = value
  }
  return entries
}

const readValue = (written: string): Value | undefined =>
  written.startsWith('[') ? readFlow(written) : written === '' ? '' : readText(written)

/** `- a` under one another. */
function readItems(lines: readonly string[]): Value | undefined {
  const indent = /^ *- +/.exec(lines[0] ?? '')?.[0]
  if (indent === undefined) return undefined
  return allRead(
    lines.map((line) => (line.startsWith(indent) ? readText(line.slice(indent.length).trim()) : undefined)),
  )
}

/** `[a, "b: c"]`. Only within quotes may an item hold what means something to YAML. */
function readFlow(written: string): Value | undefined {
  const inner = /^\[(.*)\]$/.exec(written)?.[1]?.trim()
  if (inner === undefined) return undefined
  const items = inner.match(/"[^"\\]*"|'[^']*'|[^,"'[\]{}:#]+|,/g) ?? []
  const values = items.filter((item) => item !== ',' && item.trim() !== '')
  const isList = items.join('') === inner && values.length === items.filter((item) => item === ',').length + 1
  if (inner === '') return []
  return isList ? allRead(values.map((item) => readText(item.trim()))) : undefined
}

const allRead = (items: readonly (string | undefined)[]): readonly string[] | undefined =>
  items.every((item) => item !== undefined) ? items : undefined

function readText(written: string): string | undefined {
  const quoted = /^"([^"\\]*)"$/.exec(written) ?? /^'([^']*)'$/.exec(written)
  if (quoted) return quoted[1]
  return /^[\p{L}\p{N}_./(]/u.test(written) && !/: |:$|\s#/.test(written) ? written : undefined
}

const names = {
  title: ['title', '标题', '標題'],
  tags: ['tags', 'tag', '标签', '標籤'],
  aliases: ['aliases', 'alias', '别名', '別名'],
  date: ['date', '日期'],
  created: ['created', 'created_at', 'date created', '创建', '创建时间', '创建日期', '建立日期'],
  updated: [
    'updated',
    'modified',
    'updated_at',
    'lastmod',
    'date modified',
    '更新',
    '更新时间',
    '更新日期',
    '修改时间',
  ],
} as const

/** The value of a fact: the first of its keys goes before the others. */
const factIn = (entries: Readonly<Record<string, unknown>>, fact: keyof typeof names): unknown =>
  names[fact].map((key) => entries[key]).find((each) => each !== undefined)

/** Metadata of a note, under one name each: lists of `tags` and `aliases`, and days such as `2026-05-01`. */
function factsOf(entries: Readonly<Record<string, unknown>>): { readonly [key: string]: Json } {
  const facts = {
    tags: tagsIn(factIn(entries, 'tags')),
    aliases: aliasesIn(factIn(entries, 'aliases')),
    date: dayIn(factIn(entries, 'date')),
    created: dayIn(factIn(entries, 'created')),
    updated: dayIn(factIn(entries, 'updated')),
  }
  return Object.fromEntries(Object.entries(facts).filter((fact): fact is [string, Json] => fact[1] !== undefined))
}

/** `a, b` and `a b` are two tags, as `[a, b]` is; of a list each item is one. */
function tagsIn(value: unknown): Json | undefined {
  const written = typeof value === 'string' ? value.split(/[\s,，、]+/) : textsOf(value)
  return listed(written.map((tag) => tag.trim().replace(/^#/, '')))
}

const aliasesIn = (value: unknown): Json | undefined =>
  listed((typeof value === 'string' ? value.split(/[,，]/) : textsOf(value)).map((alias) => alias.trim()))

const listed = (texts: readonly string[]): Json | undefined => {
  const each = [...new Set(texts.filter((text) => text !== ''))].slice(0, MAX_ITEMS)
  return each.length === 0 ? undefined : each
}

/** More are data. */
const MAX_ITEMS = 100

const textsOf = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'string') : []

/** The day alone: hours of a note say little, and their zone is not known. */
function dayIn(value: unknown): string | undefined {
  const [written] =
    typeof value === 'string' ? (/^\d{4}[-/.年]\d{1,2}(?:[-/.月]\d{1,2}日?)?/u.exec(value.trim()) ?? []) : []
  const at = written === undefined ? undefined : readTime(written, 0)
  return at === undefined ? undefined : new Date(at).toISOString().slice(0, 10)
}
