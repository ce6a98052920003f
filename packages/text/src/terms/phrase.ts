import { readCjkRun } from './cjk.ts'
import { fold } from './fold.ts'
import { RunReader } from './runs.ts'
import { stemSafePrefix, stem } from './stems.ts'
import { pairOf } from './word-pairs.ts'
import { readWord, rememberWords, type Word } from './word-terms.ts'
import { classOf, FOLDS_HARD, foldDistance, IDEOGRAPH, MARK, SURROGATE } from './characters.ts'

/** A phrase, read once for many texts. */
export interface Phrase {
  /** Index terms of every text that holds the phrase. */
  readonly terms: readonly string[]
  /** Pairs of words that stand side by side in every such text (`word-pairs.ts`). */
  readonly pairs: readonly number[]
  holds(text: string): boolean
}

/**
 * The words of the phrase in a row, compared as the index compares them; blanks and signs between words do not count.
 * Compounds are compared by their parts, so that `user id` stands in `current_user_id`; Han characters stand in a row
 * without signs between them.
 */
export function compilePhrase(phrase: string): Phrase {
  const wordOf = rememberWords()
  const phraseSteps = stepsOf(phrase, wordOf)
  if (phraseSteps.length === 0) return { terms: [], pairs: [], holds: holdsFolded(phrase) }
  const mayHold = quickTest(phrase)
  const isCertain = createCertainTest(phrase)
  const holds = (text: string): boolean => {
    if (!mayHold(text)) return false
    if (isCertain(text)) return true
    const steps = stepsOf(text, wordOf)
    return steps.some((_, at) => matchesAt(phraseSteps, steps, at))
  }
  return { terms: termsOfSteps(phraseSteps), pairs: pairsOfSteps(phraseSteps), holds }
}

/** Whether some word, or a part of a compound, begins with `prefix`, before stemming. */
export function compilePrefix(prefix: string): Pick<Phrase, 'holds'> {
  const beginning = onlyWordOf(prefix)?.folded[0]
  if (beginning === undefined) return { holds: holdsFolded(prefix) }
  const wordOf = rememberWords()
  return {
    holds(text) {
      const run = new RunReader().open(text)
      while (run.next())
        if (!run.isCjk && wordOf(run.slice).folded.some((word) => word.startsWith(beginning))) return true
      return false
    },
  }
}

/** With what the index terms begin of all words that begin with `prefix`: `connect` for `connecti`. */
export function prefixProbe(prefix: string): string {
  const beginning = onlyWordOf(prefix)?.folded[0]
  if (beginning !== undefined) return stemSafePrefix(beginning)
  return termsOfSteps(stepsOf(prefix, readWord))[0] ?? fold(prefix)
}

function onlyWordOf(text: string): Word | undefined {
  const run = new RunReader().open(text)
  if (!run.next() || run.isCjk) return undefined
  const word = readWord(run.slice)
  return run.next() ? undefined : word
}

function holdsFolded(phrase: string): (text: string) => boolean {
  const folded = fold(phrase)
  return (text) => fold(text).includes(folded)
}

/** A part of a word, or a CJK character. */
interface Step {
  readonly term: string
  /** Term of the whole compound that begins here, and how many steps it takes. */
  readonly whole?: string
  readonly span: number
  readonly isCjk: boolean
  /** A CJK character right after another. */
  readonly follows: boolean
}

function stepsOf(text: string, wordOf: (raw: string) => Word): readonly Step[] {
  const steps: Step[] = []
  const run = new RunReader().open(text)
  while (run.next()) {
    if (run.isCjk)
      for (const [at, { text: term }] of readCjkRun(run).entries())
        steps.push({ term, span: 1, isCjk: true, follows: at > 0 })
    else addSteps(steps, wordOf(run.slice))
  }
  return steps
}

function addSteps(steps: Step[], { parts, terms: [compound] }: Word): void {
  for (const [at, term] of parts.entries())
    steps.push({
      term,
      span: 1,
      isCjk: false,
      follows: false,
      ...(at === 0 && { whole: compound, span: parts.length }),
    })
}

function matchesAt(phraseSteps: readonly Step[], steps: readonly Step[], start: number): boolean {
  let at = start
  for (const { term, span, follows } of phraseSteps) {
    const step = steps[at]
    if (!step || (follows && !step.follows)) return false
    if (step.term === term) at++
    // A plain word is also a compound of the same letters: `nodejs` is `node.js`.
    else if (step.whole === term && span === 1) at += step.span
    else return false
  }
  return true
}

