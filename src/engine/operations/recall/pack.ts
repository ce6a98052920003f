import { bestSnippet } from '../../../text/show/snippet.ts'
import { analyseQuery } from '../../../text/terms/query.ts'
import { estimateTokens } from '../../../text/terms/tokens.ts'
import { briefAnswer } from '../../brief-answer.ts'
import { briefly, renderAnswer } from './render.ts'
import type { Output, RecalledHit } from './shape.ts'

type Fits = (answer: Output) => boolean

interface Room {
  readonly budget: number
  /** As JSON no more is shown than is `brief`. */
  readonly isBrief?: boolean | undefined
}

/**
 * The answer within its budget, both as text and as the JSON that is shown: a model sees one of the two, and which is
 * unknown. If not even one hit fits as JSON, whose field names alone take a hundred tokens, the text decides.
 */
export function packAnswer(whole: Output, { budget, isBrief }: Room): Output {
  const fitsAsText: Fits = (answer) => estimateTokens(renderAnswer(answer)) <= budget
  const fits: Fits = (answer) =>
    fitsAsText(answer) && estimateTokens(JSON.stringify(isBrief ? toldOf(answer) : answer)) <= budget
  const packed = packBy(fits, whole)
  return packed.hits.length > 0 || whole.hits.length === 0 ? packed : packBy(fitsAsText, whole)
}

export const toldOf = (answer: Output): unknown => briefAnswer({ brief: briefly }, answer, { query: answer.query })

/**
 * The best hits as long as they fit, and never a worse one in place of a better. Those at the end are shown with one line
 * rather than not at all, and the first with fewer lines; the notes come last, as many as fit.
 */
function packBy(fits: Fits, whole: Output): Output {
  if (fits(whole)) return whole
  const bare = { ...whole, notes: [] }
  const inFull = mostOf(whole.hits.length, (count) => fits(withHits(bare, whole.hits.slice(0, count))))
  const packed = withHits(bare, inFull > 0 ? withShortEnd(bare, inFull, fits) : shortened(bare, fits))
  const notes = mostOf(whole.notes.length, (count) => fits({ ...packed, notes: whole.notes.slice(0, count) }))
  return { ...packed, notes: whole.notes.slice(0, notes) }
}

const withHits = (answer: Output, hits: RecalledHit[]): Output => ({
  ...answer,
  hits,
  leftOut: answer.leftOut + answer.hits.length - hits.length,
})

/** The largest count for which it holds, of counts for which it holds up to some point. */
function mostOf(all: number, holds: (count: number) => boolean): number {
  let [low, high] = [0, all]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (holds(middle)) low = middle
    else high = middle - 1
  }
  return low
}

/** All hits, as many in full as leave room for the others; at least half of those that fit in full stay so. */
function withShortEnd(answer: Output, inFull: number, fits: Fits): RecalledHit[] {
  const short = answer.hits.map(inOneLine)
  const shown = (full: number, count: number) => [...answer.hits.slice(0, full), ...short.slice(full, count)]
  const least = Math.ceil(inFull / 2)
  const count = mostOf(answer.hits.length, (many) => fits(withHits(answer, shown(least, many))))
  const spare = mostOf(inFull - least, (more) => fits(withHits(answer, shown(least + more, count))))
  return shown(least + spare, count)
}

const LONGEST_LINE = 240

/** With the line alone that holds most of the question. */
function inOneLine(hit: RecalledHit): RecalledHit {
  const turn = ownTurn(hit)
  const lines = (turn?.text ?? hit.snippet).split('\n')
  const numbers = turn ? [] : lines.map((line) => Number.parseInt(line, 10))
  const wanted = analyseQuery(hit.matched.join(' ')).flatMap(({ terms }) => terms)
  const best = bestSnippet({
    text: (turn ? lines : lines.map(withoutNumber)).join('\n'),
    firstLine: 0,
    numberOf: (line) => numbers[line] ?? 0,
    wanted: new Map(wanted.map(({ term, weight }) => [term, weight])),
    maxChars: LONGEST_LINE,
    maxLines: 1,
  })
  if (turn) return { ...hit, turns: [{ ...turn, text: withoutNumber(best.text) }] }
  const line = numbers[best.line] ?? hit.line
  return { ...hit, snippet: best.text, line, endLine: line }
}

const withoutNumber = (line: string): string => line.replace(/^\d+: /, '')

/** The message that was found, without the question before it or the reply. */
const ownTurn = ({ turns = [] }: RecalledHit) => turns.find(({ citation }) => citation === undefined)

/** The first hit with as many of its lines as fit; without any where its place alone is too long. */
function shortened(answer: Output, fits: Fits): RecalledHit[] {
  const [first] = answer.hits
  if (!first) return []
  const turn = ownTurn(first)
  const lines = (turn?.text ?? first.snippet).split('\n')
  const cut = (count: number): RecalledHit => ({
    ...first,
    also: [],
    context: null,
    headings: [],
    ...(turn
      ? { turns: count === 0 ? [] : [{ ...turn, text: lines.slice(0, count).join('\n') }] }
      : { snippet: lines.slice(0, count).join('\n') }),
    endLine: first.line + Math.max(0, count - 1),
  })
  const count = mostOf(lines.length, (shown) => fits(withHits(answer, [cut(shown)])))
  return count > 0 || fits(withHits(answer, [cut(0)])) ? [cut(count)] : []
}
