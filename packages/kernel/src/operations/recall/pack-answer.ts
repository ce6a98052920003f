import { once } from '@wuku/core/once'
import { excerpt, type Match } from '@wuku/text/show/excerpt'
import { estimateTokens } from '@wuku/text/terms/tokens'
import { briefAnswer } from '../../brief-answer.ts'
import { claimsIn } from '../../claims/shown-claims.ts'
import { briefly, renderAnswer } from './render.ts'
import type { Output, RecalledHit } from './shape.ts'
import { countWhile } from '@wuku/core/binary-search'

type Fits = (answer: Output) => boolean

interface PackLimits {
  readonly budget: number
  /** As JSON no more is shown than is `brief`. */
  readonly isBrief?: boolean | undefined
}

/**
 * The answer within its budget, both as text and as the JSON that is shown: a model sees one of the two, and which is
 * unknown. If not even one hit fits as JSON, whose field names alone take a hundred tokens, the text decides.
 */
export function packAnswer(fullAnswer: Output, { budget, isBrief }: PackLimits): Output {
  const fitsAsText: Fits = (answer) => estimateTokens(renderAnswer(answer)) <= budget
  const fits: Fits = (answer) =>
    fitsAsText(answer) && estimateTokens(JSON.stringify(isBrief ? briefOutput(answer) : answer)) <= budget
  const packed = packBy(fits, fullAnswer)
  return packed.hits.length > 0 || fullAnswer.hits.length === 0 ? packed : packBy(fitsAsText, fullAnswer)
}

export const briefOutput = (answer: Output): unknown => briefAnswer({ brief: briefly }, answer, { query: answer.query })

/**
 * The best hits as long as they fit, and never a worse one in place of a better. Those at the end are shown with one line
 * rather than not at all, and the first with fewer lines; the notes come last, as many as fit.
 */
function packBy(fits: Fits, fullAnswer: Output): Output {
  if (fits(fullAnswer)) return fullAnswer
  const bare = { ...fullAnswer, notes: [] }
  const inFull = largestCount(fullAnswer.hits.length, (count) => fits(withHits(bare, fullAnswer.hits.slice(0, count))))
  const packed = withHits(bare, inFull > 0 ? withShortEnd(bare, inFull, fits) : shortened(bare, fits))
  const notes = largestCount(fullAnswer.notes.length, (count) =>
    fits({ ...packed, notes: fullAnswer.notes.slice(0, count) }),
  )
  return { ...packed, notes: fullAnswer.notes.slice(0, notes) }
}

const withHits = (answer: Output, hits: RecalledHit[]): Output => ({
  ...answer,
  hits,
  leftOut: answer.leftOut + answer.hits.length - hits.length,
})

/** The largest count for which it holds, of counts for which it holds up to some point. */
const largestCount = (all: number, holds: (count: number) => boolean): number => countWhile(all, (at) => holds(at + 1))

/** All hits, as many in full as leave room for the others; at least half of those that fit in full stay so. */
function withShortEnd(answer: Output, inFull: number, fits: Fits): RecalledHit[] {
  const short = answer.hits.map((hit) => once(() => inOneLine(hit)))
  const shown = (full: number, count: number) => [
    ...answer.hits.slice(0, full),
    ...short.slice(full, count).map((read) => read()),
  ]
  const least = Math.ceil(inFull / 2)
  const count = largestCount(answer.hits.length, (many) => fits(withHits(answer, shown(least, many))))
  const spare = largestCount(inFull - least, (more) => fits(withHits(answer, shown(least + more, count))))
  return shown(least + spare, count)
}

const LONGEST_LINE = 240

/**
 * With the line alone that holds most of the question. The words are looked for as they are written: reading a snippet
 * word by word takes longer than the rest of packing.
 */
function inOneLine(hit: RecalledHit): RecalledHit {
  const turn = ownTurn(hit)
  const beginnings = hit.matched.filter((word) => word !== '').map(beginningOf)
  const lines = (turn?.text ?? hit.snippet).split('\n').map((line) => readLine(line, beginnings, turn !== undefined))
  const best = lines.reduce((one, other) => (other.weight > one.weight ? other : one))
  const text = excerpt(best.text, best.matches, LONGEST_LINE)
  if (turn) return { ...hit, turns: [{ ...turn, text }], ...claimsIn(text, hit.claims) }
  const line = Number.parseInt(best.label, 10) || hit.line
  return { ...hit, snippet: `${best.label}${text}`, line, endLine: line, ...claimsIn(text, hit.claims) }
}

/** Lines of a snippet begin with their number, those of a message do not. */
function readLine(line: string, beginnings: readonly string[], isBare: boolean) {
  const label = isBare ? '' : (/^\d+: /.exec(line)?.[0] ?? '')
  const text = line.slice(label.length)
  const matches = matchesIn(text.toLowerCase(), beginnings)
  return { label, text, matches, weight: text.trim() === '' ? -1 : new Set(matches.map(({ term }) => term)).size }
}

function matchesIn(text: string, beginnings: readonly string[]): readonly Match[] {
  const matches = beginnings.flatMap((term) => {
    const own: Match[] = []
    for (let start = text.indexOf(term); start >= 0; start = text.indexOf(term, start + term.length))
      own.push({ start, end: start + term.length, term, weight: 1 })
    return own
  })
  return matches.toSorted((a, b) => a.start - b.start)
}

/** Words change at their end: `tides` stands for `tide` too. */
const beginningOf = (word: string): string =>
  (word.length > LONG_WORD ? word.slice(0, Math.max(LONG_WORD, word.length - 3)) : word).toLowerCase()

const LONG_WORD = 4

/** The message that was found, without the question before it or the reply. */
const ownTurn = ({ turns = [] }: RecalledHit) => turns.find(({ citation }) => citation === undefined)

/** The first hit with as many of its lines as fit; without any where its place alone is too long. */
function shortened(answer: Output, fits: Fits): RecalledHit[] {
  const [first] = answer.hits
  if (!first) return []
  const turn = ownTurn(first)
  const lines = (turn?.text ?? first.snippet).split('\n')
  const cut = (count: number): RecalledHit => {
    const text = lines.slice(0, count).join('\n')
    return {
      ...first,
      also: [],
      context: null,
      headings: [],
      ...(turn ? { turns: count === 0 ? [] : [{ ...turn, text }] } : { snippet: text }),
      ...claimsIn(text, first.claims),
      endLine: first.line + Math.max(0, count - 1),
    }
  }
  const count = largestCount(lines.length, (shown) => fits(withHits(answer, [cut(shown)])))
  return count > 0 || fits(withHits(answer, [cut(0)])) ? [cut(count)] : []
}
