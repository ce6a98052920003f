import { fold } from '@wuku/text/terms/fold'
import { graphemeBorder } from '@wuku/text/terms/graphemes'
import { oneOf } from './command-outcomes.ts'
import patterns from './patterns.json' with { type: 'json' }

/** Lines of a text as they are written, each without the marks of a list: no code, no quotation, no log. */
export function plainLines(text: string): readonly string[] {
  let isFenced = false
  return text.split('\n', MAX_LINES).flatMap((written) => {
    const isFence = /^\s*(?:```|~~~)/.test(written)
    if (isFence) isFenced = !isFenced
    const line = written.replace(/^\s*(?:(?:[-*+•]|\d{1,3}[.)、]|#+)\s+)?(?:\[[ xX]\]\s+)?/, '').trim()
    if (isFence || isFenced || LOGGED.test(line) || !/[\p{L}\p{N}]/u.test(line)) return []
    return [line.slice(0, graphemeBorder(line, LONGEST))]
  })
}

const [MAX_LINES, LONGEST] = [400, 400]
const LOGGED = /^(?:[>|<{}]|at \S+ ?\(|\d{4}-\d\d-\d\d[T ]\d\d:)/

export const sentencesIn = (text: string): readonly string[] => plainLines(text).flatMap((line) => line.split(BETWEEN))

/** A point within a name or a number ends nothing. */
const BETWEEN = /(?<=[.!?]["')]?)\s+(?=["'(`]?[\p{L}\p{N}`])|(?<=[。！？；][”」』）]?)/u

interface SentenceKind {
  readonly section: 'decided' | 'failed' | 'open' | 'next' | undefined
  /** Also when much was said after it. */
  readonly isLasting: boolean
}

/** The section of a hand-over in which a sentence belongs. */
export function classifySentence(sentence: string, isUser: boolean): SentenceKind {
  // Patterns know lower case, simplified Chinese and straight apostrophes.
  const said = fold(sentence).replaceAll('’', "'")
  const isLasting = HEADS_OPEN.test(said)
  const decides = isUser ? DECIDES.test(said) && !REPORTS.test(said) : STATES_DECISION.test(said)
  const about = decides ? 'decided' : NEXT.test(said) ? 'next' : TRIED.test(said) ? 'failed' : 'open'
  const isNothing = (about === 'open' && !OPEN.test(said)) || (QUESTION.test(said) && !isLasting)
  return { isLasting, section: isNothing ? undefined : about }
}

const QUESTION = oneOf(...patterns.sentences.question)

/** Reports are no orders: "it always fails", "I don't know", "you never asked me". */
const REPORTS = oneOf(...patterns.sentences.reports)

/** An order begins a clause, or follows the word for the person who is ordered. */
const { clause, decides } = patterns.sentences
const DECIDES = oneOf(...decides.map((row) => row.replace('{clause}', clause)))

/** A model decides much in passing: only what it says it has decided counts. */
const STATES_DECISION =
  /^[^\p{L}]*(?:(?:decision|decided|agreed|(?:we|i)(?:'ve| have)? (?:decided|agreed))\b|(?:我们|已)?(?:决定|结论|约定))/u

const TRIED = oneOf(...patterns.sentences.tried)

const HEADS_OPEN =
  /^\W*(?:to-?do|(?:still )?open|remaining|pending|next(?: steps?)?)\b|^(?:待办|未[完解]|遗留|尚未|下一步)/
const OPEN = oneOf(...patterns.sentences.open)

const NEXT = oneOf(...patterns.sentences.next)
