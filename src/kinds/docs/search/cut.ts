import { tokenWeight } from '../../../text/tokens.ts'

export interface CutText {
  readonly text: string
  readonly isCut: boolean
}

/** The beginning of a text: as many whole lines as fit, and at least one. */
export function cutLines(text: string, tokens: number): CutText {
  if (text === '' || tokenWeight(text, 0, text.length) <= tokens) return { text, isCut: false }
  let end = 0
  let weight = 0
  for (let next = lineEnd(text, 0); end < text.length; next = lineEnd(text, next)) {
    weight += tokenWeight(text, end, next)
    if (weight > tokens && end > 0) break
    end = next
  }
  const kept = text.slice(0, end).trimEnd()
  return { text: `${kept.slice(0, tokens * MOST_CHARS_OF_TOKEN)}\n…`, isCut: true }
}

/** One line may be all of a text. */
const MOST_CHARS_OF_TOKEN = 8

function lineEnd(text: string, from: number): number {
  const at = text.indexOf('\n', from)
  return at < 0 ? text.length : at + 1
}
