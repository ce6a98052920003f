import { termsOf, type Token } from './terms.ts'
import type { Word } from './words.ts'

export type ReadTokens = (text: string) => readonly Token[]

/** Shorter ones are titles and paths: they cost less to read than to look for. */
const SHORTEST = 200
/** Two megabytes of tokens: the passages of a long answer. */
const MOST_CHARS = 100_000

/**
 * `termsOf` for who reads the same passages twice, for their rank and for what is shown of them. What was asked for again
 * is let go: tokens that stay for a few answers are moved by the collector, and cost more than to read them anew.
 */
export function rememberTokens(wordOf: (raw: string) => Word): ReadTokens {
  const known = new Map<string, readonly Token[]>()
  let chars = 0
  return (text) => {
    if (text.length < SHORTEST) return termsOf(text, wordOf)
    const before = known.get(text)
    if (before) {
      known.delete(text)
      chars -= text.length
      return before
    }
    const tokens = termsOf(text, wordOf)
    if (chars + text.length > MOST_CHARS) {
      known.clear()
      chars = 0
    }
    if (text.length <= MOST_CHARS) {
      known.set(text, tokens)
      chars += text.length
    }
    return tokens
  }
}
