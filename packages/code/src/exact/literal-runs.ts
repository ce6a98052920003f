/** Words of a message, as they stand in a question or in the source that prints it. */
interface MessageWord {
  readonly text: string
  /** What stands in the source for a value: `%s`, `{}`, `${name}`. */
  readonly isHole?: true
}

/** Fewer words in a row are a phrase of the trade. */
export const SHORTEST_RUN = 4

/** Values that stand for one hole of a template, in words. */
const MAX_VALUE = 6
/** Words of a question that are compared; a longer one quotes more than a message. */
const MAX_WORDS = 200

const HOLES = String.raw`\$?\{[^{}\s]{0,60}\}|%[-+ #0]*\d*(?:\.\d+)?(?:l|h|z)*[sdiufFeExXgGcpvqwTt@]|%\(\w+\)[sdrf]|#\{[^{}\s]{0,60}\}|\\\([^()\s]{0,60}\)`
/** Chinese has no spaces: each character is taken for half a word. */
const WORD = String.raw`\p{Script=Han}|(?:(?!\p{Script=Han})[\p{L}\p{N}_])+`
const WORDS_OF_QUESTION = new RegExp(WORD, 'gu')
const WORDS_OF_SOURCE = new RegExp(`(?<hole>${HOLES})|${WORD}`, 'gu')

export const wordsOfQuestion = (text: string): readonly string[] =>
  [...text.matchAll(WORDS_OF_QUESTION)].slice(0, MAX_WORDS).map(([word]) => word.toLowerCase())

const wordsOfSource = (text: string): readonly MessageWord[] =>
  [...text.matchAll(WORDS_OF_SOURCE)].map(({ 0: word, groups }) =>
    groups?.['hole'] === undefined ? { text: word.toLowerCase() } : { text: '', isHole: true },
  )

/**
 * Most words of a question that stand in the source one after the other, with values in place of its holes, which are not
 * counted. Each row remembers the runs that end at a word of the source, so that the time is the product of the lengths.
 */
export function longestRun(question: readonly string[], source: string): number {
  const words = wordsOfSource(source)
  let best = 0
  let before = new Map<number, number>()
  for (const word of words) {
    const now = word.isHole ? overHole(before, question.length) : new Map<number, number>()
    if (!word.isHole)
      for (const [at, each] of question.entries()) {
        if (each !== word.text) continue
        const run = (before.get(at - 1) ?? 0) + (isHan(each) ? 0.5 : 1)
        now.set(at, run)
        best = Math.max(best, run)
      }
    before = now
  }
  return best
}

const isHan = (word: string): boolean => /^\p{Script=Han}$/u.test(word)

/** A run goes on behind a value of no word to some: the words of the value itself are not counted. */
function overHole(before: ReadonlyMap<number, number>, length: number): Map<number, number> {
  const now = new Map<number, number>()
  for (const [at, run] of before)
    for (let end = at; end < Math.min(length, at + MAX_VALUE + 1); end++) now.set(end, Math.max(now.get(end) ?? 0, run))
  return now
}
