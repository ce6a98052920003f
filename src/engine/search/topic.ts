import type { NamedWord } from '../../ranking/names.ts'
import type { ReadWord } from './context.ts'

/** Further on a colon stands in the middle of what is said. */
const LONGEST = 80
/** More words are the beginning of a sentence. */
const MOST_WORDS = 3

/**
 * What a message says it is about before it says what: `router: …`, `fix(router)!: …`, `[2.x] router, cache: …`. After the
 * colon stands a blank, so that `std::vector` and `http://…` open nothing. Of `fix(router)` the word before the bracket
 * says what kind of change it is, not where.
 */
export function topicOf(query: string): readonly string[] {
  const start = narrow(query.slice(0, LONGEST))
  const opening = start.slice(0, Math.max(0, start.search(/:\s/)))
  const untagged = opening
    .replaceAll(/\[[^\]]*\]/g, '')
    .replace(/!$/, '')
    .trim()
  const scope = /^[^\s()]+\(([^()]+)\)$/.exec(untagged)?.[1] ?? untagged
  const words = scope.split(/[\s,，、/&]+/).filter((word) => word !== '')
  return words.length > MOST_WORDS || /[:()`'"[\]]/.test(scope) ? [] : words
}

/** Signs as Chinese is written with them: its colon brings its own room. */
const narrow = (text: string): string => text.replaceAll('：', ': ').replaceAll('（', '(').replaceAll('）', ')')

/** Each word as loud as any other, and a compound met by all of its parts: `socket` alone is not `cf-socket`. */
export const topicWords = (topic: readonly string[], wordOf: ReadWord): readonly NamedWord[] =>
  topic.flatMap((raw) => {
    const [whole, ...parts] = wordOf(raw).folded
    const named = parts.length > 0 ? parts : whole === undefined ? [] : [whole]
    return named.map((part) => ({ forms: [part], weight: 1 / named.length }))
  })
