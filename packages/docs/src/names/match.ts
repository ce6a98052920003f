import { compareTexts } from '@wuku/core/list-helpers'
import { editDistance } from '@wuku/text/edits/edit'
import { fold } from '@wuku/text/terms/fold'

export interface NamedLibrary {
  readonly name: string
  /** `/facebook/react` */
  readonly slug: string
  readonly description: string
}

/**
 * Libraries that `query` may mean, the best first, then by name: by their names and slugs, and without a match there
 * by their descriptions. Names that share less than half of the query's letters are left out.
 */
export function matchLibraries<T extends NamedLibrary>(query: string, libraries: readonly T[]) {
  const queryName = readName(query.slice(0, LONGEST_QUERY))
  if (queryName.squeezed === '') return []
  return libraries
    .map((library) => ({ library, score: scoreOf(queryName, library) }))
    .filter(({ score }) => score > 0)
    .toSorted(
      (a, b) =>
        b.score - a.score ||
        compareTexts(a.library.name, b.library.name) ||
        compareTexts(a.library.slug, b.library.slug),
    )
}

const LONGEST_QUERY = 200

const scores = {
  exact: 1,
  /** `react.js` and `React`. */
  sameButScript: 0.95,
  prefix: 0.9,
  /** The scope of `@angular/core`, the end of `github.com/gin-gonic/gin`. */
  samePart: 0.85,
  contains: 0.8,
  /** "react hooks tutorial" names React, and asks for more. */
  named: 0.75,
  resembles: 0.7,
  described: 0.5,
} as const

/** Below it, a resemblance is noise. */
const LEAST_SIMILARITY = 0.5

function scoreOf(queryName: Name, library: NamedLibrary): number {
  const names = [library.name, library.slug].map(readName)
  // `react` of `/facebook/react`.
  const ownParts = names.flatMap(({ parts }) => (parts.length > 1 ? [readName(parts.at(-1) ?? '')] : []))
  const best = Math.max(...[...names, ...ownParts].map((name) => scoreName(queryName, name)))
  return best || (isDescribed(queryName, library.description) ? scores.described : 0)
}

function scoreName(queryName: Name, name: Name): number {
  if (name.squeezed === '') return 0
  if (queryName.squeezed === name.squeezed) return scores.exact
  if (queryName.plain === name.plain) return scores.sameButScript
  if (name.squeezed.startsWith(queryName.squeezed)) return scores.prefix
  if (name.parts.length === 1 && hasPart(queryName, name)) return scores.samePart
  if (name.squeezed.includes(queryName.squeezed)) return scores.contains
  if (isNamedIn(queryName, name)) return scores.named
  return similarity(queryName.squeezed, name.squeezed) * scores.resembles
}

/** Only the first and the last part of a path name a library; `@types/react` is about React. */
const hasPart = ({ parts }: Name, { plain }: Name): boolean =>
  parts.length > 1 && [parts[0], parts.at(-1)].some((part) => part !== undefined && readName(part).plain === plain)

function isNamedIn({ words, squeezed }: Name, name: Name): boolean {
  if (HAN.test(name.squeezed)) return name.squeezed.length > 1 && squeezed.includes(name.squeezed)
  return words.some((_, at) => {
    for (let end = at + 1; end <= words.length; end++) {
      const run = words.slice(at, end).join('')
      if (run.length > name.squeezed.length) return false
      if (run === name.squeezed || run === name.plain) return true
    }
    return false
  })
}

const HAN = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]+$/u

/** By edits, of the longer one; 0 where it is noise. */
function similarity(a: string, b: string): number {
  const longest = Math.max(a.length, b.length)
  const maxDistance = Math.floor(longest * (1 - LEAST_SIMILARITY))
  const distance = editDistance(a, b, maxDistance)
  return distance > maxDistance ? 0 : 1 - distance / longest
}

/** Each word of the query stands in the description; a single letter says nothing. */
function isDescribed({ words, squeezed }: Name, description: string): boolean {
  if (squeezed.length < 2) return false
  const text = fold(description)
  const descriptionWords = new Set(readName(description).words)
  return words.length > 0 && words.every((word) => (HAN.test(word) ? text.includes(word) : descriptionWords.has(word)))
}

/** A name of a library as it is compared, whatever its case, punctuation and form of letters. */
interface Name {
  /** Letters and digits only, plus the characters that distinguish `C++` and `C#` from `C`. */
  readonly squeezed: string
  /** The same without a `.js` or `js` at its end. */
  readonly plain: string
  readonly words: readonly string[]
  /** Parts of `@scope/package` and `host/organisation/project`. */
  readonly parts: readonly string[]
}

export function readName(text: string): Name {
  const folded = fold(text.trim().normalize('NFKC'))
  const words = folded.match(/[\p{L}\p{N}\p{M}+#]+/gu) ?? []
  const squeezed = words.join('')
  return {
    squeezed,
    plain: squeezed.replace(/(?<=.)js$/s, ''),
    words,
    parts: folded.replace(/^[@/]/, '').split('/').filter(Boolean),
  }
}
