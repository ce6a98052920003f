import type { Json } from '../../core/words.ts'
import { readMoment } from '../../engine/since.ts'

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
type Fact = keyof typeof names

/** All keys that mean something, in the order in which one goes before another. */
export const keysOf = (fact: Fact): readonly string[] => names[fact]

/** What a note says of itself, under one name each: lists of `tags` and `aliases`, and days such as `2026-05-01`. */
export function factsOf(entries: Readonly<Record<string, unknown>>): { readonly [key: string]: Json } {
  const value = (fact: Fact): unknown => names[fact].map((key) => entries[key]).find((each) => each !== undefined)
  const facts = {
    tags: tagsIn(value('tags')),
    aliases: aliasesIn(value('aliases')),
    date: dayIn(value('date')),
    created: dayIn(value('created')),
    updated: dayIn(value('updated')),
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
  const each = [...new Set(texts.filter((text) => text !== ''))].slice(0, MOST)
  return each.length === 0 ? undefined : each
}

/** More are data. */
const MOST = 100

const textsOf = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'string') : []

/** The day alone: hours of a note say little, and their zone is not known. */
function dayIn(value: unknown): string | undefined {
  const [written] =
    typeof value === 'string' ? (/^\d{4}[-/.年]\d{1,2}(?:[-/.月]\d{1,2}日?)?/u.exec(value.trim()) ?? []) : []
  const at = written === undefined ? undefined : readMoment(written, 0)
  return at === undefined ? undefined : new Date(at).toISOString().slice(0, 10)
}
