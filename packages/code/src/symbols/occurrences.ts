/** A line that holds a name as a whole word. */
export interface Occurrence {
  /** From 0 within the text. */
  readonly line: number
  readonly text: string
  /** Place of the occurrences: `code` if any of them is code. */
  readonly where: 'code' | 'comment' | 'string'
}

/**
 * Matches a name where it stands by itself. A `$` before it is no part of it: shells and PHP write their variables so; nor is
 * a Han character, since Chinese comments put no blanks around names.
 */
export function fullWordPattern(name: string): RegExp {
  const quoted = name.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`)
  const isHan = /^\p{Script=Han}|\p{Script=Han}$/u.test(name)
  const part = isHan ? String.raw`[\p{L}\p{N}_]` : OF_NAMES
  const before = /^[\p{L}\p{N}_]/u.test(name) ? `(?<!${part})` : ''
  const after = /[\p{L}\p{N}_]$/u.test(name) ? `(?!${part})` : ''
  return new RegExp(`${before}${quoted}${after}`, 'gu')
}

const OF_NAMES = String.raw`(?!\p{Script=Han})[\p{L}\p{N}_]`

/** Lines of a text that contain the name. `language` decides what is a comment. */
export function occurrencesIn(text: string, name: string, language: string | null): readonly Occurrence[] {
  if (!text.includes(name)) return []
  const pattern = fullWordPattern(name)
  return text.split(/\r?\n/).flatMap((line, at) => {
    if (!line.includes(name)) return []
    const places = [...line.matchAll(pattern)].map(({ index }) => placeIn(line, index, language))
    const [first] = places
    if (first === undefined) return []
    const where = places.includes('code') ? 'code' : first
    return [{ line: at, text: line, where }]
  })
}

/** Tokens that begin a comment up to the end of the line; `//` and `/*` for all other languages. */
const commentSigns: { readonly [language: string]: readonly string[] } = {
  python: ['#'],
  ruby: ['#'],
  bash: ['#'],
  elixir: ['#'],
  php: ['//', '/*', '#'],
  sql: ['--', '/*'],
  lua: ['--'],
  haskell: ['--', '{-'],
  html: ['<!--'],
  markdown: ['<!--'],
}
const defaultComments = ['//', '/*']

/** By the line alone: a string or a comment that began above is seen only where its line begins with `*`. */
function placeIn(line: string, end: number, language: string | null): Occurrence['where'] {
  const signs = commentSigns[language ?? ''] ?? defaultComments
  if (signs === defaultComments && /^\s*\*(?:\s|$)/.test(line)) return 'comment'
  let quote = ''
  for (let at = 0; at < end; at++) {
    const sign = line[at] ?? ''
    if (quote !== '') {
      if (sign === '\\') at++
      else if (sign === quote) quote = ''
    } else if (opensString(line, at, language)) quote = sign
    else if (signs.some((comment) => line.startsWith(comment, at))) {
      const close = line.startsWith('/*', at) ? line.indexOf('*/', at + 2) : -1
      if (close < 0 || close >= end) return 'comment'
      at = close + 1
    }
  }
  return quote === '' || isInterpolated(line.slice(line.lastIndexOf(quote, end - 1), end)) ? 'code' : 'string'
}

/** Languages in which single quotes hold one character; lifetimes and primes are written with them too. */
const quoteCharacters: ReadonlySet<string | null> = new Set(
  'c,c++,c#,java,kotlin,scala,go,rust,swift,haskell,zig'.split(','),
)

/** Apostrophes stand in words: a string begins after no letter and ends somewhere. */
function opensString(line: string, at: number, language: string | null): boolean {
  const sign = line[at]
  if (sign !== "'") return sign === '"' || sign === '`'
  if (quoteCharacters.has(language)) return /^'(?:\\[^']{1,10}|[^'\\]{1,2})'/.test(line.slice(at, at + 14))
  return !/[\p{L}\p{N}]$/u.test(line.slice(Math.max(0, at - 2), at)) && line.includes("'", at + 1)
}

/** `"…{name` in an f-string, `"…#{name`, `…${name` */
const isInterpolated = (inside: string): boolean => inside.lastIndexOf('{') > inside.lastIndexOf('}')
