import { estimateTokens } from '../../../text/tokens.ts'
import { renderAnswer } from './render.ts'
import type { Output, RecalledHit } from './shape.ts'

/**
 * The answer in its budget, by the text that it is read as: the best hits as long as they fit, and never a worse one in
 * place of a better. The first is shown with fewer lines rather than not at all; the notes come last, as many as fit.
 */
export function packAnswer(whole: Output, budget: number): Output {
  const fits = (answer: Output): boolean => estimateTokens(renderAnswer(answer)) <= budget
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
function shortened(answer: Output, fits: (answer: Output) => boolean): RecalledHit[] {
  const [first] = answer.hits
  if (!first) return []
  const lines = first.snippet.split('\n')
  const cut = (count: number): RecalledHit => ({
    ...first,
    also: [],
    context: null,
    headings: [],
    snippet: lines.slice(0, count).join('\n'),
    endLine: first.line + Math.max(0, count - 1),
  })
  const count = mostOf(lines.length, (shown) => fits(withHits(answer, [cut(shown)])))
  return count > 0 || fits(withHits(answer, [cut(0)])) ? [cut(count)] : []
}
