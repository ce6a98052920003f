import { isCitation, parseCitation } from '@wuku/core/citation'
import type { Kind } from '@wuku/core/core-types'
import { decodePercent } from '@wuku/core/lenient-parsing'

/** One way to read what a caller calls a document. */
export type Address = HashAddress | PathAddress

export interface HashAddress {
  readonly by: 'hash'
  /** At least six hex digits, lower case. */
  readonly hash: string
  readonly lines?: LineRange
}

export interface PathAddress {
  readonly by: 'path'
  /** `collection/path`, a path within some collection, the end of one, or an absolute path. */
  readonly path: string
  readonly kind?: Kind
  readonly lines?: LineRange
  /** A part of the document that is known by a name of its own: a commit, a message. */
  readonly anchor?: string
}

export interface LineRange {
  readonly from: number
  /** To the end when absent. */
  readonly count?: number
}

/**
 * Reads `#docid`, `wuku://...`, `qmd://...` and plain paths, each with an optional `:120`, `:120:20` or `:120-139` for
 * lines. The most literal reading comes first: a file may be called `9:30` or hold a `%20` in its name.
 */
export function readingsOf(text: string): readonly Address[] {
  const bare = unquote(text.trim())
  if (isCitation(bare)) return citationReadings(bare)
  const hash = hashReading(bare)
  if (hash && bare.startsWith('#')) return [hash]
  return [...(hash ? [hash] : []), ...pathReadings(bare)]
}

/** Whether a text is meant as a docid, even if it is too short for one. */
export const isMarkedHash = (text: string): boolean => /^#[0-9a-f]+(?::|$)/i.test(unquote(text.trim()))

const unquote = (text: string): string => /^(["'`])(.*)\1$/s.exec(text)?.[2] ?? text

/** No file name holds a slash, so an encoded one is a separator that some client escaped. */
function citationReadings(text: string): readonly Address[] {
  const { kind, source, path, lines, anchor } = parseCitation(text.replace(/%2F/gi, '/'))
  const fullPath = `${source}/${path}`
  if (!lines)
    return withoutLines(fullPath).map((reading) => ({ ...reading, kind, ...(anchor !== undefined && { anchor }) }))
  return [{ by: 'path', path: fullPath, kind, lines: linesBetween(lines.from, lines.to) }]
}

function hashReading(text: string): HashAddress | undefined {
  const { name, lines } = splitLines(text)
  const hash = /^#?([0-9a-f]{6,64})$/i.exec(name)?.[1]
  return hash === undefined ? undefined : { by: 'hash', hash: hash.toLowerCase(), lines }
}

function pathReadings(text: string): readonly PathAddress[] {
  if (!text.startsWith('qmd:')) return withoutLines(text.replace(/^\.\//, ''))
  const path = text.slice('qmd:'.length).replace(/^\/+/, '')
  return [...new Set([decodePercent(path), path])].flatMap(withoutLines)
}

/** As written, and with its end read as lines. */
function withoutLines(path: string): readonly PathAddress[] {
  const { name, lines } = splitLines(path)
  return lines
    ? [
        { by: 'path', path },
        { by: 'path', path: name, lines },
      ]
    : [{ by: 'path', path }]
}

function splitLines(text: string): { readonly name: string; readonly lines?: LineRange } {
  const [, name, from, count] = FROM.exec(text) ?? []
  if (name !== undefined) return { name, lines: { from: Number(from), count: count ? Number(count) : undefined } }
  const [, named, first, last = first] = BETWEEN.exec(text) ?? []
  return named === undefined ? { name: text } : { name: named, lines: linesBetween(Number(first), Number(last)) }
}

/** `:120` is the rest from there, `:120:20` so many lines. */
const FROM = /^(.+?):([1-9]\d{0,8})(?::([1-9]\d{0,8}))?$/s
/** `:120-139`, and `#L120-L139` as citations and code hosts write it. */
const BETWEEN = /^(.+?)(?::(?=\d+-)|#L)([1-9]\d{0,8})(?:-L?([1-9]\d{0,8}))?$/s

/** Also when they are given the wrong way round. */
const linesBetween = (one: number, other: number): LineRange => ({
  from: Math.min(one, other),
  count: Math.abs(other - one) + 1,
})