/** Pairs where two characters stand together, otherwise the step itself. */
function termsOfSteps(steps: readonly Step[]): readonly string[] {
  const terms = steps.flatMap(({ term, follows }, at) => {
    if (follows) return [`${steps[at - 1]?.term}${term}`]
    return steps[at + 1]?.follows ? [] : [term]
  })
  return [...new Set(terms)]
}

/** Characters that stand together have a term together, and no pair: those of `数 据` may do so in a text. */
const pairsOfSteps = (steps: readonly Step[]): readonly number[] =>
  steps.flatMap(({ term, isCjk }, at) => {
    const before = steps[at - 1]
    return before && !(before.isCjk && isCjk) ? [pairOf(before.term, term)] : []
  })

/** Longer remainders of a word, and longer runs of punctuation between two words, are not scanned. */
const LONGEST_REST = 64
const LONGEST_GAP = 400

/**
 * Rules out most texts that cannot hold a phrase without reading their words one by one: a phrase of common words is
 * sought in thousands of texts, and stands in few. Only for phrases in plain English; any other may be held.
 */
export function quickTest(phrase: string): (text: string) => boolean {
  if (!isPlainEnglish(phrase)) return () => true
  const words = phrase.toLowerCase().split(' ').map(beginningOf)
  const between = `[A-Za-z']{0,${LONGEST_REST}}[^A-Za-z0-9]{0,${LONGEST_GAP}}`
  const pattern = new RegExp(words.join(between), 'i')
  return (text) => (!isAscii(text) && isForeign.test(text)) || pattern.test(text)
}

/** To count bytes takes a hundredth of what the pattern below takes, and most texts in plain English need no more. */
const isAscii = (text: string): boolean => Buffer.byteLength(text) === text.length

/** Characters that fold to plain letters or vanish: accents, full-width and styled letters, ligatures, joiners. */
const isForeign =
  /[\p{M}\p{Cf}\p{Cs}\p{No}\u2100-\u214f\u2460-\u24ff]|(?![A-Za-z])(?:\p{Script=Latin}|(?=\p{L})\p{Script=Common})/u

/** Letters with which every word of the same stem begins, joined or as parts of a compound such as `node.js`. */
function beginningOf(word: string): string {
  const stablePrefix = word.length < 3 ? word : word.slice(0, Math.max(1, Math.min(stem(word).length, word.length) - 2))
  return [...stablePrefix].join("[._'-]?")
}

const isEnglish = /^[a-z]+(?: [a-z]+)*$/i

/**
 * Recognises most texts that hold a phrase without reading their words: by finding it as typed. Only for plain English
 * words, and for adjacent Han characters; any other text may hold it all the same.
 */
export function createCertainTest(phrase: string): (text: string) => boolean {
  if (isPlainEnglish(phrase)) return asTyped(phrase)
  return isHan(phrase) ? (text) => occursSeparately(phrase, text) : () => false
}

/** Words that are not taken apart as `userId` is: its parts may stand in a text as words of their own. */
const isPlainEnglish = (phrase: string): boolean =>
  isEnglish.test(phrase) && phrase.split(' ').every((word) => isPlain.test(word))

const isPlain = /^(?:[A-Z]?[a-z]+|[A-Z]+)$/

/** Between blanks, or before punctuation that a blank follows: nothing else can belong to its first word or its last. */
function asTyped(phrase: string): (text: string) => boolean {
  const words = phrase
    .split(' ')
    .map((word) => `[${word[0]?.toUpperCase()}${word[0]?.toLowerCase()}]${word.slice(1).toLowerCase()}`)
  const pattern = new RegExp(`(?:^|[ \\n])${words.join('[ \\n]')}(?=[,;:.]?(?:[ \\n]|$))`)
  return (text) => pattern.test(text)
}

const isHan = (phrase: string): boolean =>
  phrase !== '' && Array.from({ length: phrase.length }, (_, at) => foldsSeparately(phrase, at)).every(Boolean)

const foldsSeparately = (text: string, at: number): boolean =>
  classOf[text.charCodeAt(at)] === IDEOGRAPH && foldDistance[text.charCodeAt(at)] !== FOLDS_HARD

/** With nothing behind it that would join its last character, such as a mark. */
function occursSeparately(phrase: string, text: string): boolean {
  for (let at = text.indexOf(phrase); at >= 0; at = text.indexOf(phrase, at + 1)) {
    const next = text.charCodeAt(at + phrase.length)
    if (Number.isNaN(next)) return true
    const kind = classOf[next]
    if (kind !== MARK && kind !== SURROGATE && foldDistance[next] !== FOLDS_HARD) return true
  }
  return false
}
