import { kinds, type Kind } from '@wuku/core/core-types'
import { readTime } from '../since.ts'
import { queryStyleOf, type QueryStyle } from './query-manner.ts'
import { outsideOf, signsIn } from './query-signs.ts'

/** A word of a query that says which documents are meant, and nothing of what they say: `tag:reading`, `-path:drafts`. */
export type Filter = FilterValue & {
  /** The filter as answers show it. */
  readonly written: string
  /** Only documents that do not fit it. */
  readonly isNot: boolean
}

type FilterValue =
  | { readonly key: 'tag' | 'path' | 'title' | (typeof factKeys)[number]; readonly value: string }
  | { readonly key: 'kind'; readonly kinds: readonly Kind[] }
  /** Milliseconds since the epoch. */
  | { readonly key: 'before' | 'since'; readonly at: number }

export interface ParsedFilters {
  /** The query without them. */
  readonly query: string
  readonly filters: readonly Filter[]
}

/** Facts of issues and pages of a service. */
const factKeys = ['is', 'label', 'author', 'assignee'] as const
/** Names of filters in a query. */
export const filterKeys = ['tag', 'path', 'title', 'kind', 'before', 'after', 'since', ...factKeys] as const
export type FilterKey = (typeof filterKeys)[number]

/**
 * Filters among the words of a query: `tag:x`, `path:x`, `title:x`, `kind:notes,chats`, `before:2026-05`, `after:` or
 * `since:`, with a `-` before what says what a document is, and the colon of either width. Code, settings, logs and
 * messages hold the same words: there they are text, as they are in quotes, behind a blank, and amid a sentence.
 */
export function parseFilters(query: string, now: number, keys: readonly FilterKey[] = filterKeys): ParsedFilters {
  const none = { query, filters: [] }
  if (!WORTH_READING.test(query) || query.trim().includes('\n')) return none
  const found = filtersIn(query, now)
  const rest = found.reduce((text, { start, end }) => blanked(text, start, end), query)
  const signs = signsIn(rest)
  const outside = outsideOf(rest, signs)
  if (found.length === 0 || isPasted(outside)) return none
  const recognized = placed(found, queryStyleOf(outside, signs), query).filter(({ word }) => keys.includes(word))
  if (recognized.length === 0 || recognized.length > MAX_FILTERS) return none
  return {
    query: recognized.reduce((text, { start, end }) => blanked(text, start, end), query).trim(),
    filters: recognized.map(({ filter }) => filter),
  }
}

/** Most queries have none, and are not looked at any further. */
const WORTH_READING = /(?:tag|path|title|kind|before|after|since|is|label|author|assignee)[:：]/
const MAX_FILTERS = 16

interface FoundFilter {
  readonly word: FilterKey
  readonly filter: Filter
  readonly start: number
  readonly end: number
}

/** A filter begins and ends at a blank or at a sign of Chinese; its value follows the colon at once. */
const FILTER =
  /(?<=^|[\s，。；、！？])(?<not>-?)(?<word>tag|path|title|kind|before|after|since|is|label|author|assignee)[:：](?:"(?<quoted>[^"\n]+)"|“(?<curly>[^“”\n]+)”|「(?<corner>[^「」\n]+)」|(?<plain>[^\s"“”「」，。；、！？]+))(?=$|[\s，。；、！？])/gu

const SINGLE_QUOTED = /(?<=^|\s)'[^'\n]+'(?=$|[\s,.;:!?])/g

function filtersIn(query: string, now: number): readonly FoundFilter[] {
  const enclosed = [
    ...signsIn(query),
    ...Array.from(query.matchAll(SINGLE_QUOTED), ({ index, 0: text }) => ({ start: index, end: index + text.length })),
  ]
  return [...query.matchAll(FILTER)].flatMap(({ index, 0: text, groups = {} }) => {
    const isEnclosed = enclosed.some(({ start, end }) => start < index && index < end)
    const { not, word = '', quoted, curly, corner, plain = '' } = groups
    const free = quoted ?? curly ?? corner
    const value = isEnclosed ? undefined : valueOf(word as FilterKey, { free, plain }, now)
    const isNot = not === '-'
    if (!value || (isNot && 'at' in value)) return []
    const written = text.replace('：', ':').replace(/[.?!]+$/, '')
    return [{ word: word as FilterKey, filter: { ...value, written, isNot }, start: index, end: index + text.length }]
  })
}

/**
 * The same words in text of a program are mostly followed by another kind of value: `path:/tmp/x`, `path:C:\x`,
 * `kind:Deployment`.
 */
function valueOf(
  word: FilterKey,
  { free, plain }: { readonly free: string | undefined; readonly plain: string },
  now: number,
): FilterValue | undefined {
  const text = (free ?? plain.replace(/[.?!]+$/, '')).trim()
  if (word === 'kind') return kindsOf(text)
  if (word === 'before' || word === 'after' || word === 'since') {
    const at = readTime(text, now)
    return at === undefined ? undefined : { key: word === 'before' ? 'before' : 'since', at }
  }
  const isValue = free === undefined ? plainValues[word].test(text) : /[\p{L}\p{N}]/u.test(text)
  return isValue ? { key: word, value: text.replace(word === 'tag' ? /^#/ : /^@/, '') } : undefined
}

const plainValues = {
  tag: /^#?[\p{L}\p{N}_\p{Extended_Pictographic}][\p{L}\p{M}\p{N}_\p{Extended_Pictographic}\p{Join_Control}\p{Variation_Selector}/-]*$/u,
  path: /^[\p{L}\p{N}_.@+~()&'-][\p{L}\p{M}\p{N}_.@+~()&'/-]*$/u,
  title: /^[\p{L}\p{N}][\p{L}\p{M}\p{N}_.'+#&/-]*$/u,
  is: /^(?:open|closed|merged|opened)$/,
  label: /^[\p{L}\p{N}][\p{L}\p{M}\p{N}_.+:&/-]*$/u,
  author: /^@?[\p{L}\p{N}][\p{L}\p{M}\p{N}_.-]*$/u,
  assignee: /^@?[\p{L}\p{N}][\p{L}\p{M}\p{N}_.-]*$/u,
}

function kindsOf(text: string): FilterValue | undefined {
  const named = text.split(',').map((each) => kinds.find((kind) => kind === each.trim()))
  return named.every((kind) => kind !== undefined) ? { key: 'kind', kinds: named } : undefined
}

/** Settings, logs and messages: other words with a colon. One before a blank may be a title such as `Dune: Part Two`. */
function isPasted(outside: string): boolean {
  const keys = outside.match(/(?<=^|\s)["']?[A-Za-z_][\w.-]*["']?:(?=\s|$)/g) ?? []
  return keys.length > 1 || /(?<=^|\s)[A-Za-z_][\w.-]*:\S/.test(outside)
}

/** Amid a sentence a filter is a word of it; before and behind one it is not. */
function placed(found: readonly FoundFilter[], manner: QueryStyle, query: string): readonly FoundFilter[] {
  if (manner === 'keywords') return found
  if (manner === 'code') return []
  const between = [
    query.slice(0, found[0]?.start),
    ...found.map(({ end }, at) => query.slice(end, found[at + 1]?.start)),
  ]
  const first = between.findIndex((text) => !isBlank(text))
  const last = between.findLastIndex((text) => !isBlank(text))
  return found.filter((_, at) => at < first || at >= last)
}

const isBlank = (text: string): boolean => !/[\p{L}\p{N}]/u.test(text)

const blanked = (text: string, start: number, end: number): string =>
  text.slice(0, start) + ' '.repeat(end - start) + text.slice(end)
