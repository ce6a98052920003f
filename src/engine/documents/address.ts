import { decodePath, isCitation, parseCitation } from '../../core/citation.ts'
import type { Kind } from '../../core/words.ts'

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
}

export interface LineRange {
  readonly from: number
  /** To the end when absent. */
  readonly count?: number
}

/**
 * Reads `#docid`, `wuku://...`, `qmd://...` and plain paths, each with an optional `:120` or `:120:20` for lines. The
 * most literal reading comes first: a file may be called `9:30` or hold a `%20` in its name.
 */
export function readingsOf(text: string): readonly Address[] {
  const bare = unquote(text.trim())
  if (isCitation(bare)) return citationReadings(bare)
  const hash = hashReading(bare)
  if (hash && bare.startsWith('#')) return [hash]
  return [...(hash ? [hash] : []), ...pathReadings(bare)]
}

/** What is meant as a docid, be it too short for one. */
export const isMarkedHash = (text: string): boolean => /^#[0-9a-f]+(?::|$)/i.test(unquote(text.trim()))

const unquote = (text: string): string => /^(["'`])(.*)\1$/s.exec(text)?.[2] ?? text

/** No file name holds a slash, so an encoded one is a separator that some client escaped. */
function citationReadings(text: string): readonly Address[] {
  const { kind, source, path, lines } = parseCitation(text.replace(/%2F/gi, '/'))
  const whole = `${source}/${path}`
  if (!lines) return withoutLines(whole).map((reading) => ({ ...reading, kind }))
  return [{ by: 'path', path: whole, kind, lines: { from: lines.from, count: lines.to - lines.from + 1 } }]
}

function hashReading(text: string): HashAddress | undefined {
  const { name, lines } = splitLines(text)
  const hash = /^#?([0-9a-f]{6,64})$/i.exec(name)?.[1]
  return hash === undefined ? undefined : { by: 'hash', hash: hash.toLowerCase(), lines }
}

function pathReadings(text: string): readonly PathAddress[] {
  if (!text.startsWith('qmd:')) return withoutLines(text.replace(/^\.\//, ''))
  const path = text.slice('qmd:'.length).replace(/^\/+/, '')
  return [...new Set([decodePath(path), path])].flatMap(withoutLines)
}

/** As written, and with `:120:20` read as lines. */
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
  const found = /^(.+?):([1-9]\d{0,8})(?::([1-9]\d{0,8}))?$/s.exec(text)
  if (!found) return { name: text }
  const count = found[3] === undefined ? undefined : Number(found[3])
  return { name: found[1] ?? text, lines: { from: Number(found[2]), count } }
}
