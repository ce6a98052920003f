import { estimateTokens } from '../../../text/terms/tokens.ts'
import { renderAnswer } from './render.ts'
import type { Output, RecalledHit } from './shape.ts'

type Fits = (answer: Output) => boolean

/**
 * The answer within its budget, both as text and as JSON: a model sees one of the two, and which is unknown. If not
 * even one hit fits as JSON, whose field names alone take a hundred tokens, the text decides.
 */
export function packAnswer(whole: Output, budget: number): Output {
  const fitsAsText: Fits = (answer) => estimateTokens(renderAnswer(answer)) <= budget
  const fits: Fits = (answer) => fitsAsText(answer) && estimateTokens(JSON.stringify(answer)) <= budget
  const packed = packBy(fits, whole)
  return packed.hits.length > 0 || whole.hits.length === 0 ? packed : packBy(fitsAsText, whole)
}

/**
 * The best hits as long as they fit, and never a worse one in place of a better. The first is shown with fewer lines
 * rather than not at all; the notes come last, as many as fit.
 */
function packBy(fits: Fits, whole: Output): Output {
  if (fits(whole)) return whole
  const bare = { ...whole, notes: [] }
  const hits = whole.hits.slice(
    0,
    mostOf(whole.hits.length, (count) => fits(withHits(bare, whole.hits.slice(0, count)))),
  )
  const packed = withHits(bare, hits.length > 0 ? hits : shortened(bare, fits))
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

/** The first hit with as many of its lines as fit; without any where its place alone is too long. */
function shortened(answer: Output, fits: Fits): RecalledHit[] {
  const [first] = answer.hits
  if (!first) return []
  const [turn] = first.turns?.filter(({ citation }) => citation === undefined) ?? []
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
